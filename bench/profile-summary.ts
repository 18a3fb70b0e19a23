/** A CPU profile in the format of Node's inspector. */
export interface Profile {
  readonly nodes: readonly ProfileNode[];
  /** Ids of the nodes that ran; `timeDeltas` has the microseconds since the sample before. */
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

/** The time of one package: in its own functions, and with all that they call. The latter includes loading it. */
export interface PackageTime {
  readonly name: string;
  readonly ownMs: number;
  readonly totalMs: number;
}

/** Packages by their own time, the longest first. Work of Node itself has names such as `(garbage collector)`. */
export function timeByPackage({ nodes, samples, timeDeltas }: Profile): PackageTime[] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, packageOf(callFrame)]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const own = new Map<string, number>();
  const total = new Map<string, number>();
  samples.forEach((id, index) => {
    const ms = (timeDeltas[index] ?? 0) / 1000;
    add(own, names.get(id) ?? "", ms);
    for (const name of packagesOnStack(id, names, parents)) add(total, name, ms);
  });
  return [...total]
    .map(([name, totalMs]) => ({ name, ownMs: own.get(name) ?? 0, totalMs }))
    .sort((left, right) => right.ownMs - left.ownMs);
}

function packageOf({ functionName, url }: ProfileNode["callFrame"]): string {
  if (functionName.startsWith("(")) return functionName;
  if (url.startsWith("node:") || url === "") return "node";
  if (/\/dist\/provider\//.test(url)) return "pulumi-idm";
  return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? "program";
}

function packagesOnStack(
  from: number,
  names: ReadonlyMap<number, string>,
  parents: ReadonlyMap<number, number>,
): Set<string> {
  const found = new Set<string>();
  for (let id: number | undefined = from; id !== undefined; id = parents.get(id))
    found.add(names.get(id) ?? "");
  return found;
}

function add(sums: Map<string, number>, name: string, ms: number): void {
  sums.set(name, (sums.get(name) ?? 0) + ms);
}
