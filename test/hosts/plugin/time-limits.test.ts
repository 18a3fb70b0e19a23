// What `customTimeouts` bound, and what a time-out says.
import { expect, test, vi } from "vitest";
import { operationsOf, pluginScene } from "./operations.ts";

test("customTimeouts end an update, and the message names the limit", async () => {
  const { service, plugin } = await pluginScene();
  const role = operationsOf(plugin, "Role");
  const old = await role.create({ name: "admin" });
  service.faults.add({ kind: "no-answer", method: "PATCH" });
  await expect(role.update(old, { name: "owner" }, 0.2)).rejects.toThrow(
    /PATCH \/roles.*not done within 0\.2 s.*raise customTimeouts\.update.*ERR_IDM_TIMEOUT/,
  );
});

test("customTimeouts end a delete and a read, and the messages name the limits", async () => {
  const { service, plugin } = await pluginScene();
  const role = operationsOf(plugin, "Role");
  const old = await role.create({ name: "admin" });
  service.faults.add({ kind: "no-answer", method: "DELETE" });
  await expect(role.delete(old, 0.2)).rejects.toThrow(/0\.2 s.*customTimeouts\.delete/);
  service.faults.add({ kind: "no-answer", method: "GET", times: 10 });
  await expect(role.read(old, 0.2)).rejects.toThrow(/0\.2 s.*customTimeouts\.read/);
});

test("customTimeouts that end while the authorisation server hangs say so, and that nothing was sent", async () => {
  const { service, plugin } = await pluginScene();
  service.faults.add({ kind: "no-answer", path: /oauth/ });
  await expect(operationsOf(plugin, "Role").create({ name: "admin" }, 0.3)).rejects.toThrow(
    new RegExp(
      `POST /roles: not done within 0\\.3 s\\. It was never sent.* ${service.authUrl} has not answered.*` +
        "IDM_AUTH_URL.*customTimeouts\\.create.*ERR_IDM_TIMEOUT",
    ),
  );
  expect(service.requests.api).toEqual([]);
});

test("customTimeouts also end the repetition of requests", async () => {
  const { service, plugin } = await pluginScene();
  service.faults.add({
    kind: "status",
    status: 429,
    headers: { "retry-after": "60" },
    path: /roles/,
    times: 99,
  });
  await expect(operationsOf(plugin, "Role").create({ name: "admin" }, 10)).rejects.toThrow(
    /429.*raise customTimeouts\.create/,
  );
  expect(service.tenant.roles.size).toBe(0);
});

test("the outcome of a create that timed out is unknown", async () => {
  const { service, plugin } = await pluginScene();
  const role = operationsOf(plugin, "Role");
  // It also gets the token: the next request leaves at once.
  await role.create({ name: "first" });
  service.faults.add({ kind: "no-answer-after", method: "POST", path: /roles/ });
  await expect(role.create({ name: "admin" }, 1.5)).rejects.toThrow(
    /not done within 1\.5 s.*not known whether.*customTimeouts\.create.*ERR_IDM_UNKNOWN_OUTCOME/,
  );
  expect([...service.tenant.roles.values()].map(({ name }) => name)).toEqual(["first", "admin"]);
});

test("customTimeouts bound the wait for a domain in place of timeoutSeconds, and the message says so", async () => {
  const { service, plugin } = await pluginScene();
  const { custom_domain_id: customDomainId } = service.tenant.addDomain({
    domain: "login.example.com",
    type: "self_managed_certs",
  });
  const verification = operationsOf(plugin, "CustomDomainVerification");
  const inputs = { customDomainId, timeoutSeconds: 600, pollIntervalSeconds: 0.05 };
  await expect(verification.create(inputs, 2)).rejects.toThrow(
    /login\.example\.com is not ready after 2 s \(customTimeouts\.create\)/,
  );
  const outputs = { ...inputs, status: "pending_verification" };
  await expect(verification.update({ id: customDomainId, inputs, outputs }, inputs, 1)).rejects.toThrow(
    / 1 s \(customTimeouts\.update\)/,
  );
});

test("customTimeouts that are longer than timeoutSeconds lengthen the wait", async () => {
  const { service, plugin } = await pluginScene();
  const domain = service.tenant.addDomain({ domain: "login.example.com", type: "self_managed_certs" });
  const verification = operationsOf(plugin, "CustomDomainVerification");
  const inputs = { customDomainId: domain.custom_domain_id, timeoutSeconds: 0.2, pollIntervalSeconds: 0.1 };
  const created = verification.create(inputs, 60);
  const reads = () => service.requests.api.filter(({ method }) => method === "GET").length;
  await vi.waitUntil(() => reads() >= 5, { timeout: 15_000 });
  domain.status = "ready";
  expect((await created).outputs).toMatchObject({ status: "ready" });
});
