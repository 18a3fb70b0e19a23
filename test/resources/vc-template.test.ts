import { expect, test } from "vitest";
import { type Props, unknownValue } from "../../provider/lifecycle/handlers.ts";
import { attributeNames } from "../../provider/resources/presentation.ts";
import { checkOnly, failuresOf, succeeded, worldForTest } from "./stack-for-test.ts";

const template = (inputs: Props) => ({ type: "VcTemplate", inputs }) as const;
const presentation = { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { family_name: true } } };
const complete = {
  name: "licence",
  type: "mdl",
  dialect: "simplified/1.0",
  presentation,
  wellKnownTrustedIssuers: "aamva",
};
const check = (inputs: Props) => failuresOf("VcTemplate", inputs);
const stringOf = (length: number) => "x".repeat(length);

test("a new template needs all five fields, and an adopted one needs none", async () => {
  expect(Object.keys(await check({}))).toEqual(Object.keys(complete));
  expect(await check(complete)).toEqual({});
  expect(await check({ templateId: "vct_1" })).toEqual({});
  expect(await check({ ...complete, name: unknownValue, presentation: unknownValue })).toEqual({});
  expect(await check({ templateId: unknownValue })).toEqual({});
});

test("lengths and enums are checked at their limits", async () => {
  expect(await check({ templateId: stringOf(26), name: stringOf(255), type: "x" })).toEqual({});
  expect(await check({ templateId: stringOf(27), name: stringOf(256), type: "" })).toEqual({
    templateId: "must have 1 to 26 characters",
    name: "must have 1 to 255 characters",
    type: "must have 1 to 255 characters",
  });
  const wrong = { dialect: "simplified/1x0", wellKnownTrustedIssuers: "aamva,other", version: 1.5 };
  expect(await check({ templateId: "vct_1", ...wrong })).toEqual({
    dialect: 'must be one of "simplified/1.0"',
    wellKnownTrustedIssuers: 'must be one of "aamva"',
    version: "must be a whole number",
  });
  expect(await check({ templateId: "vct_1", custom: 1 })).toHaveProperty("custom");
});

test("a presentation has three levels, with true or false in the last", async () => {
  expect(
    await check({ templateId: "t", presentation: { mdl: { ns: { portrait: "yes", odd: 1 } } } }),
  ).toEqual({
    "presentation.mdl.ns.portrait": "must be true or false",
    "presentation.mdl.ns.odd": "must be true or false",
  });
  expect(await check({ templateId: "t", presentation: { "a.b": true } })).toEqual({
    'presentation["a.b"]': "must be an object",
  });
  expect(await check({ templateId: "t", presentation: [] })).toHaveProperty("presentation");
  const odd = { mdl: { ns: { toString: "x", constructor: true } } };
  expect(Object.keys(await check({ templateId: "t", presentation: odd }))).toEqual([
    "presentation.mdl.ns.toString",
  ]);
  expect(await check({ templateId: "t", presentation: { mdl: { ns: { portrait: unknownValue } } } })).toEqual(
    {},
  );
});

test("attributes that the interface names pass, and others pass with a warning", async () => {
  const all = Object.fromEntries(attributeNames.map((name) => [name, true]));
  expect(attributeNames.length).toBe(21);
  const named = await checkOnly("VcTemplate", { templateId: "t", presentation: { mdl: { ns: all } } });
  expect(named).toEqual({ failures: [], log: [] });
  const other = await checkOnly("VcTemplate", {
    templateId: "t",
    presentation: { mdl: { ns: { sex: true } } },
  });
  expect(other.failures).toEqual([]);
  expect(other.log).toEqual([
    expect.stringMatching(/^warning: VcTemplate "t": .*presentation\.mdl\.ns\.sex/),
  ]);
});

test("an existing template is adopted by a PATCH with the declared inputs only, and destroy leaves it", async () => {
  const { service, stack, up } = await worldForTest();
  const { id } = service.tenant.addTemplate({ name: "old" });
  await up({ a: template({ templateId: id, name: "new" }) });
  expect(service.requests.api).toMatchObject([{ method: "PATCH" }]);
  expect(service.tenant.templates.get(id)).toMatchObject({ name: "new", type: "mdl", presentation });
  expect(stack.state.get("a")?.id).toBe(id);
  expect(stack.outputs("a")).toMatchObject({ templateId: id, name: "new", type: "mdl", presentation });
  expect(stack.outputs("a").createdAt).toMatch(/^\d{4}-/);
  succeeded(await stack.destroy());
  expect(service.tenant.templates.size).toBe(1);
  expect(service.requests.api.length).toBe(1);
});

test("a template without a templateId is created, and destroy deletes it", async () => {
  const { service, stack, up } = await worldForTest();
  await up({ a: template({ ...complete, version: 3 }) });
  const [created] = service.tenant.templates.values();
  expect(created).toMatchObject({
    name: "licence",
    presentation,
    well_known_trusted_issuers: "aamva",
    version: 3,
  });
  expect(stack.outputs("a")).toMatchObject({
    templateId: created?.id,
    version: 3,
    wellKnownTrustedIssuers: "aamva",
  });
  expect(await up({ a: template({ ...complete, version: 3 }) })).toEqual({ a: "same" });
  succeeded(await stack.destroy());
  expect(service.tenant.templates.size).toBe(0);
});

