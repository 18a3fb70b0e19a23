// What a check refuses, as the dynamic host does: see test/engine/invalid-input.test.ts.
import { expect, test } from "vitest";
import { secretValue as secret } from "../../../provider/lifecycle/secret-envelope.ts";
import { mistakes } from "../../engine/mistakes.ts";
import { operationsOf, pluginScene } from "./operations.ts";

test.for(mistakes)("a check refuses %s", async ([, type, args, refused]) => {
  const { service, plugin } = await pluginScene();
  const { failuresList } = await operationsOf(plugin, type).check(args);
  // The engine prints the value of the property that a failure names.
  expect(failuresList.map(({ property }) => property)).toEqual(failuresList.map(() => ""));
  const found = Object.fromEntries(failuresList.map(({ reason }) => reason.split(/ (.*)/s, 2)));
  expect(Object.keys(found).sort()).toEqual(Object.keys(refused).sort());
  for (const [path, reason] of Object.entries(refused)) expect(found[path]).toMatch(reason);
  expect(service.requests.api).toEqual([]);
});

test("no failure shows a secret, at any depth", async () => {
  const { plugin } = await pluginScene();
  const { failuresList, inputs } = await operationsOf(plugin, "CustomDomain").check({
    domain: secret("canary_of.example.com"),
    type: "self_managed_certs",
    tlsPolicy: secret("canary-policy"),
    domainMetadata: { a: [secret("canary-list")], b: secret({ c: "canary-map" }) },
  });
  const reasons = failuresList.map(({ reason }) => reason);
  expect(reasons.map((reason) => reason.split(" ")[0]).sort()).toEqual([
    "domain",
    "domainMetadata.a",
    "domainMetadata.b",
    "tlsPolicy",
  ]);
  expect(reasons.join()).not.toContain("canary");
  expect(inputs.domain).toEqual(secret("canary_of.example.com"));
});
