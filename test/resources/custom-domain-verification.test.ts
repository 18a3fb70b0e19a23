import { expect, test } from "vitest";
import { dynamicHandlers } from "../../provider/hosts/dynamic/dynamic-handlers.ts";
import { unknownValue } from "../../provider/lifecycle/handlers.ts";
import { customDomainVerification } from "../../provider/resources/custom-domain-verification.ts";
import { proof, verificationScene } from "../verification/scene.ts";
import { markedSecrets } from "./crossing.ts";
import { reasonsByPath } from "./stack-for-test.ts";

test("a domain that is ready takes one read and no other request", async () => {
  const { service, add, create } = await verificationScene();
  const domain = add();
  domain.status = "ready";
  expect(await create(domain)).toMatchObject({ domain: "login.example.com", status: "ready" });
  expect(service.requests.api.map(({ method }) => method)).toEqual(["GET"]);
});

test.each([
  ["self_managed_certs", undefined],
  ["service_managed_certs", { status: "provisioned", certificateAuthority: "letsencrypt" }],
] as const)(
  "a %s domain with its record in DNS is ready after one request to verify",
  async (type, certificate) => {
    const { dns, log, add, create, verifies } = await verificationScene();
    const domain = add("login.example.com", type);
    dns.records = [proof(domain)];
    const outs = await create(domain);
    expect(outs).toMatchObject({ status: "ready", lastVerifiedAt: expect.any(String) });
    if (certificate) expect(outs.certificate).toMatchObject(certificate);
    else expect(outs).not.toHaveProperty("certificate");
    expect(verifies()).toBe(1);
    expect(log).toEqual([
      expect.stringContaining("login.example.com was pending_verification and is ready now"),
    ]);
  },
);

test("a record that is created during the wait makes the domain ready", async () => {
  const { dns, add, create, verified } = await verificationScene();
  const domain = add();
  const outs = create(domain);
  await verified(2);
  dns.records = [proof(domain)];
  expect(await outs).toMatchObject({ status: "ready" });
});

test("a read between two requests to verify finds a domain that became ready by itself", async () => {
  const { add, create, verified, verifies } = await verificationScene({
    limits: { intervalMs: 60_000, maxRequests: 5, windowMs: 61_000 },
  });
  const domain = add();
  const outs = create(domain);
  await verified(1);
  domain.status = "ready";
  expect(await outs).toMatchObject({ status: "ready" });
  expect(verifies()).toBe(1);
});

test("a short poll interval adds reads, but no requests to verify", async () => {
  const { service, add, fail } = await verificationScene({
    limits: { intervalMs: 60_000, maxRequests: 5, windowMs: 61_000 },
  });
  await fail(add(), { timeoutSeconds: 1, pollIntervalSeconds: 0.01 });
  const methods = service.requests.api.map(({ method }) => method);
  expect(methods.filter((method) => method === "POST")).toHaveLength(1);
  expect(methods.filter((method) => method === "GET").length).toBeGreaterThan(4);
});

test("domains that wait at the same time share the limit on requests to verify", async () => {
  const { dns, add, create, verifies } = await verificationScene({
    limits: { intervalMs: 20, maxRequests: 3, windowMs: 60_000 },
  });
  const domains = ["a", "b", "c", "d", "e"].map((label) => add(`${label}.example.com`));
  dns.records = domains.map((domain) => proof(domain));
  const ends = await Promise.allSettled(domains.map((domain) => create(domain, { timeoutSeconds: 2 })));
  expect(ends.map(({ status }) => status).toSorted()).toEqual([
    "fulfilled",
    "fulfilled",
    "fulfilled",
    "rejected",
    "rejected",
  ]);
  expect(verifies()).toBe(3);
});

test("many domains with their records in DNS become ready at the same time", async () => {
  const { dns, add, create } = await verificationScene();
  const domains = Array.from({ length: 20 }, (_, index) =>
    add(`d${index}.example.com`, index % 2 ? "self_managed_certs" : "service_managed_certs"),
  );
  dns.records = domains.map((domain) => proof(domain));
  const all = await Promise.all(domains.map((domain) => create(domain)));
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set(["ready"]));
});

