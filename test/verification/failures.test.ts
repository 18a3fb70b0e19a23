import { expect, test } from "vitest";
import { IdmError } from "../../provider/errors.ts";
import type { CustomDomain } from "../service/records.ts";
import { proof, silentNameServer, verificationScene } from "./scene.ts";

const verifyPath = /\/verify$/;

/** Sets the domain to what the service stores after it found a wrong record. */
function failBefore(domain: CustomDomain): void {
  domain.status = "failed";
  domain.verification.status = "failed";
  domain.verification.error_msg = "found something old";
}

test("a wrong record ends the wait at once, with the service's message", async () => {
  const { dns, add, fail, verifies } = await verificationScene();
  const domain = add();
  dns.records = [proof(domain, "of another account")];
  const error = await fail(domain);
  expect(error.code).toBe("ERR_IDM_VERIFICATION");
  expect(error.message).toMatch(
    /^CustomDomainVerification "cd_\w+": the verification of login\.example\.com failed/,
  );
  expect(error.message).toContain('found "of another account"');
  expect(verifies()).toBe(1);
});

test("a domain that failed before becomes ready when its record is correct now", async () => {
  const { dns, add, create } = await verificationScene();
  const domain = add();
  failBefore(domain);
  dns.records = [proof(domain)];
  expect(await create(domain)).toMatchObject({ status: "ready" });
});

test("a domain that failed before and still has a wrong record is verified once more, then fails", async () => {
  const { dns, add, fail, verifies } = await verificationScene();
  const domain = add();
  failBefore(domain);
  dns.records = [proof(domain, "still wrong")];
  expect((await fail(domain)).message).toContain('found "still wrong"');
  expect(verifies()).toBe(1);
});

test("an old failure does not end the wait before the service has answered a request to verify", async () => {
  const { service, dns, log, add, create, verifies } = await verificationScene();
  const domain = add();
  failBefore(domain);
  dns.records = [proof(domain)];
  service.faults.add({ kind: "status", status: 503, path: verifyPath });
  expect(await create(domain)).toMatchObject({ status: "ready" });
  expect(verifies()).toBe(2);
  expect(log.filter((line) => line.includes("still waiting: ") && line.includes("503"))).toHaveLength(1);
});

test("a service that refuses to verify a failed domain again ends the wait with the old message", async () => {
  const { service, add, fail, verifies } = await verificationScene();
  const domain = add();
  failBefore(domain);
  service.faults.add({ kind: "status", status: 400, path: verifyPath });
  const error = await fail(domain);
  expect(error).toMatchObject({ code: "ERR_IDM_VERIFICATION" });
  expect(error.message).toContain("found something old");
  expect(verifies()).toBe(1);
});

test("a refusal to verify a domain that is ready by now is a success, and is not reported", async () => {
  const { service, dns, log, add, create } = await verificationScene();
  const domain = add();
  dns.records = [proof(domain)];
  service.faults.add({ kind: "status-after", status: 400, path: verifyPath });
  expect(await create(domain)).toMatchObject({ status: "ready" });
  expect(log.filter((line) => line.includes("still waiting"))).toEqual([]);
});

test.each([{ kind: "reset-after" }, { kind: "status", status: 500 }, { kind: "html" }] as const)(
  "a request to verify that fails with $kind does not end the wait",
  async (fault) => {
    const { service, dns, add, create, verified } = await verificationScene();
    const domain = add();
    service.faults.add({ ...fault, path: verifyPath });
    const outs = create(domain);
    await verified(1);
    dns.records = [proof(domain)];
    expect(await outs).toMatchObject({ status: "ready" });
  },
);

test.each([400, 408, 500, 503])(
  "the line about a %i gives no advice, because the wait continues by itself",
  async (status) => {
    const { service, dns, log, add, create, verified } = await verificationScene();
    const domain = add();
    service.faults.add({ kind: "status", status, path: verifyPath });
    const outs = create(domain);
    await verified(1);
    dns.records = [proof(domain)];
    expect(await outs).toMatchObject({ status: "ready" });
    const lines = log.filter((line) => line.includes("still waiting: "));
    expect(lines).toEqual([expect.stringContaining(`${status} `)]);
    expect(lines[0]).not.toMatch(/run |correct|check|later/i);
  },
);

