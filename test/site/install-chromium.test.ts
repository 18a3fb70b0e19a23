import { expect, test } from "vitest";
import { fakeMachine } from "../verification/dns/fake-machine.ts";
import { findBrowser, provideChromium } from "./install-chromium.ts";

const machineWith = (programs: string[], env: NodeJS.ProcessEnv, isRoot = true) =>
  fakeMachine(programs, ["chromium"], { env, isRoot });

test("Chromium is installed by the full tests only, and only with permission", () => {
  const allowed = machineWith(["apt-get"], { FULL: "1", IDM_TEST_INSTALL: "1" });
  expect(provideChromium(allowed)).toBeUndefined();
  expect(allowed.done).toEqual(["apt-get update", "apt-get install"]);
  for (const env of [{}, { IDM_TEST_INSTALL: "1" }, { FULL: "1" }]) {
    const machine = machineWith(["apt-get"], env);
    expect(provideChromium(machine)).toMatch(/^The site was not .*test:full/);
    expect(machine.done).toEqual([]);
  }
});

test("an ordinary user is told to install a browser by hand", () => {
  const machine = machineWith(["apt-get"], { FULL: "1", IDM_TEST_INSTALL: "1" }, false);
  expect(provideChromium(machine)).toContain("needs root and apt-get for it");
  expect(machine.done).toEqual([]);
});

test("a browser of the machine is used", () => {
  const machine = machineWith(["google-chrome"], { FULL: "1" });
  expect(provideChromium(machine)).toBeUndefined();
  expect(findBrowser(machine)).toBe("/bin/google-chrome");
});