test("progress lines name the record that the service looks for", async () => {
  const { dns, log, add, create, verified } = await verificationScene({ progressMs: 10 });
  const domain = add();
  const outs = create(domain);
  await verified(4);
  dns.records = [proof(domain)];
  await outs;
  const progress = log.filter((line) => line.includes("the service looks for"));
  expect(progress.length).toBeGreaterThan(1);
  expect(progress[0]).toContain("login.example.com is pending_verification");
  expect(progress[0]).toContain("TXT _idm-challenge.login.example.com");
});

const resource = "org/urn:pulumi:dev::site::pulumi-nodejs:dynamic/idm:CustomDomainVerification::login-ready";

test("messages of the wait name the resource as the program does, and the domain", async () => {
  const { service, log, add, fail } = await verificationScene();
  service.faults.add({ kind: "status", status: 503, path: /\/verify$/ });
  const error = await fail(add(), { timeoutSeconds: 1, __resource: resource });
  expect(error.message).toMatch(/^CustomDomainVerification "login-ready": login\.example\.com is not ready/);
  expect(log.length).toBeGreaterThan(1);
  for (const line of log)
    expect(line).toMatch(
      /^CustomDomainVerification "login-ready": login\.example\.com(: still waiting| is )/,
    );
});

test("with a secret customDomainId, no message of the wait has the name of the domain, nor its id", async () => {
  const { log, add, fail } = await verificationScene({ progressMs: 10 });
  const domain = add("canary-login.example.com");
  const error = await fail(domain, {
    timeoutSeconds: 1,
    __resource: resource,
    __secrets: ["customDomainId"],
  });
  expect(error.message).toMatch(/^CustomDomainVerification "login-ready": \[secret\] is not ready/);
  expect(log.length).toBeGreaterThan(1);
  const told = [error.message, error.stack, ...log].join();
  expect(told).not.toContain("canary-login");
  expect(told).not.toContain(domain.custom_domain_id);
});

test("with a secret customDomainId, the name of the domain is a secret output", async () => {
  const { add, handlers } = await verificationScene();
  const domain = Object.assign(add(), { status: "ready" });
  const news = { customDomainId: domain.custom_domain_id, __secrets: ["customDomainId"] };
  const marked = dynamicHandlers(customDomainVerification, handlers);
  expect(markedSecrets((await marked.create(news)).outs)).toEqual(["domain"]);
});

test("not every read writes a progress line", async () => {
  const { log, add, fail, verified } = await verificationScene();
  const failed = fail(add(), { timeoutSeconds: 2 });
  await verified(4);
  await failed;
  expect(log.filter((line) => line.includes("the service looks for"))).toHaveLength(1);
});

test("a refresh shows that the domain is no longer ready, and the next update waits again", async () => {
  const { dns, handlers, add, create, verifies } = await verificationScene({
    service: { recheckOnRead: true },
  });
  const domain = add();
  dns.records = [proof(domain)];
  const outs = await create(domain);
  const news = { customDomainId: domain.custom_domain_id, pollIntervalSeconds: 0.02 };
  expect(await handlers.diff(domain.custom_domain_id, outs, news)).toMatchObject({ changes: false });

  dns.records = [];
  const { id, props = {} } = await handlers.read(domain.custom_domain_id, outs);
  expect(props).toMatchObject({ status: "pending_verification" });
  expect(await handlers.diff(id ?? "", props, news)).toMatchObject({ changes: true, replaces: [] });

  dns.records = [proof(domain)];
  const { outs: again } = await handlers.update(id ?? "", props, news);
  expect(again).toMatchObject({ status: "ready" });
  expect(verifies()).toBe(2);
});