test("a 429 on a request to verify delays no other request, and the next turn tries again", async () => {
  const { service, dns, log, handlers, add, create } = await verificationScene();
  const [limited, other] = [add("limited.example.com"), add("other.example.com")];
  dns.records = [proof(limited)];
  const reset = String(Math.ceil(Date.now() / 1000) + 3600);
  const headers = { "x-ratelimit-limit": "5", "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset };
  service.faults.add({ kind: "status", status: 429, headers, path: verifyPath });
  expect(await create(limited)).toMatchObject({ status: "ready" });
  await handlers.read(other.custom_domain_id, {});
  expect(log.filter((line) => line.includes("still waiting: "))).toHaveLength(1);
  expect(service.requests.writes.map(({ status }) => status)).toEqual([429, 200]);
});

test("reads that fail for a while do not end the wait, and are reported once", async () => {
  const { service, dns, log, add, create } = await verificationScene();
  const domain = add();
  dns.records = [proof(domain)];
  service.faults.add({ kind: "html", method: "GET", after: 1, times: 3 });
  expect(await create(domain)).toMatchObject({ status: "ready" });
  expect(log.filter((line) => line.includes("still waiting: "))).toHaveLength(1);
});

test("an error of the first read ends the wait", async () => {
  const { service, add, fail, verifies } = await verificationScene();
  service.faults.add({ kind: "status", status: 403, method: "GET" });
  expect(await fail(add())).toMatchObject({ code: "ERR_IDM_API", status: 403 });
  expect(verifies()).toBe(0);
});

test("a service without the operations gets an error with a workaround", async () => {
  const { add, fail } = await verificationScene({ service: { documentedOnly: true } });
  const error = await fail(add());
  expect(error.code).toBe("ERR_IDM_UNSUPPORTED_OPERATION");
  expect(error.message).toContain("leave CustomDomainVerification out of the program");
});

test("a refresh gets the same workaround from a service without the read", async () => {
  const { handlers, add } = await verificationScene({ service: { documentedOnly: true } });
  const id = add().custom_domain_id;
  await expect(handlers.read(id, { customDomainId: id })).rejects.toMatchObject({
    code: "ERR_IDM_UNSUPPORTED_OPERATION",
    message: expect.stringContaining("leave CustomDomainVerification out of the program"),
  });
});

test("a 404 on the request to verify a domain that exists says that the service does not verify, with the workaround", async () => {
  const { service, add, fail } = await verificationScene();
  service.faults.add({ kind: "status", status: 404, path: verifyPath });
  expect(await fail(add())).toMatchObject({
    code: "ERR_IDM_UNSUPPORTED_OPERATION",
    status: 404,
    message: expect.stringMatching(/does not support this operation.*Verify the domain by hand/),
  });
});

test("the error for an unknown id names the id", async () => {
  const { fail } = await verificationScene();
  const error = await fail({ custom_domain_id: "cd_unknown" });
  expect(error.code).toBe("ERR_IDM_INPUT");
  expect(error.message).toContain('no custom domain with the id "cd_unknown"');
});

test("a domain that is deleted during the wait ends the wait", async () => {
  const { service, add, fail, verified } = await verificationScene();
  const domain = add();
  const error = fail(domain);
  await verified(1);
  service.tenant.domains.delete(domain.custom_domain_id);
  expect(await error).toMatchObject({ code: "ERR_IDM_INPUT" });
});

test.each(["self_managed_certs", "service_managed_certs"] as const)(
  "the error of a timeout explains the record of a %s domain",
  async (type) => {
    const { dns, add, fail } = await verificationScene();
    const domain = add("login.example.com", type);
    const error = await fail(domain, { timeoutSeconds: 1 });
    expect(error.code).toBe("ERR_IDM_VERIFICATION");
    expect(error.message).toContain(
      "login.example.com is not ready after 1 s (timeoutSeconds): the service says pending_verification",
    );
    const { name, type: recordType } = proof(domain);
    expect(error.message).toContain(
      `Expected at ${name}: ${recordType} "${domain.verification.methods[0]?.record}"`,
    );
    expect(error.message).toContain(`${dns.address}, a resolver, answers: no such name`);
    expect(error.message).toContain("Nothing is there yet");
    expect(error.message).toMatch(/\nThe next pulumi up starts a new wait/);
  },
);

test("a timeout longer than the deadline of other operations is explained too", async () => {
  const { add, fail } = await verificationScene({ settings: { retryDeadlineMs: 100 } });
  expect((await fail(add(), { timeoutSeconds: 1 })).message).toContain("Nothing is there yet");
});

test("a timeout before the first answer names the request, and says that the domain could not be read", async () => {
  const { service, add, fail } = await verificationScene();
  service.faults.add({ kind: "no-answer", method: "GET" });
  const error = await fail(add(), { timeoutSeconds: 1 });
  expect(error.code).toBe("ERR_IDM_TIMEOUT");
  expect(error.message).toMatch(
    /GET \/custom-domains\/cd_\w+: the domain could not be read within 1 s \(timeoutSeconds\)\. Check the network/,
  );
});

test("the error of a timeout names DNS servers that do not answer", async () => {
  const { address } = await silentNameServer();
  const { add, fail } = await verificationScene({ settings: { dnsServers: [address] } });
  const error = await fail(add(), { timeoutSeconds: 1 });
  expect(error).toMatchObject({ code: "ERR_IDM_VERIFICATION" });
  expect(error.message).toContain("No DNS server answers from here");
  expect(error.message).toContain(address);
});

test("a stop ends the wait and does not change the domain", async () => {
  const first = await verificationScene();
  const domain = first.add();
  const error = first.fail(domain, { pollIntervalSeconds: 9 });
  await first.verified(1);
  first.stop.abort();
  expect(await error).toMatchObject({ code: "ERR_IDM_ABORTED" });
  expect(domain.status).toBe("pending_verification");
});

test("a stop also ends the DNS lookups after a timeout", async () => {
  const { address, asked } = await silentNameServer();
  const { stop, add, fail } = await verificationScene({
    dnsAnswerMs: 60_000,
    settings: { dnsServers: [address] },
  });
  const error = fail(add(), { timeoutSeconds: 1 });
  await asked;
  stop.abort(new IdmError("ERR_IDM_ABORTED", "stopped"));
  expect(await error).toMatchObject({ code: "ERR_IDM_ABORTED" });
});

test("the error of a timeout has the last error of a service that never verifies", async () => {
  const { service, dns, add, fail } = await verificationScene();
  const domain = add();
  dns.records = [proof(domain)];
  service.faults.add({ kind: "status", status: 503, method: "POST", path: verifyPath, times: 1_000_000 });
  const { message } = await fail(domain, { timeoutSeconds: 1 });
  expect(message).toContain("login.example.com is not ready after 1 s");
  expect(message).toMatch(/The last error during the wait: .*POST \/custom-domains\/cd_\w+\/verify/);
});

test("of a domain with 2,000 records, three are in each progress line and ten are diagnosed", async () => {
  const { log, add, fail } = await verificationScene({ progressMs: 1, service: { dnsServers: [] } });
  const domain = add();
  domain.verification.methods = Array.from({ length: 2_000 }, (_, index) => ({
    name: "txt" as const,
    record: `proof ${index}`,
    domain: index === 0 ? ".".repeat(20_000) : `_idm${index}.login.example.com`,
  }));
  const { message } = await fail(domain, { timeoutSeconds: 0.5 });
  expect(message.match(/^- Expected at /gm)).toHaveLength(10);
  expect(message).toMatch(/^- 1990 more records were not looked up\.$/m);
  expect(log.join("\n")).toMatch(/looks for TXT \.+…, TXT _idm1\.\S+, TXT _idm2\.\S+, 1997 more\./);
  for (const text of [message, ...log]) expect(text.length).toBeLessThan(8_000);
});
