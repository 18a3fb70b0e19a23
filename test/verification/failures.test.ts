import { expect, test } from "vitest";
import { IdmError } from "../../provider/errors.ts";
import type { CustomDomain } from "../service/records.ts";
import { proof, silentNameServer, verificationScene } from "./scene.ts";

const verifyPath = /\/verify$/;

/** As the service leaves a domain whose record was wrong. */
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

test("a domain that failed before, and whose record is right by now, is ready", async () => {
  const { dns, add, create } = await verificationScene();
  const domain = add();
  failBefore(domain);
  dns.records = [proof(domain)];
  expect(await create(domain)).toMatchObject({ status: "ready" });
});

test("a domain that failed before, and whose record is still wrong, is asked for once more and fails", async () => {
  const { dns, add, fail, verifies } = await verificationScene();
  const domain = add();
  failBefore(domain);
  dns.records = [proof(domain, "still wrong")];
  expect((await fail(domain)).message).toContain('found "still wrong"');
  expect(verifies()).toBe(1);
});

test("an old failure does not count while the service has not looked again", async () => {
  const { service, dns, log, add, create, verifies } = await verificationScene();
  const domain = add();
  failBefore(domain);
  dns.records = [proof(domain)];
  service.faults.add({ kind: "status", status: 503, path: verifyPath });
  expect(await create(domain)).toMatchObject({ status: "ready" });
  expect(verifies()).toBe(2);
  expect(log.filter((line) => line.includes("still waiting: ") && line.includes("503"))).toHaveLength(1);
});

test("a service that does not verify a failed domain again ends the wait with its old message", async () => {
  const { service, add, fail, verifies } = await verificationScene();
  const domain = add();
  failBefore(domain);
  service.faults.add({ kind: "status", status: 400, path: verifyPath });
  const error = await fail(domain);
  expect(error).toMatchObject({ code: "ERR_IDM_VERIFICATION" });
  expect(error.message).toContain("found something old");
  expect(verifies()).toBe(1);
});

test("a refusal because the domain is ready by now is success, without a word", async () => {
  const { service, dns, log, add, create } = await verificationScene();
  const domain = add();
  dns.records = [proof(domain)];
  service.faults.add({ kind: "status-after", status: 400, path: verifyPath });
  expect(await create(domain)).toMatchObject({ status: "ready" });
  expect(log.filter((line) => line.includes("still waiting"))).toEqual([]);
});

test.each([{ kind: "reset-after" }, { kind: "status", status: 500 }, { kind: "html" }] as const)(
  "a request to verify that meets $kind does not end the wait",
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

test("a refusal for the limit on requests to verify slows nothing else, and is left for the next turn", async () => {
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

test("reads that fail for a while do not end the wait, and are told once", async () => {
  const { service, dns, log, add, create } = await verificationScene();
  const domain = add();
  dns.records = [proof(domain)];
  service.faults.add({ kind: "html", method: "GET", after: 1, times: 3 });
  expect(await create(domain)).toMatchObject({ status: "ready" });
  expect(log.filter((line) => line.includes("still waiting: "))).toHaveLength(1);
});

test("trouble with the first read is told at once", async () => {
  const { service, add, fail, verifies } = await verificationScene();
  service.faults.add({ kind: "status", status: 403, method: "GET" });
  expect(await fail(add())).toMatchObject({ code: "ERR_IDM_API", status: 403 });
  expect(verifies()).toBe(0);
});

test("a service without the operations gets an error with the way round", async () => {
  const { add, fail } = await verificationScene({ service: { documentedOnly: true } });
  const error = await fail(add());
  expect(error.code).toBe("ERR_IDM_UNSUPPORTED_OPERATION");
  expect(error.message).toContain("leave CustomDomainVerification out of the program");
});

test("a service that does not know the request to verify ends the wait", async () => {
  const { service, add, fail } = await verificationScene();
  service.faults.add({ kind: "status", status: 404, path: verifyPath });
  expect(await fail(add())).toMatchObject({ code: "ERR_IDM_API", status: 404 });
});

test("an id that the service does not know is named", async () => {
  const { fail } = await verificationScene();
  const error = await fail({ custom_domain_id: "cd_unknown" });
  expect(error.code).toBe("ERR_IDM_INPUT");
  expect(error.message).toContain('no custom domain with the id "cd_unknown"');
});

test("a domain that is deleted meanwhile ends the wait", async () => {
  const { service, add, fail, verified } = await verificationScene();
  const domain = add();
  const error = fail(domain);
  await verified(1);
  service.tenant.domains.delete(domain.custom_domain_id);
  expect(await error).toMatchObject({ code: "ERR_IDM_INPUT" });
});

test.each(["self_managed_certs", "service_managed_certs"] as const)(
  "when time is up for a domain of type %s, the error explains its record",
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
  },
);

test("a time-out beyond the deadline of other operations is explained as well", async () => {
  const { add, fail } = await verificationScene({ settings: { retryDeadlineMs: 100 } });
  expect((await fail(add(), { timeoutSeconds: 1 })).message).toContain("Nothing is there yet");
});

test("DNS servers that do not answer are named", async () => {
  const { address } = await silentNameServer();
  const { add, fail } = await verificationScene({ settings: { dnsServers: [address] } });
  const error = await fail(add(), { timeoutSeconds: 1 });
  expect(error).toMatchObject({ code: "ERR_IDM_VERIFICATION" });
  expect(error.message).toContain("No DNS server answers from here");
  expect(error.message).toContain(address);
});

test("a stop ends the wait, and leaves the domain as it is", async () => {
  const first = await verificationScene();
  const domain = first.add();
  const error = first.fail(domain, { pollIntervalSeconds: 9 });
  await first.verified(1);
  first.stop.abort();
  expect(await error).toMatchObject({ code: "ERR_IDM_ABORTED" });
  expect(domain.status).toBe("pending_verification");
});

test("a stop ends the look-ups that explain a time-out, too", async () => {
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
