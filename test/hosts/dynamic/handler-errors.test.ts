import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { NetworkError, PartialCreateError } from "../../../provider/errors.ts";
import type { DynamicHandlers } from "../../../provider/hosts/dynamic/dynamic-handlers.ts";
import { dynamicHandlers } from "../../../provider/hosts/dynamic/dynamic-handlers.ts";
import { role } from "../../../provider/index.ts";
import type { Handlers } from "../../../provider/lifecycle/handlers.ts";

/** Handlers that all fail with this error. */
function failingWith(error: unknown) {
  const fail = () => Promise.reject(error);
  return dynamicHandlers(role, {
    check: fail,
    diff: fail,
    create: fail,
    read: fail,
    update: fail,
    delete: fail,
  });
}

const lost = new NetworkError('Role "a": lost.', true);
const calls: [keyof Handlers, (handlers: DynamicHandlers) => Promise<unknown>][] = [
  ["check", ({ check }) => check({}, {})],
  ["diff", ({ diff }) => diff("1", {}, {})],
  ["create", ({ create }) => create({})],
  ["read", ({ read }) => read("1", {})],
  ["update", ({ update }) => update("1", {}, {})],
  ["delete", (handlers) => handlers.delete("1", {})],
];

test.each(calls)(
  "an error of %s ends with its code and page, and one that several resources report does once",
  async (_, call) => {
    const message = 'Role "a": lost. [ERR_IDM_NETWORK] docs/errors/err-idm-network';
    for (let resource = 0; resource < 2; resource++)
      await expect(call(failingWith(lost))).rejects.toMatchObject({ code: "ERR_IDM_NETWORK", message });
  },
);

test("the message and the reasons of a partial create end with its code and page", async () => {
  const partial = new PartialCreateError("1", { name: "a" }, lost);
  const message = 'Role "a": lost. [ERR_IDM_PARTIAL_CREATE] docs/errors/err-idm-partial-create';
  await expect(failingWith(partial).create({ __provider: "shell" })).rejects.toMatchObject({
    id: "1",
    message,
    reasons: [message],
    properties: { name: "a", __provider: "shell" },
  });
});

test("an error that is not of this provider is told as one of its code", async () => {
  await expect(failingWith(new TypeError("x is not a function")).diff("1", {}, {})).rejects.toMatchObject({
    code: "ERR_IDM_INTERNAL",
    message: expect.stringMatching(
      /TypeError: x is not a function \(.*\)\. Report it.* \[ERR_IDM_INTERNAL\] docs\/errors\/err-idm-internal$/,
    ),
  });
});

test("the process prints nothing of an error that the engine tells, and everything else", () => {
  const source = new URL("../../../provider/hosts/dynamic/quiet-console.ts", import.meta.url).href;
  // What the dynamic provider's process does with an error.
  const code = `
    import { withoutPrint } from ${JSON.stringify(source)};
    for (const error of [withoutPrint(new Error("told")), new Error("own")])
      console.error(\`\${error}: \${error.stack}\`);
    console.error("%s more", "one");`;
  const { stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" });
  expect(stderr).toMatch(/^Error: own: Error: own\n.*\none more\n$/s);
});
