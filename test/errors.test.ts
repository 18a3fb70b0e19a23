import { readdirSync, readFileSync } from "node:fs";
import { inspect } from "node:util";
import { expect, test } from "vitest";
import {
  ApiError,
  ConfigError,
  errorCodes,
  IdmError,
  NetworkError,
  PartialCreateError,
  pageOf,
  ResponseShapeError,
  TimeoutError,
  UnknownOutcomeError,
} from "../provider/errors.ts";

const cause = new NetworkError("cut", true);
const api = new ApiError("403 Forbidden on POST /roles.", {
  status: 403,
  method: "POST",
  path: "/roles",
  apiCode: "no",
  requestId: "r-1",
});

test.each<[IdmError, string, string]>([
  [new IdmError("ERR_IDM_INPUT", "m"), "IdmError", "ERR_IDM_INPUT"],
  [new ConfigError(["p"]), "ConfigError", "ERR_IDM_CONFIG"],
  [api, "ApiError", "ERR_IDM_API"],
  [cause, "NetworkError", "ERR_IDM_NETWORK"],
  [new TimeoutError("m", false), "TimeoutError", "ERR_IDM_TIMEOUT"],
  [new ResponseShapeError("m"), "ResponseShapeError", "ERR_IDM_RESPONSE_SHAPE"],
  [new UnknownOutcomeError("m"), "UnknownOutcomeError", "ERR_IDM_UNKNOWN_OUTCOME"],
  [new PartialCreateError("1", {}, cause), "PartialCreateError", "ERR_IDM_PARTIAL_CREATE"],
])("%s has its name and code", (error, name, code) => {
  expect(error).toBeInstanceOf(IdmError);
  expect(error).toMatchObject({ name, code });
});

test("a copy about a subject keeps class, fields and cause, and Node treats it as an error", () => {
  const error = new UnknownOutcomeError("lost", { cause });
  const copy = error.about('Role "admin"');
  expect(copy).toBeInstanceOf(UnknownOutcomeError);
  expect(copy).toMatchObject({ message: 'Role "admin": lost', code: error.code, name: error.name });
  expect(copy.cause).toBe(cause);
  expect(copy.stack).toBe('UnknownOutcomeError: Role "admin": lost');
  expect(error.message).toBe("lost");
  expect(structuredClone(copy)).toBeInstanceOf(Error);
  expect(inspect(copy)).toMatch(/^\[UnknownOutcomeError: Role "admin": lost\]/);
  expect(Object.keys(copy)).toEqual(Object.keys(error));
});

test("one error can be reported for several resources", () => {
  const copies = ["Role a", "Role b"].map((subject) => api.about(subject));
  expect(copies.map(({ message }) => message)).toEqual(
    ["Role a", "Role b"].map((subject) => `${subject}: ${api.message}`),
  );
  for (const copy of copies)
    expect(copy).toMatchObject({
      status: 403,
      method: "POST",
      path: "/roles",
      apiCode: "no",
      requestId: "r-1",
    });
});

test("one problem with the settings is the message, and several are a list", () => {
  expect(new ConfigError(["idm:a (IDM_A): wrong."]).message).toBe("idm:a (IDM_A): wrong.");
  expect(new ConfigError(["one", "two"]).message).toBe("2 settings are wrong:\n- one\n- two");
});

test("a partial create has what the engine keeps in the state", () => {
  const error = new PartialCreateError("rol_1", { name: "admin" }, cause);
  expect(error).toMatchObject({ id: "rol_1", properties: { name: "admin" }, cause });
  expect(error.reasons).toEqual([error.message]);
});

test("every code has a page, and every page is that of a code and begins with it", () => {
  const pages = readdirSync("docs/errors").map((file) => `docs/errors/${file}`);
  expect(pages.toSorted()).toEqual(errorCodes.map((code) => `${pageOf(code)}.md`).toSorted());
  for (const code of errorCodes)
    expect(readFileSync(`${pageOf(code)}.md`, "utf8").split("\n")[0]).toBe(`# ${code}`);
});
