import { expect, test } from "vitest";
import { worldForTest } from "./stack-for-test.ts";

test("the documented operations are enough to create one resource of each type", async () => {
  const { service, stack, up } = await worldForTest({ documentedOnly: true });
  const { id } = service.tenant.addTemplate();
  const event = service.tenant.addEvent();
  const program = {
    domain: { type: "CustomDomain", inputs: { domain: "a.example.com", type: "self_managed_certs" } },
    role: { type: "Role", inputs: { name: "admin" } },
    template: { type: "VcTemplate", inputs: { templateId: id, name: "new" } },
    redelivery: { type: "EventRedelivery", inputs: event },
  } as const;
  await up(program);
  expect(service.requests.api.length).toBe(4);
  expect(stack.state.size).toBe(4);
  await up({ ...program, template: { type: "VcTemplate", inputs: { templateId: id, name: "newer" } } });
  expect(service.tenant.templates.get(id)?.name).toBe("newer");
  service.requests.reset();
  expect(new Set(Object.values(await up(program)))).toEqual(new Set(["same", "update"]));
});

test("an operation that the service does not route is told, and the resource does not count as gone", async () => {
  const { service, stack, up, fail } = await worldForTest();
  await up({ it: { type: "Role", inputs: { name: "admin" } } });
  const body = { statusCode: 404, error: "Not Found", message: "Route not found" };
  service.faults.add({ kind: "status", status: 404, path: /roles\/rol/, times: 9, body });
  const { errors: unread } = await stack.refresh();
  expect(unread.it).toMatchObject({ code: "ERR_IDM_UNSUPPORTED_OPERATION", status: 404 });
  expect(unread.it?.message).toMatch(/404 Not Found on GET \/roles\/.*--refresh/);
  const update = await fail({ type: "Role", inputs: { name: "owner" } });
  expect(update.message).toMatch(/404 Not Found on PATCH \/roles\/.*--replace/);
  const { errors: undeleted } = await stack.destroy();
  expect(undeleted.it?.message).toMatch(/404 Not Found on DELETE \/roles\/.*pulumi state delete/);
  expect(stack.state.size).toBe(1);
});

test("an error about an operation that the service lacks names it, with a workaround", async () => {
  const { service, stack, up, fail } = await worldForTest({ documentedOnly: true });
  await up({ it: { type: "Role", inputs: { name: "admin" } } });
  const update = await fail({ type: "Role", inputs: { name: "owner" } });
  expect(update).toMatchObject({ code: "ERR_IDM_UNSUPPORTED_OPERATION", status: 405 });
  expect(update.message).toMatch(/^Role "owner": 405 .*PATCH \/roles\/.*--replace/);
  const { errors: unread } = await stack.refresh();
  expect(unread.it?.message).toMatch(/GET \/roles\/.*--refresh/);
  const { errors: undeleted } = await stack.destroy();
  expect(undeleted.it?.message).toMatch(/DELETE \/roles\/.*pulumi state delete/);
  const adopted = (await stack.up({ b: { type: "Role", inputs: { name: "b", adopt: true } } })).errors.b;
  expect(adopted?.message).toMatch(/GET \/roles.*adopt/);
  const inputs = {
    name: "n",
    type: "t",
    dialect: "simplified/1.0",
    presentation: {},
    wellKnownTrustedIssuers: "aamva",
  };
  const created = (await stack.up({ c: { type: "VcTemplate", inputs } })).errors.c;
  expect(created?.message).toMatch(/POST .*templates.*templateId/);
  expect(service.tenant.roles.size).toBe(1);
});
