import { inspect } from "node:util";
import { expect, test } from "vitest";
import * as z from "zod";
import { ApiError, IdmError, NetworkError, UnknownOutcomeError } from "../../provider/errors.ts";
import { defineResource } from "../../provider/lifecycle/define-resource.ts";
import { input } from "../../provider/lifecycle/property.ts";
import { secret, text } from "../../provider/lifecycle/property-types.ts";
import { Redaction } from "../../provider/lifecycle/redaction.ts";

const resource = defineResource({
  type: "Vault",
  description: "A vault.",
  properties: {
    label: input(text(), "Label.").optional().updates(),
    tokens: input(z.record(z.string(), secret(text())), "Tokens.")
      .optional()
      .updates(),
  },
  verbs: { create: () => expect.fail("it creates nothing") },
});

const redactionOf = (...secrets: string[]) => new Redaction(resource, [{ tokens: { ...secrets } }]);
const canary = 'canary "ä" & 1/2';

test.each([
  ["itself", canary],
  ["a JSON string", JSON.stringify(canary)],
  ["a JSON string of ASCII", '"canary \\"\\u00e4\\" & 1/2"'],
  ["text in upper case", canary.toUpperCase()],
  ["HTML", canary.replaceAll("&", "&amp;").replaceAll('"', "&quot;")],
  ["JSON with escaped slashes", JSON.stringify(canary).replaceAll("/", "\\/")],
  ["JSON that escapes what HTML would read", JSON.stringify(canary).replaceAll("&", "\\u0026")],
  ["a part of a URL", encodeURIComponent(canary)],
  ["a part of a URL in lower case", encodeURIComponent(canary).toLowerCase()],
  ["a field of a form", new URLSearchParams({ token: canary }).toString()],
  ["a form that is decoded by half", canary.replaceAll(" ", "+")],
])("a secret is taken out of a message that spells it as %s", (_how, spelling) => {
  const redacted = redactionOf(canary).text(`400 Bad Request: ${spelling} is wrong`);
  expect(redacted).toContain("[secret]");
  expect(redacted).not.toContain("canary");
});

test("a secret of many lines is redacted line by line, and one with a newline at its end without it", () => {
  const redaction = redactionOf("first line\nsecond line\n", "with newline\n");
  expect(redaction.text("first line\r\nsecond line; with newline")).toBe("[secret]\r\n[secret]; [secret]");
});

test("a secret longer than any regular expression can be is redacted", () => {
  const long = `{"user":"${"x".repeat(100_000)}"}`;
  expect(redactionOf(long).text(`bad ${long}, ${encodeURIComponent(long)}`)).toBe("bad [secret], [secret]");
  const words = Array.from({ length: 3_000 }, (_, index) => `w${index}`);
  expect(redactionOf(...words).text("w1 w2999 w3000")).toBe("[secret] [secret] w3000");
});

test("a secret of fewer than 6 characters is taken out where it is a word of its own", () => {
  const redaction = redactionOf("abc", "7", "p.q", 'x"y');
  expect(redaction.text("abc, 7 and p.q, but abcd, 17 and p5q")).toBe(
    "[secret], [secret] and [secret], but abcd, 17 and p5q",
  );
  expect(redaction.text(`"abc": ${JSON.stringify('x"y')}`)).toBe('"[secret]": "[secret]"');
});

test("the longest of several secrets is taken out first", () => {
  expect(redactionOf("secret-1", "secret-1-long").text("secret-1-long secret-1")).toBe("[secret] [secret]");
  expect(redactionOf("a-b", "a").text("a-b a")).toBe("[secret] [secret]");
});

test("a secret that is a word of its replacement is taken out once", () => {
  expect(redactionOf("secret", "hidden-secret").text("a secret and a hidden-secret")).toBe(
    "a [secret] and a [secret]",
  );
});

test("malformed Unicode is a secret like any other", () => {
  expect(redactionOf("canary\ud800").text("it is canary\ud800.")).toBe("it is [secret].");
});

test("a message stays as it is where there are no secrets", () => {
  const redaction = new Redaction(resource, [{ label: "open", tokens: {} }]);
  expect(redaction.text("open")).toBe("open");
});

