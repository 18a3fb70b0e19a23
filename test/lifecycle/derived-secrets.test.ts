import { expect, test } from "vitest";
import { derivedSecretsOf } from "../../provider/lifecycle/derived-secrets.ts";
import type { Props } from "../../provider/lifecycle/handlers.ts";
import { customDomain } from "../../provider/resources/custom-domain.ts";

const derived = (state: Props) => derivedSecretsOf(customDomain, { __secrets: ["domain"], ...state });

test("an output that contains a secret value in any case is derived from it, at any depth", () => {
  const verification = { methods: [{ name: "txt", domain: "_challenge.LOGIN.example.com", record: "1" }] };
  const state = { domain: "login.Example.com", verification, customDomainId: "cd_login", primary: true };
  expect(derived(state)).toEqual(["verification"]);
});

test("a short secret is part of too much: only an equal value is derived from it", () => {
  expect(derived({ domain: "a.b", relyingPartyIdentifier: "A.B", customDomainId: "cd_a.b" })).toEqual([
    "relyingPartyIdentifier",
  ]);
});

test("without secrets nothing is derived, and hidden properties never are", () => {
  expect(derived({ __secrets: [], domain: "a.b", relyingPartyIdentifier: "a.b" })).toEqual([]);
  expect(derived({ domain: "a.b", __owner: "a.b" })).toEqual([]);
});
