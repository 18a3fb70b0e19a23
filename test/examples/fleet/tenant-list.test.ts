import { join } from "node:path";
import { expect, test } from "vitest";
import { InputError } from "../../../examples/fleet/src/input-error.ts";
import { parseTenantList, readTenantList } from "../../../examples/fleet/src/tenant-list.ts";
import { checkout } from "../../../scripts/before-install/run.mjs";

const acme = {
  name: "acme",
  baseUrl: "https://acme.example.com/api/v2",
  domain: "login.acme.example",
  credentials: { accessToken: { env: "ACME_TOKEN" } },
};
const listOf = (...tenants: unknown[]) => JSON.stringify({ tenants }, null, 1);

/** The message of the InputError for a list. */
function mistakesOf(text: string): string {
  try {
    parseTenantList(text, "list.yaml");
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as Error).message;
  }
  throw new Error("the list was accepted");
}

test("a list is JSON or YAML", () => {
  expect(parseTenantList(listOf(acme), "list.json")).toEqual([acme]);
  const yaml = `
tenants:
  - name: acme
    baseUrl: https://acme.example.com/api/v2
    domain: login.acme.example
    credentials:
      accessToken: { env: ACME_TOKEN }`;
  expect(parseTenantList(yaml, "list.yaml")).toEqual([acme]);
});

test("the list of the example is accepted", () => {
  const file = join(checkout, "examples/fleet/tenants.yaml");
  expect(readTenantList(file).map(({ name }) => name)).toEqual(["acme", "globex", "initech"]);
});

test.each([
  [
    "text that is no YAML",
    "tenants:\n  - name: a\n   b: c",
    /^list\.yaml:3: this is not valid YAML or JSON: /,
  ],
  ["JSON that is cut off", '{"tenants": [', /^list\.yaml:1: this is not valid YAML or JSON: /],
  ["a field twice", "tenants:\n - name: a\n   name: b", /^list\.yaml:3: .*keys must be unique/],
  ["an empty file", "", "list.yaml:1: `tenants:` with a list of tenants is missing"],
  [
    "a list without the field tenants",
    "- name: a",
    "list.yaml:1: `tenants:` with a list of tenants is missing",
  ],
  ["a list without a tenant", "tenants: []", "list.yaml:1: the list has no tenant: add one below `tenants`"],
  [
    "a tenant that is no map",
    "tenants:\n - acme",
    /^list\.yaml:2: tenant 1 must be a map with the fields name, /,
  ],
  [
    "an unknown field",
    listOf({ ...acme, domian: "x" }),
    'list.yaml:12: tenant 1: unknown field "domian". The fields are name, baseUrl, authUrl, domain, credentials',
  ],
  [
    "a name that no stack can have",
    listOf({ ...acme, name: "A/B" }),
    /:4: tenant "A\/B": name must be 1 to 40 lower-case/,
  ],
  [
    "an address of another kind",
    listOf({ ...acme, baseUrl: "acme" }),
    /:5: tenant "acme": baseUrl must be an address that/,
  ],
  [
    "an authUrl that is no address",
    listOf({ ...acme, authUrl: 1 }),
    /tenant "acme": authUrl must be an address/,
  ],
  ...[
    "https://user:canary@acme.example.com/api/v2",
    " https://acme.example.com/api/v2",
    "https://acme.example.com/a b/api/v2",
    "https://acme.example.com\n.evil.example/api/v2",
    "https://acme.example.com\\@evil.example/api/v2",
    "https://acme.example.com?to=/api/v2",
    "https://:80/api/v2",
  ].flatMap((address): [string, string, RegExp][] => [
    [
      `the baseUrl ${JSON.stringify(address)}`,
      listOf({ ...acme, baseUrl: address }),
      /:5: tenant "acme": baseUrl must be an address that ends in \/api\/v2$/,
    ],
    [
      `the authUrl ${JSON.stringify(address)}`,
      listOf({ ...acme, authUrl: address }),
      /:12: tenant "acme": authUrl must be an address, such as/,
    ],
  ]),
  ...["-x.y", "x-.y", "x..y", "x.y\n", `${"x".repeat(64)}.y`, "x.y; rm -r z"].map(
    (domain): [string, string, RegExp] => [
      `the domain ${JSON.stringify(domain)}`,
      listOf({ ...acme, domain }),
      /:6: tenant "acme": domain must be a domain name, such as login\.example\.com$/,
    ],
  ),
  [
    "a tenant without credentials",
    listOf({ ...acme, credentials: undefined }),
    /:3: tenant "acme" has no credentials: add/,
  ],
  [
    "a client without a secret",
    listOf({ ...acme, credentials: { clientId: { env: "ID" } } }),
    /"acme" has no credentials/,
  ],
  [
    "a credential in the list itself",
    listOf({ ...acme, credentials: { accessToken: "canary" } }),
    /:8: tenant "acme": accessToken must be \{ env: NAME \} or .*: credentials are not part of the list$/,
  ],
  [
    "two tenants of one name",
    listOf(acme, { ...acme, domain: "other.example" }),
    /:13: the name "acme" is in line 3 already/,
  ],
  [
    "two tenants with one domain at one service",
    listOf(acme, { ...acme, name: "other", baseUrl: `${acme.baseUrl}/`, domain: "LOGIN.acme.example" }),
    /:13: https:\/\/acme\.example\.com\/api\/v2 with the domain login\.acme\.example is in line 3 already: change or remove/,
  ],
])("%s is refused with its line", (_, text, message) => {
  const mistakes = mistakesOf(text);
  if (typeof message === "string") expect(mistakes).toBe(message);
  else expect(mistakes).toMatch(message);
  expect(mistakes).not.toContain("canary");
});

test("all mistakes are reported at once", () => {
  expect(mistakesOf(listOf({ ...acme, name: "A" }, { ...acme, domain: "x" })).split("\n")).toHaveLength(2);
});

test("a list that cannot be read is refused with its name", () => {
  expect(() => readTenantList("nowhere.yaml")).toThrow(
    /^nowhere\.yaml: the list of tenants cannot be read \(ENOENT\)/,
  );
});