test("an error loses the secrets in its message, its fields and all that caused it", () => {
  const foreign = Object.assign(new TypeError(`write of ${canary}`), { code: "EPIPE", body: canary });
  const cause = new NetworkError(`lost ${canary}`, true, { cause: foreign });
  const details = {
    status: 400,
    method: "POST",
    path: `/vaults/${encodeURIComponent(canary)}`,
    apiCode: canary,
  };
  const api = new ApiError(`400 on ${canary}`, details, "ERR_IDM_API", { cause });
  const error = redactionOf(canary).error(api, 'Vault "a"') as ApiError;
  expect(inspect(error, { depth: null, showHidden: true })).not.toContain("canary");
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    name: "ApiError",
    code: "ERR_IDM_API",
    message: 'Vault "a": 400 on [secret]',
    stack: 'ApiError: Vault "a": 400 on [secret]',
    status: 400,
    path: "/vaults/[secret]",
    apiCode: "[secret]",
  });
  expect(error.cause).toBeInstanceOf(NetworkError);
  expect(error.cause).toMatchObject({ message: "lost [secret]", sent: true });
  const { cause: last } = error.cause as Error;
  expect(last).toMatchObject({ name: "TypeError", message: "write of [secret]", code: "EPIPE" });
  expect(api.message).toContain(canary);
});

test("a cause that is no error loses its secrets too", () => {
  const causeOf = (cause: unknown) =>
    redactionOf(canary).error(new UnknownOutcomeError("lost", { cause }), "Vault") as Error;
  expect(causeOf(`it was ${canary}`).cause).toBe("it was [secret]");
  expect(causeOf({ body: canary }).cause).toBeUndefined();
});

test("a cause that is a DOMException keeps its name and message", () => {
  const stopped = new IdmError("ERR_IDM_ABORTED", "stopped", { cause: AbortSignal.abort().reason });
  const { cause } = redactionOf(canary).error(stopped, "Vault") as Error;
  expect(cause).toMatchObject({ name: "AbortError", message: "This operation was aborted" });
});

test("an error that is not of this provider keeps name and stack, without the secrets", () => {
  const error = redactionOf(canary).error(new RangeError(`odd ${canary}`), "Vault") as Error;
  expect(error).toMatchObject({ name: "RangeError", message: "odd [secret]" });
  expect(error.stack).toMatch(/^RangeError: odd \[secret\]\n +at /);
  expect(redactionOf(canary).error(undefined, "Vault")).toBeUndefined();
});

test("without secrets, an error has the cause that it had", () => {
  const cause = new NetworkError("cut", true);
  const redaction = new Redaction(resource, []);
  const error = redaction.error(new UnknownOutcomeError("lost", { cause }), "Vault") as Error;
  expect(error.message).toBe("Vault: lost");
  expect(error.cause).toBe(cause);
});

const inputs = { label: "label-canary", tokens: { "a b": canary } };
const redactedFailure = (property: string, reason: string, props: object = inputs) =>
  new Redaction(resource, [{ ...props }]).failure({ property, reason });

test("a failure of a secret property names no property, because the engine prints the value of one", () => {
  expect(redactedFailure('tokens["a b"]', "must be a string")).toEqual({
    property: "",
    reason: 'tokens["a b"] must be a string',
  });
});

test("a failure of any other property names none either, and has no secret in its reason", () => {
  expect(redactedFailure("label", `must not be ${canary}`)).toEqual({
    property: "",
    reason: "label must not be [secret]",
  });
});

test("a failure of a property that the program marks as secret names no property", () => {
  const marked = { ...inputs, __secrets: ["label", "l b"], "l b": "misspelt-canary" };
  expect(redactedFailure("label", "must not be label-canary", marked)).toEqual({
    property: "",
    reason: "label must not be [secret]",
  });
  expect(redactedFailure('["l b"]', "is not a property", marked)).toEqual({
    property: "",
    reason: '["l b"] is not a property',
  });
});

test("the reason of a failing check cannot steer a terminal", () => {
  const failure = { property: "label", reason: "must not be \u001b[2J\u009b2J\n" };
  expect(redactionOf("canary").failure(failure).reason).toBe("label must not be  [2J 2J ");
});
