import { expect, test } from "vitest";
import { fakeMachine } from "./fake-machine.ts";
import { provideBind } from "./install-bind.ts";

const machineWith = (programs: string[], options?: Parameters<typeof fakeMachine>[2]) =>
  fakeMachine(programs, ["named", "nsupdate", "dig"], options);

const yes = { IDM_TEST_INSTALL: "1" };

test("without permission nothing is installed, and one line says what to install or set", () => {
  const machine = machineWith(["apt-get", "systemctl"]);
  const line = provideBind(machine);
  expect(line).toMatch(/^The DNS scenarios are skipped: no named, nsupdate, dig\. [^\n]*apt-get install/);
  expect(line).toContain("IDM_TEST_INSTALL=1");
  expect(machine.done).toEqual([]);
});

test("where BIND is complete nothing is done, with permission too", () => {
  const machine = machineWith(["named", "nsupdate", "dig", "apt-get"], { env: yes });
  expect(provideBind(machine)).toBeUndefined();
  expect(machine.done).toEqual([]);
});

test.each(["named", "unbound"])("where %s is, nothing is installed and no service is touched", (server) => {
  const machine = machineWith([server, "apt-get", "systemctl"], { env: yes, files: ["/run/systemd/system"] });
  expect(provideBind(machine)).toContain(`because ${server} is here`);
  expect(machine.done).toEqual([]);
});

test("with permission BIND is installed, and its service is never started", () => {
  const machine = machineWith(["apt-get"], { env: yes, files: ["/run/systemd/system"] });
  expect(provideBind(machine)).toBeUndefined();
  expect(machine.done).toEqual([
    "apt-get update",
    "write /usr/sbin/policy-rc.d",
    "apt-get install",
    "remove /usr/sbin/policy-rc.d",
    "systemctl disable",
  ]);
});

test("a policy file of the machine stays", () => {
  const machine = machineWith(["apt-get"], { env: yes, files: ["/usr/sbin/policy-rc.d"] });
  expect(provideBind(machine)).toBeUndefined();
  expect(machine.done).toEqual(["apt-get update", "apt-get install"]);
});

test("an installation that fails leaves no policy file, and the line has the reason of apt-get", () => {
  const machine = machineWith(["apt-get"], { env: yes });
  const run = machine.run;
  machine.run = (program, args) => {
    run(program, args);
    if (args[0] === "install") throw Object.assign(new Error(), { stderr: "Reading\nE: no network\n" });
  };
  machine.find = (program) => (program === "apt-get" ? "/bin/apt-get" : undefined);
  expect(provideBind(machine)).toContain("apt-get could not (E: no network)");
  expect(machine.done.at(-1)).toBe("remove /usr/sbin/policy-rc.d");
});

test("an ordinary user is told to install BIND by hand", () => {
  const machine = machineWith(["apt-get"], { env: yes, isRoot: false });
  expect(provideBind(machine)).toContain("npm test needs root and apt-get for it");
  expect(machine.done).toEqual([]);
});