test("an update sends only the fields that changed, and a field that is no longer declared stays", async () => {
  const { service, stack, up } = await worldForTest();
  await up({ a: template({ ...complete }) });
  const [created] = service.tenant.templates.values();
  const changed = { mdl: { ns: { portrait: true, family_name: false } } };
  expect(await up({ a: template({ ...complete, presentation: changed }) })).toEqual({ a: "update" });
  expect(created?.presentation).toEqual(changed);
  service.requests.reset();
  const id = created?.id ?? "";
  await up({ a: template({ ...complete, presentation: changed, templateId: id }) });
  expect(await up({ a: template({ templateId: id, name: "other" }) })).toEqual({ a: "update" });
  expect(service.requests.writes.length).toBe(1);
  expect(created).toMatchObject({ name: "other", type: "mdl", presentation: changed });
  expect(stack.state.get("a")?.id).toBe(id);
});

test("another templateId replaces the resource, and leaves the first template as it is", async () => {
  const { service, stack, up } = await worldForTest();
  const [one, two] = [service.tenant.addTemplate({ name: "1" }), service.tenant.addTemplate({ name: "2" })];
  await up({ a: template({ templateId: one.id, name: "a" }) });
  expect(await up({ a: template({ templateId: two.id, name: "a" }) })).toMatchObject({ a: "replace" });
  expect(stack.state.get("a")?.id).toBe(two.id);
  expect([...service.tenant.templates.values()].map(({ name }) => name)).toEqual(["a", "a"]);
});

test("an attribute that is false and one that is missing are the same", async () => {
  const { service, stack, up } = await worldForTest();
  const program = {
    a: template({ ...complete, presentation: { mdl: { ns: { portrait: true, nationality: false } } } }),
  };
  await up(program);
  for (const created of service.tenant.templates.values())
    created.presentation = { mdl: { ns: { portrait: true } } };
  succeeded(await stack.refresh());
  expect(await up(program)).toEqual({ a: "same" });
  for (const created of service.tenant.templates.values()) created.presentation = { mdl: { ns: {} } };
  succeeded(await stack.refresh());
  expect(await up(program)).toEqual({ a: "update" });
});

test("a presentation in which no attribute is true may be answered as an empty object", async () => {
  const { service, stack, up } = await worldForTest();
  const program = { a: template({ ...complete, presentation: { m: { n: { portrait: false } } } }) };
  await up(program);
  for (const created of service.tenant.templates.values()) created.presentation = {};
  succeeded(await stack.refresh());
  expect(await up(program)).toEqual({ a: "same" });
  expect(await up({ a: template({ ...complete, presentation: { m: {} } }) })).toEqual({ a: "same" });
  expect(service.requests.writes.length).toBe(1);
  const requested = { m: { n: { portrait: true } } };
  expect(await up({ a: template({ ...complete, presentation: requested }) })).toEqual({ a: "update" });
});

test("a refresh finds that a template is gone, and get reads one by its id alone", async () => {
  const { service, stack, provider, up } = await worldForTest();
  const { id } = service.tenant.addTemplate({ name: "old", custom_certificate_authority: "pem" });
  expect(await provider.handlersOf("VcTemplate").read(id, {})).toMatchObject({
    id,
    props: { templateId: id, name: "old", customCertificateAuthority: "pem" },
  });
  await up({ a: template({ templateId: id, name: "new" }) });
  service.tenant.templates.clear();
  expect((await stack.refresh()).steps).toEqual({ a: "gone" });
});

test("adopting a template that does not exist fails with what to do", async () => {
  const { fail } = await worldForTest();
  const error = await fail(template({ templateId: "vct_none", name: "new" }));
  expect(error).toMatchObject({ code: "ERR_IDM_API", status: 404 });
  expect(error.message).toMatch(/^VcTemplate "vct_none": 404 .*correct templateId/);
});

test.each(["../roles", "a/b", "a?b#c", "%2e%2e", "🦊"])(
  "the templateId %s is sent as one path segment",
  async (templateId) => {
    const { service, fail } = await worldForTest();
    expect(await fail(template({ templateId, name: "new" }))).toMatchObject({ status: 404 });
    expect(service.requests.api.map(({ path }) => path)).toEqual([
      `/api/v2/verifiable-credentials/verification/templates/${encodeURIComponent(templateId)}`,
    ]);
  },
);

test.each([".", "..", "\ud800"])(
  "the templateId %j is refused before anything is sent",
  async (templateId) => {
    const { service, fail } = await worldForTest();
    expect((await fail(template({ templateId, name: "new" }))).message).toContain("templateId");
    expect(service.requests.api).toEqual([]);
  },
);
