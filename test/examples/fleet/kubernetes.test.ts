import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { manifestsOf } from "../../../examples/fleet/kubernetes/stack-manifest.ts";
import { readTenantList } from "../../../examples/fleet/src/tenant-list.ts";
import { checkout } from "../../../scripts/before-install/run.mjs";
import { operatorStack } from "./operator-stack.ts";

const folder = join(checkout, "examples/fleet");
const tenants = readTenantList(join(folder, "tenants.yaml"));

test("kubernetes/stacks.yaml is what the script writes from the list of the example", () => {
  expect(readFileSync(join(folder, "kubernetes/stacks.yaml"), "utf8")).toBe(manifestsOf(tenants));
});

test("each tenant has a Stack with the fields of the operator's definition", () => {
  const stacks = parseAllDocuments(manifestsOf(tenants)).map((document) =>
    operatorStack.parse(document.toJS()),
  );
  expect(stacks.map(({ metadata }) => metadata.name)).toEqual(["acme", "globex", "initech"]);
  expect(stacks[1]?.spec.config).toEqual({
    domain: "login.globex.example",
    "idm:baseUrl": "https://globex.example.com/api/v2",
    "idm:authUrl": "https://sign-in.globex.example.com",
  });
});

test("credentials come from the tenant's own Secret, under the names that the provider takes", () => {
  const [, globex] = parseAllDocuments(manifestsOf(tenants)).map((document) =>
    operatorStack.parse(document.toJS()),
  );
  const { PULUMI_ACCESS_TOKEN: _, ...own } = globex?.spec.envRefs ?? {};
  const names = ["IDM_CLIENT_ID", "IDM_PRIVATE_KEY", "IDM_KEY_ID", "IDM_SIGNING_ALGORITHM"];
  const secrets = names.map((key) => [key, { type: "Secret", secret: { name: "idm-globex", key } }]);
  expect(own).toEqual(Object.fromEntries(secrets));
});
