import { expect, test } from "vitest";
import { customDomain, role } from "../../provider/index.ts";
import { conflictRemedy } from "../../provider/lifecycle/conflict-remedy.ts";

test("a conflict of a domain names adopt, aliases, retainOnDelete and the replacement of the plugin", () => {
  const remedy = conflictRemedy(customDomain, { domain: "login.example.com" });
  expect(remedy).toContain(
    'the domain "login.example.com" exists that no resource of this stack has, adopt it',
  );
  expect(remedy).toContain("renamed its resource in the program, set the resource option aliases.");
  expect(remedy).toContain(
    "A resource with retainOnDelete cannot be replaced: declare its former values with adopt: true.",
  );
  expect(remedy).toMatch(/With the packaged plugin, --replace and .* need .* deleteBeforeReplace: true/);
});

test("a conflict of a role says nothing about retainOnDelete, which leaves it replaceable", () => {
  const remedy = conflictRemedy(role, { name: "Support" });
  expect(remedy).toContain("If it is to be replaced, set the resource option deleteBeforeReplace: true.");
  expect(remedy).not.toMatch(/retainOnDelete|plugin/);
});
