import { expect, test } from "vitest";
import { dynamicHandlers } from "../../../provider/hosts/dynamic/dynamic-handlers.ts";
import type { DiffResult, Props } from "../../../provider/lifecycle/handlers.ts";
import { role } from "../../../provider/resources/role.ts";
import { noHandlers } from "../no-handlers.ts";

/** What the engine gets when the handler answers this. */
function answered(changes: Partial<DiffResult>, olds: Props = {}, news: Props = { description: "new" }) {
  const result = { changes: true, changedInputs: [], replaces: [], deleteBeforeReplace: false, ...changes };
  return dynamicHandlers(role, { ...noHandlers, diff: async () => result }).diff("rol_1", olds, news);
}

test("where inputs differ the engine compares them itself, so that it applies replaceOnChanges", async () => {
  expect(await answered({ changedInputs: ["description"] })).toEqual({
    replaces: [],
    deleteBeforeReplace: false,
  });
});

test.each<[before: Props, after: Props]>([
  [{ __declared: [] }, { description: null }],
  [{ __declared: ["description"], description: null }, {}],
  [{ __declared: ["description"], description: [{ a: null }] }, { description: [{}] }],
  [{ __declared: [], description: "set at the service" }, {}],
])("a change from %j to %j, which the engine does not see, is told to it", async (before, after) => {
  expect(await answered({ changedInputs: ["description"] }, before, after)).toMatchObject({ changes: true });
});

test("a change that is in no input is told to the engine", async () => {
  expect(await answered({})).toMatchObject({ changes: true });
});

test("a replacement is told to the engine", async () => {
  const replaced = { changedInputs: ["domain"], replaces: ["domain"], deleteBeforeReplace: true };
  expect(await answered(replaced)).toEqual({
    changes: true,
    replaces: ["domain"],
    deleteBeforeReplace: true,
  });
});

test("a resource without changes has none, whatever the engine finds in its inputs", async () => {
  expect(await answered({ changes: false })).toMatchObject({ changes: false });
});

test("a state that the packaged plugin wrote has nothing that counts as removed from the program", async () => {
  const got: Props[] = [];
  const handlers = dynamicHandlers(role, {
    ...noHandlers,
    diff: async (_id, olds) => {
      got.push(olds);
      return { changes: false, changedInputs: [], replaces: [], deleteBeforeReplace: false };
    },
    update: async (_id, olds) => ({ outs: olds }),
  });
  const state = { name: "admin", description: "set by hand", __address: "https://idm.example.com/api/v2" };
  await handlers.diff("rol_1", state, { name: "admin" });
  expect(got).toEqual([{ ...state, __declared: ["name"] }]);
  expect((await handlers.update("rol_1", state, { name: "admin" })).outs).toEqual(got[0]);
});

const seenAdmin = { name: "admin", __declared: ["name"], __address: "https://idm.example.com/api/v2" };

test.each<[what: string, before: Props, after: Props]>([
  ["finds what was declared", seenAdmin, { name: "admin" }],
  ["finds a change of what was not declared", seenAdmin, { name: "admin", description: "by hand" }],
])("a read that %s leaves the engine its inputs", async (_what, before, after) => {
  expect(await readInputs(before, after)).toBeUndefined();
});

test.each<[what: string, before: Props, after: Props]>([
  ["drift", seenAdmin, { name: "renamed" }],
  ["the state of an incomplete create", { ...seenAdmin, __partial: true }, { name: "admin" }],
  ["a state of version 0.1.0", { name: "admin", __declared: ["name"] }, { name: "admin" }],
])("a read of %s gives the engine inputs", async (_what, before, after) => {
  expect(await readInputs(before, after)).toEqual({ name: after.name });
});

/** The inputs that the engine gets of a read that answers `after`. */
async function readInputs(before: Props, after: Props): Promise<Props | undefined> {
  const read = async () => ({ id: "rol_1", props: { ...before, ...after }, inputs: { name: after.name } });
  return (await dynamicHandlers(role, { ...noHandlers, read }).read("rol_1", before)).inputs;
}
