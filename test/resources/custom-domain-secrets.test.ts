// What the service derives from a secret domain.
import { expect, test } from "vitest";
import type { PartialCreateError } from "../../provider/errors.ts";
import type { Props } from "../../provider/lifecycle/handlers.ts";
import { crossing, markedSecrets } from "./crossing.ts";
import { worldForTest } from "./stack-for-test.ts";

const domain = (inputs: Props = {}) =>
  ({
    type: "CustomDomain",
    inputs: { domain: "login.example.com", type: "self_managed_certs", ...inputs },
  }) as const;

const secretDomain = "canary-login.example.com";
const derived = ["verification", "verificationRecord", "verificationRecords"];

test("what the service derives from a secret domain is marked as secret by create, update and read", async () => {
  const { provider } = await worldForTest();
  const handlers = provider.handlersOf("CustomDomain");
  const news = {
    ...domain({ domain: secretDomain, customClientIpHeader: "" }).inputs,
    __secrets: ["domain"],
  };
  const { id, outs } = await handlers.create(news);
  expect(markedSecrets(outs).sort()).toEqual(derived);
  const read = await handlers.read(id, crossing(outs));
  expect(markedSecrets(read.props ?? {}).sort()).toEqual(derived);
  const updated = await handlers.update(id, crossing(outs), {
    ...news,
    customClientIpHeader: "x-forwarded-for",
  });
  expect(markedSecrets(updated.outs).sort()).toEqual(derived);
});

test("without a secret input nothing is marked, nor is what has nothing of the secret", async () => {
  const { provider } = await worldForTest();
  const create = async (inputs: Props) =>
    markedSecrets((await provider.handlersOf("CustomDomain").create(domain(inputs).inputs)).outs);
  expect(await create({ domain: secretDomain })).toEqual([]);
  const metadata = { domainMetadata: { a: "canary" }, __secrets: ["domainMetadata"] };
  expect(await create({ domain: "a.example.com", ...metadata })).toEqual([]);
});

test("a create that is not complete marks what is derived from a secret, too", async () => {
  const { service, provider, fail } = await worldForTest();
  service.tenant.addDomain({ domain: secretDomain, type: "self_managed_certs" });
  service.faults.add({ kind: "status", status: 400, method: "PATCH" });
  const news = { domain: secretDomain, customClientIpHeader: "x-forwarded-for", adopt: true };
  const error = await fail(domain({ ...news, __secrets: ["domain"] }));
  expect(error).toMatchObject({ code: "ERR_IDM_PARTIAL_CREATE" });
  expect(error.message + provider.log.join()).not.toContain(secretDomain);
  expect(markedSecrets((error as PartialCreateError).properties).sort()).toEqual(derived);
});
