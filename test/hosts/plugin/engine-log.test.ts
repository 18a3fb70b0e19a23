// What the user is told while an operation runs, and how Ctrl-C ends a wait.
import engineMessages from "@pulumi/pulumi/proto/engine_pb.js";
import emptyMessages from "google-protobuf/google/protobuf/empty_pb.js";
import { expect, test, vi } from "vitest";
import { secretValue } from "../../../provider/lifecycle/secret-envelope.ts";
import { operationsOf, pluginScene } from "./operations.ts";
import { call } from "./plugin-for-test.ts";

const { INFO, WARNING } = engineMessages.LogSeverity;

test("the progress of a wait is the status of its resource, and Cancel ends the wait", async () => {
  const { service, plugin } = await pluginScene();
  const domain = service.tenant.addDomain({ domain: "login.example.com", type: "self_managed_certs" });
  const verification = operationsOf(plugin, "CustomDomainVerification");
  const wait = verification.create({ customDomainId: domain.custom_domain_id, timeoutSeconds: 86_000 });
  const ended = expect(wait).rejects.toThrow(/stopped before it was done.*ERR_IDM_ABORTED/);
  await vi.waitUntil(() => plugin.logged.length > 0, { timeout: 15_000 });
  const message = expect.stringContaining("login.example.com is pending_verification after");
  expect(plugin.logged).toContainEqual({ message, severity: INFO, urn: verification.urn, isStatus: true });
  await call(plugin, "cancel", new emptyMessages.Empty());
  await ended;
  expect(plugin.logged.map(({ severity }) => severity)).not.toContain(WARNING);
});

test("a warning of a replacement comes with the program's inputs, not with those of a refresh", async () => {
  const { service, plugin } = await pluginScene();
  const domain = operationsOf(plugin, "CustomDomain");
  const inputs = { domain: "login.example.com", type: "self_managed_certs" };
  const old = await domain.create(inputs);
  for (const each of service.tenant.domains.values()) each.status = "ready";
  const read = (await domain.read(old)) ?? expect.fail("it is gone");
  const news = { ...inputs, domainMetadata: { team: "a" } };
  // A refresh compares what it has read with the inputs of the last run.
  await domain.diff(read, news);
  expect(plugin.logged).toEqual([]);
  await domain.check(news);
  await domain.diff(read, news);
  expect(plugin.logged).toMatchObject([
    {
      severity: WARNING,
      urn: domain.urn,
      message: expect.stringMatching(/domainMetadata differs.*It is live/),
    },
  ]);
});

test("with the setting log=json every line is a JSON object, and keeps its resource and severity", async () => {
  const { service, plugin } = await pluginScene({ log: "json" });
  const role = operationsOf(plugin, "Role");
  service.faults.add({ kind: "reset-after", method: "POST", path: /roles/ });
  await role.create({ name: "admin", description: secretValue("canary") });
  const lines = plugin.logged.map(({ message, ...rest }) => ({ ...rest, ...JSON.parse(message) }));
  const own = { urn: role.urn, isStatus: false };
  const request = { ...own, severity: INFO, level: "debug", resourceType: "Role", resourceName: "admin" };
  expect(lines).toContainEqual(
    expect.objectContaining({ ...request, method: "POST", path: "/roles", error: "ERR_IDM_NETWORK" }),
  );
  expect(lines).toContainEqual(
    expect.objectContaining({
      ...own,
      severity: WARNING,
      level: "warning",
      message: expect.stringMatching(/^Role "admin": the response to its create was lost/),
    }),
  );
  expect(JSON.stringify(lines)).not.toContain("canary");
});

test("messages do not show an output that the program marks as secret", async () => {
  const { service, plugin } = await pluginScene();
  const role = operationsOf(plugin, "Role");
  const old = await role.create({ name: "admin" });

  const stored = { ...old, outputs: { ...old.outputs, roleId: secretValue(old.id) } };
  service.faults.add({ kind: "status", status: 403, path: /roles/, times: 9 });
  await expect(role.update(stored, { name: "owner" })).rejects.toThrow(/PATCH \/roles\/\[secret\]/);
  await expect(role.read(stored)).rejects.toThrow(/GET \/roles\/\[secret\]/);
});
