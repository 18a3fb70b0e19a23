/** A CPU profile as the inspector writes it. */
export interface Profile {
  readonly nodes: readonly ProfileNode[];
  /** Id of the node that ran, and microseconds since the sample before. */
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

/** Milliseconds by package: in its own functions, and with all that they call, which counts what loading it takes. */
export interface Share {
  readonly name: string;
  readonly ownMs: number;
  readonly totalMs: number;
}

/** The packages with the most time first; what Node does for itself is named in brackets, as in `(garbage collector)`. */
export function sharesOf({ nodes, samples, timeDeltas }: Profile): Share[] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const own = new Map<string, number>();
  const total = new Map<string, number>();
  samples.forEach((id, index) => {
    const ms = (timeDeltas[index] ?? 0) / 1000;
    add(own, names.get(id) ?? "", ms);
    for (const name of namesUpwards(id, names, parents)) add(total, name, ms);
  });
  return [...total]
    .map(([name, totalMs]) => ({ name, ownMs: own.get(name) ?? 0, totalMs }))
    .sort((left, right) => right.ownMs - left.ownMs);
}

function nameOf({ functionName, url }: ProfileNode["callFrame"]): string {
  if (functionName.startsWith("(")) return functionName;
  if (url.startsWith("node:") || url === "") return "node";
  if (/\/dist\/provider\//.test(url)) return "pulumi-idm";
  return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? "program";
}

function namesUpwards(
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
