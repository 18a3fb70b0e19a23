import { expect, test } from "vitest";
import * as registry from "../../provider/index.ts";
import type { Resource } from "../../provider/lifecycle/resource.ts";
import { referencePages } from "../../scripts/generate/reference/pages.ts";
import { requestsOf } from "../../scripts/generate/reference/requests.ts";
import { resourcePage } from "../../scripts/generate/reference/resource-page.ts";
import { testResources, webhook } from "../resources/webhook.ts";
import { loadRouteFiles } from "../service/route-files.ts";
import { Tenant } from "../service/tenant.ts";

const resources: readonly Resource[] = Object.values(registry);

test("the requests of the reference are the routes of the service, with their scopes", async () => {
  const factories = await loadRouteFiles();
  const routes = factories.flatMap((factory) => factory({ tenant: new Tenant(), options: {} }));
  const routed = routes
    .filter(({ path }) => !path.startsWith(webhook.collection.path))
    .map(({ method, path, scope, documented }) => line(method, path, scope, documented === true));
  const shown = resources
    .flatMap(requestsOf)
    .map(({ method, path, scope, isDocumented }) => line(method, path, scope, isDocumented));
  expect([...new Set(shown)].sort()).toEqual(routed.sort());
});

/** Names of segments differ between the two. */
function line(method: string, path: string, scope: string, isDocumented: boolean): string {
  return `${method} ${path.replace(/:\w+|\{\w+\}/g, "*")} ${scope} ${isDocumented}`;
}

test("a page says type, limits, default, secrecy and what a change does", () => {
  const text = resourcePage(webhook, testResources);
  expect(text).toContain("| `name` | string | Name of the webhook. 1 to 255 characters. |");
  expect(text).toContain(
    '`status?` | string | Whether events are sent. One of `"active"`, `"paused"`. Default: `"active"`',
  );
  expect(text).toMatch(/`target\.authToken` \| string \| .* Secret: encrypted in the state\./);
  expect(text).toMatch(/`target\.retry\.maxTries` \| number/);
  expect(text).toContain("- A change of `kind` replaces the resource.");
  expect(text).toContain(
    "- `target`, `headers`, `mirrors` and `passPhrase` are secrets: encrypted in the state.",
  );
  expect(text).toContain(
    "| `signingSecret` | string | Key that the service signs events with. Secret: encrypted in the state. |",
  );
});

test("each resource and each function has a page with an example in four languages", () => {
  const pages = referencePages(resources);
  const names = Object.keys(pages).filter(
    (name) => !["README.md", "settings.md", "requests.md"].includes(name),
  );
  expect(names).toEqual(expect.arrayContaining(["role.md", "get-role.md", "get-vc-template.md"]));
  for (const name of names)
    for (const language of ["typescript", "python", "go", "yaml"])
      expect(pages[name], name).toContain(`\n\`\`\`${language}\n`);
});

test("a resource says how it is imported, read and adopted, and that destroy deletes it", () => {
  const pages = referencePages(resources);
  expect(pages["role.md"]).toContain("pulumi import idm:index:Role auditor name:Auditor\n");
  expect(pages["role.md"]).toMatch(
    /\*\*`adopt: true`\*\*.*Destroying the resource deletes the role.*`retainOnDelete`/,
  );
  expect(pages["event-redelivery.md"]).toContain("It cannot be imported or read");
});

test("a resource says that the dynamic provider does not use an import", () => {
  const pages = referencePages(resources);
  expect(pages["role.md"]).toMatch(
    /another URN: the next `up` creates a second role\. .*`adopt: true` or `Role\.get`/,
  );
  expect(pages["custom-domain.md"]).toMatch(/a second custom domain, which the service refuses/);
  expect(pages["vc-template.md"]).toMatch(/creates a second template\. .*`templateId` or `VcTemplate\.get`/);
});

test("the errors are those that a resource can have", () => {
  const pages = referencePages(resources);
  const codesOf = (name: string) =>
    [...(pages[name] ?? "").matchAll(/\[`(ERR_IDM_\w+)`\]/g)].map(([, code]) => code);
  expect(codesOf("role.md")).toContain("ERR_IDM_AMBIGUOUS");
  expect(codesOf("custom-domain.md")).not.toContain("ERR_IDM_AMBIGUOUS");
  expect(codesOf("custom-domain-verification.md")).toContain("ERR_IDM_VERIFICATION");
  expect(codesOf("event-redelivery.md")).not.toContain("ERR_IDM_OTHER_ADDRESS");
  expect(codesOf("get-vc-template.md")).not.toContain("ERR_IDM_AMBIGUOUS");
});

test("a table whose example lacks what the reference shows is an error that names it", () => {
  const { id: _, ...example } = webhook.example ?? { name: "", inputs: {} };
  expect(() => resourcePage({ ...webhook, example }, testResources)).toThrow(
    "the example of Webhook has no id: add one to its table",
  );
});
