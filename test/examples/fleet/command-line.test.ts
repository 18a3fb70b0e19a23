import { expect, test } from "vitest";
import { parseCommandLine, selected } from "../../../examples/fleet/src/command-line.ts";

test("two tenants run at a time unless --parallel says otherwise", () => {
  expect(parseCommandLine(["up"])).toEqual({
    verb: "up",
    list: "tenants.yaml",
    parallel: 2,
    only: [],
    resume: false,
    keep: [],
  });
  expect(
    parseCommandLine([
      "drift",
      "a.json",
      "--parallel",
      "7",
      "--only",
      "a,b*",
      "--resume",
      "--json",
      "f",
      "--keep",
      "A,B",
    ]),
  ).toEqual({
    verb: "drift",
    list: "a.json",
    parallel: 7,
    only: ["a", "b*"],
    resume: true,
    json: "f",
    keep: ["A", "B"],
  });
});

test.each([
  ["no verb", [], /^nothing is not a verb\. The verbs are preview, up, refresh, destroy, drift, unlock$/],
  ["an unknown verb", ["apply"], /^apply is not a verb/],
  ["two lists", ["up", "a", "b"], /^one list of tenants is expected, not also b$/],
  [
    "no tenant at a time",
    ["up", "--parallel", "0"],
    /^--parallel must be a whole number of 1 or more, not 0$/,
  ],
  ["a parallelism that is no number", ["up", "--parallel", "many"], /not many$/],
  ["an unknown option", ["up", "--paralel", "3"], /'--paralel'.*--parallel N/s],
])("%s is refused", (_, args, message) => {
  expect(() => parseCommandLine(args)).toThrow(message);
});

test("--only takes names and patterns, in the order of the list", () => {
  const items = ["acme", "acme-eu", "globex"].map((name) => ({ name }));
  const names = (...only: string[]) => selected(items, only).map(({ name }) => name);
  expect(names()).toEqual(["acme", "acme-eu", "globex"]);
  expect(names("globex", "acme")).toEqual(["acme", "globex"]);
  expect(names("acme*")).toEqual(["acme", "acme-eu"]);
  expect(() => names("acme", "a.me")).toThrow(
    "--only a.me matches no tenant. The tenants are acme, acme-eu, globex",
  );
});
