import { expect, test } from "vitest";
import { call, serviceForTest } from "./service-for-test.ts";

const collection = "/verifiable-credentials/verification/templates";
const complete = {
  name: "licence",
  type: "mdl",
  dialect: "simplified/1.0",
  presentation: { doc: { space: { family_name: true, nationality: false } } },
  well_known_trusted_issuers: "aamva",
};

test("an update changes only the fields of its body", async () => {
  const service = await serviceForTest();
  const template = service.tenant.addTemplate({ name: "before", custom_certificate_authority: "PEM" });
  const { status, json } = await call(service, "PATCH", `${collection}/${template.id}`, {
    body: { name: "after", version: 2 },
  });
  expect(status).toBe(200);
  expect(json).toMatchObject({
    id: template.id,
    name: "after",
    type: "mdl",
    custom_certificate_authority: "PEM",
  });
  expect(json).not.toHaveProperty("version");
  expect(service.tenant.templates.get(template.id)).toMatchObject({ name: "after", version: 2 });
});

test("an empty update is accepted", async () => {
  const service = await serviceForTest();
  const { id } = service.tenant.addTemplate();
  expect((await call(service, "PATCH", `${collection}/${id}`, { body: {} })).status).toBe(200);
});

test.each([
  { name: "" },
  { name: "x".repeat(256) },
  { type: "" },
  { dialect: "simplified/2.0" },
  { dialect: "simplified/1.0 " },
  { well_known_trusted_issuers: "aamva,other" },
  { version: 1.5 },
  { version: "1" },
  { presentation: { doc: { space: { family_name: "yes" } } } },
  { presentation: { doc: true } },
  { name: null },
  { custom_certificate_authority: "PEM" },
  { unknown: 1 },
])("%j is refused with 400", async (body) => {
  const service = await serviceForTest();
  const { id } = service.tenant.addTemplate({ name: "kept" });
  expect((await call(service, "PATCH", `${collection}/${id}`, { body })).status).toBe(400);
  expect(service.tenant.templates.get(id)?.name).toBe("kept");
});

test("an unknown id is 404 and one of more than 26 characters 400", async () => {
  const service = await serviceForTest();
  expect((await call(service, "PATCH", `${collection}/${"x".repeat(26)}`, { body: {} })).status).toBe(404);
  expect((await call(service, "PATCH", `${collection}/${"x".repeat(27)}`, { body: {} })).status).toBe(400);
});

test("a template is created, read, listed and deleted", async () => {
  const service = await serviceForTest();
  const { status, json } = await call(service, "POST", collection, { body: { ...complete, version: 1 } });
  expect(status).toBe(201);
  expect(json).toMatchObject({ ...complete, id: expect.stringMatching(/^vct_\w{22}$/) });
  expect((await call(service, "GET", `${collection}/${json.id}`)).json).toEqual(json);
  expect((await call(service, "GET", collection)).json).toEqual([json]);
  expect((await call(service, "DELETE", `${collection}/${json.id}`)).status).toBe(204);
  expect((await call(service, "DELETE", `${collection}/${json.id}`)).status).toBe(404);
});

test.each(Object.keys(complete))("a create without %s is refused with 400", async (field) => {
  const service = await serviceForTest();
  const body = { ...complete, [field]: undefined };
  expect((await call(service, "POST", collection, { body })).status).toBe(400);
});
