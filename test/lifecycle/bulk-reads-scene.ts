// Refreshes of many resources, for tests of reads from lists.
import { onTestFinished } from "vitest";
import type { Settings } from "../../provider/config/settings.ts";
import type { Props } from "../../provider/lifecycle/handlers.ts";
import { openProvider, settingsFor } from "../resources/handlers.ts";
import type { Program, Stack } from "../resources/stack.ts";
import { type World, worldForTest } from "../resources/stack-for-test.ts";
import type { ServiceOptions } from "../service/options.ts";
import type { Service } from "../service/service.ts";

const itemPath = /^\/api\/v2\/(roles|custom-domains|.*templates)\/[^/]+$/;

/** Reads by id, and requests for lists. */
export function counts({ requests }: Service): { singles: number; lists: number } {
  const reads = requests.api.filter(({ method }) => method === "GET");
  const singles = reads.filter(({ path }) => itemPath.test(path)).length;
  return { singles, lists: reads.length - singles };
}

export const roles = (count: number): Program =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `r${index}`,
      { type: "Role", inputs: { name: `role ${index}`, description: `no. ${index}` } },
    ]),
  );

export const domains = (count: number, more: Props = {}): Program =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `d${index}`,
      {
        type: "CustomDomain",
        inputs: { domain: `d${index}.example.com`, type: "self_managed_certs", ...more },
      },
    ]),
  );

export function roleNamed({ tenant }: Service, wanted: string) {
  return [...tenant.roles.values()].find(({ name }) => name === wanted);
}

/** A world in which the program is up. The next operations are those of another provider process. */
export async function stackOf(
  program: Program,
  options: ServiceOptions = {},
  settings: Partial<Settings> = {},
): Promise<World & { restart(): Promise<void> }> {
  const world = await worldForTest(options, settings);
  await world.up(program);
  const restart = async () => {
    const provider = openProvider(await settingsFor(world.service, settings));
    onTestFinished(() => provider.close());
    world.stack.provider = provider;
    world.service.requests.reset();
  };
  await restart();
  return { ...world, restart };
}

/** Refreshes as the engine does: `inFlight` reads at a time, and the next when one has been answered. */
export async function refreshInTurns(stack: Stack, inFlight = 8): Promise<void> {
  const entries = [...stack.state];
  const next = async (): Promise<void> => {
    const entry = entries.shift();
    if (!entry) return;
    const [name, { type, id, outputs }] = entry;
    const { props = {}, ...result } = await stack.provider.handlersOf(type).read(id, outputs);
    if (result.id === undefined) stack.state.delete(name);
    else stack.state.set(name, { ...entry[1], outputs: props });
    await next();
  };
  await Promise.all(Array.from({ length: inFlight }, next));
}
