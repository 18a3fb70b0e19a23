// The test of the site needs a browser. It takes minutes, so only `npm run test:full` runs it, and only that installs
// one: with IDM_TEST_INSTALL=1, as root.
import { type Machine, reasonOf, thisMachine } from "../verification/dns/install-bind.ts";

const browsers = ["chromium", "google-chrome"];

/** Path of a browser; undefined when there is none. */
export function findBrowser({ find }: Pick<Machine, "find"> = thisMachine): string | undefined {
  return browsers.map((name) => find(name)).find((path) => path !== undefined);
}

/**
 * Installs Chromium if there is no browser and somebody has said yes. Returns undefined when the site can be looked at,
 * else a line that says why it is not and what to do.
 */
export function provideChromium(machine: Machine = thisMachine): string | undefined {
  if (machine.env.FULL !== "1")
    return "The site was not built, nor looked at in a browser: npm run test:full does both.";
  const problem = findBrowser(machine) ? undefined : tryInstall(machine);
  if (findBrowser(machine)) return undefined;
  return `The site was not looked at in a browser: there is none. ${problem ?? byHand}.`;
}

const byHand = "Install one (Debian: apt-get install chromium)";

/** Returns what to do when it installs nothing. */
function tryInstall(machine: Machine): string | undefined {
  const { env, isRoot, find } = machine;
  if (env.IDM_TEST_INSTALL !== "1")
    return `${byHand}, or set IDM_TEST_INSTALL=1 to have npm run test:full install it as root`;
  if (!isRoot || !find("apt-get")) return `${byHand}: npm run test:full needs root and apt-get for it`;
  try {
    machine.run("apt-get", ["update", "-q"]);
    machine.run("apt-get", ["install", "-y", "-q", "--no-install-recommends", "chromium"]);
  } catch (error) {
    return `${byHand}: apt-get could not (${reasonOf(error)})`;
  }
}
