import { expect, test } from "vitest";
import { Journal } from "../../provider/lifecycle/journal.ts";
import { folderForTest } from "../temporary-folder.ts";
import {
  age,
  folderOfKilled,
  key,
  killedAfter,
  other,
  resourceNamed,
  scope,
  stackOf,
  toldAtEnd,
} from "./journal-scene.ts";

test("an id that no state has shown for a week is named once, in a run of its stack, unless a create asks for it", () => {
  const folder = folderOfKilled(
    'journal.begin(key).created("rol_1"); journal.begin(other).created("rol_2"); journal.close();',
  );
  expect(toldAtEnd(folder)).toBe("");
  age(folder);
  expect(toldAtEnd(folder, "prod")).toBe("");
  expect(new Journal(scope, folder).begin(other).interrupted?.id).toBe("rol_2");
  expect(toldAtEnd(folder)).toMatch(/urn:pulumi:dev::project::idm:Role::admin: .*"rol_1".*for the last time/);
  expect(toldAtEnd(folder)).toBe("");
});

test("an id that a state shows after a week is not named", () => {
  const folder = folderOfKilled('journal.begin(key).created("rol_1"); journal.close();');
  age(folder);
  const next = new Journal(scope, folder);
  next.markStored("/roles", "rol_1");
  expect(next.close(stackOf(next))).toEqual([]);
});

test.each([
  ["a killed create without an id", "journal.begin(key);"],
  ["a killed create whose id no state shows", 'journal.begin(key).created("rol_1");'],
  ["a create that got no answer", "journal.begin(key); journal.close();"],
])(
  "%s is named at the end of each run of its stack that does not ask for it, for a week",
  (_, statements) => {
    const folder = folderOfKilled(statements);
    const sentence =
      /^warning: urn:pulumi:dev::project::idm:Role::admin: at \d{4}-\d\d-\d\d \d\d:\d\d UTC .* role with the name "admin".* may (still )?exist/;
    expect(toldAtEnd(folder)).toMatch(sentence);
    expect(toldAtEnd(folder, "prod")).toBe("");
    age(folder);
    expect(toldAtEnd(folder)).toMatch(/for the last time/);
    expect(toldAtEnd(folder)).toBe("");
    expect(new Journal(scope, folder).begin(key).interrupted).toBeUndefined();
  },
);

test("an engine that ends twice, as after Ctrl-C, is told once", () => {
  const folder = folderOfKilled("journal.begin(key);");
  const next = new Journal(scope, folder);
  expect([1, 2].map(() => next.close(stackOf(next)).length)).toEqual([1, 0]);
});

test("a killed create whose resource is still to be created is not named", () => {
  const folder = folderOfKilled("journal.begin(key);");
  const next = new Journal(scope, folder);
  expect(next.close(stackOf(next), (resource) => resource === key.resource)).toEqual([]);
});

test.each([
  ["another resource of the stack", scope, resourceNamed("dev", "other")],
  ["another stack", scope, resourceNamed("prod", "admin")],
  ["a stack of the same name in another backend", ["file:///tmp"], key.resource],
])(
  "a create warns of a killed one of %s with the same natural key, once, and names it",
  (_, backend, resource) => {
    const folder = folderOfKilled('journal.begin(key).created("rol_1");');
    const next = new Journal(backend, folder);
    const entry = next.begin({ ...key, resource });
    expect(entry.interrupted).toBeUndefined();
    expect(entry.warnings).toEqual([
      expect.stringMatching(/(?=.*urn:pulumi:dev::project::idm:Role::admin)(?=.*rol_1)/),
    ]);
    expect(next.begin({ ...key, resource }).warnings).toEqual([]);
    expect(new Journal(scope, folder).begin(key).interrupted?.id).toBe("rol_1");
  },
);

test("a create does not warn of those that ended in order, have another natural key or tenant, or are in a state", () => {
  const folder = folderForTest();
  const elsewhere = { ...key, tenant: "http://other" };
  killedAfter(folder, 'journal.begin(key).created("rol_1"); journal.close();');
  expect(new Journal(scope, folder).begin(other).warnings).toEqual([]);
  killedAfter(
    folder,
    `journal.begin(${JSON.stringify(elsewhere)}); journal.begin({ ...key, resource: "b", naturalKey: "b" });`,
  );
  expect(new Journal(scope, folder).begin(other).warnings).toEqual([]);
  killedAfter(folder, 'journal.begin({ ...key, resource: "a" }).created("rol_2");');
  const next = new Journal(scope, folder);
  next.markStored("/roles", "rol_2");
  expect(next.begin(other).warnings).toEqual([]);
});