test("delete sends nothing and does not change the domain", async () => {
  const { service, dns, handlers, add, create } = await verificationScene();
  const domain = add();
  dns.records = [proof(domain)];
  const outs = await create(domain);
  service.requests.reset();
  await handlers.delete(domain.custom_domain_id, outs);
  expect(service.requests.api).toEqual([]);
  expect(domain.status).toBe("ready");
});

test("get reads a domain with its id alone", async () => {
  const { handlers, add } = await verificationScene();
  const { custom_domain_id: id } = add();
  expect(await handlers.read(id, { __provider: "shell" })).toMatchObject({
    id,
    props: { customDomainId: id, domain: "login.example.com", status: "pending_verification" },
  });
});

test("a refresh finds that the domain was deleted", async () => {
  const { service, dns, handlers, add, create } = await verificationScene();
  const domain = add();
  dns.records = [proof(domain)];
  const outs = await create(domain);
  service.tenant.domains.delete(domain.custom_domain_id);
  expect(await handlers.read(domain.custom_domain_id, outs)).toEqual({});
});

test("another customDomainId replaces the resource, other changes have no effect", async () => {
  const { handlers } = await verificationScene();
  const olds = { customDomainId: "cd_a", status: "ready", timeoutSeconds: 60 };
  expect(await handlers.diff("cd_a", olds, { customDomainId: "cd_b" })).toMatchObject({
    replaces: ["customDomainId"],
  });
  const changed = {
    customDomainId: "cd_a",
    timeoutSeconds: 90,
    pollIntervalSeconds: 9,
    recordFqdns: ["a.example.com"],
  };
  expect(await handlers.diff("cd_a", olds, changed)).toMatchObject({ changes: false });
});

test("a customDomainId that is not known yet does not replace the resource: nothing waits again by itself", async () => {
  const { handlers } = await verificationScene();
  const olds = { customDomainId: "cd_a", status: "ready" };
  expect(await handlers.diff("cd_a", olds, { customDomainId: unknownValue })).toMatchObject({
    changes: true,
    replaces: [],
  });
});

test.each([
  [{}, { customDomainId: "is required" }],
  [{ customDomainId: "" }, { customDomainId: "must have 1 to 255 characters" }],
  [{ customDomainId: "cd_a", timeoutSeconds: 0 }, { timeoutSeconds: "must be above 0" }],
  [{ customDomainId: "cd_a", timeoutSeconds: -5 }, { timeoutSeconds: "must be above 0" }],
  [{ customDomainId: "cd_a", timeoutSeconds: 1e9 }, { timeoutSeconds: "must be at most 86400" }],
  [{ customDomainId: "cd_a", timeoutSeconds: "60" }, { timeoutSeconds: "must be a number" }],
  [{ customDomainId: "cd_a", pollIntervalSeconds: 0 }, { pollIntervalSeconds: "must be above 0" }],
  [
    { customDomainId: "cd_a", pollIntervalSeconds: 90, timeoutSeconds: 60 },
    { pollIntervalSeconds: "must be at most timeoutSeconds" },
  ],
  [
    { customDomainId: "cd_a", pollIntervalSeconds: 601 },
    { pollIntervalSeconds: "must be at most timeoutSeconds (default 600)" },
  ],
  [{ customDomainId: "cd_a", recordFqdns: [5] }, { "recordFqdns[0]": "must be a string" }],
  [
    {
      customDomainId: unknownValue,
      recordFqdns: [unknownValue],
      timeoutSeconds: unknownValue,
      pollIntervalSeconds: 700,
    },
    {},
  ],
])("the check of %j finds %j", async (news, expected) => {
  const { handlers } = await verificationScene();
  const { failures } = await handlers.check({}, news);
  expect(reasonsByPath(failures)).toEqual(expected);
});

test("a wait that could never read its domain because of a 429 says so", async () => {
  const { service, add, fail } = await verificationScene();
  service.faults.add({ kind: "status", status: 429, times: 999 });
  const error = await fail(add(), { timeoutSeconds: 0.5 });
  expect(error).toMatchObject({ code: "ERR_IDM_TIMEOUT" });
  expect(error.message).toContain("429, the service limits the rate of requests");
});
