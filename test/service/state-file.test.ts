import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderForTest } from "../temporary-folder.ts";
import { startService } from "./service.ts";
import { askToken, call, serviceForTest } from "./service-for-test.ts";

test("items, clients and tokens survive a restart at another address", async () => {
  const stateFile = join(folderForTest(), "state.json");
  const before = await startService({ stateFile });
  const token = await before.issueToken();
  const role = await call(before, "POST", "/roles", { body: { name: "kept" } });
  const template = before.tenant.addTemplate();
  const { eventStreamId, eventId } = before.tenant.addEvent();
  await call(before, "POST", `/event-streams/${eventStreamId}/redeliver/${eventId}`);
  await before.close();

  const after = await serviceForTest({ stateFile, port: 0 });
  expect((await call(after, "GET", `/roles/${role.json.id}`, { token })).json).toEqual(role.json);
  expect(after.tenant.templates.get(template.id)).toEqual(template);
  expect(after.tenant.hasEvent(eventStreamId, eventId)).toBe(true);
  expect(after.tenant.redeliveries).toHaveLength(1);
  const { id, secret } = before.client;
  const form = { audience: "/api/v2/", client_id: id, client_secret: secret };
  expect((await askToken(after, form)).status).toBe(200);
});

test("a restart keeps the port, and takes another while that one is in use", async () => {
  const stateFile = join(folderForTest(), "state.json");
  const before = await startService({ stateFile });
  const beside = await serviceForTest({ stateFile });
  expect(beside.baseUrl).not.toBe(before.baseUrl);
  await beside.close();
  expect((await serviceForTest({ stateFile })).baseUrl).toBe(beside.baseUrl);
  await before.close();
});

test("no temporary file is left beside the state file", async () => {
  const path = folderForTest();
  const service = await serviceForTest({ stateFile: join(path, "state.json") });
  service.tenant.addRole({ name: "a" });
  expect(readdirSync(path)).toEqual(["state.json"]);
});

test("a state file of version 0.1.0 is read", async () => {
  const stateFile = join(folderForTest(), "state.json");
  const role = { id: "rol_1", name: "kept" };
  const domain = { custom_domain_id: "cd_1", domain: "a.example.com", type: "self_managed_certs" };
  const template = { id: "vct_1", name: "kept" };
  const redelivery = { eventStreamId: "s", eventId: "e", at: "2026-01-01T00:00:00.000Z" };
  const state = { domains: [domain], templates: [template], roles: [role], events: ["s/e"] };
  writeFileSync(stateFile, JSON.stringify({ ...state, redeliveries: [redelivery] }));
  const { tenant } = await serviceForTest({ stateFile });
  expect(tenant.domains.get("cd_1")).toEqual(domain);
  expect(tenant.templates.get("vct_1")).toEqual(template);
  expect(tenant.roles.get("rol_1")).toEqual(role);
  expect(tenant.events).toEqual([{ eventStreamId: "s", eventId: "e" }]);
  expect(tenant.redeliveries).toEqual([redelivery]);
  expect(JSON.parse(readFileSync(stateFile, "utf8"))).toMatchObject(state);
});

test("a collection of the state file that has no route file is kept", async () => {
  const stateFile = join(folderForTest(), "state.json");
  writeFileSync(stateFile, JSON.stringify({ others: [{ id: "o_1" }] }));
  const { tenant } = await serviceForTest({ stateFile });
  tenant.addRole({ name: "a" });
  expect(JSON.parse(readFileSync(stateFile, "utf8"))).toMatchObject({ others: [{ id: "o_1" }] });
});

test("a broken state file fails the start with an error that names it", async () => {
  const stateFile = join(folderForTest(), "state.json");
  writeFileSync(stateFile, "{");
  await expect(startService({ stateFile })).rejects.toThrow(stateFile);
});
