import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Checkout, Problem } from "./document.ts";

/** What the package or this checkout needs, and where that is declared. */
interface Requirement {
  /** How documents name it. Its first group is a version. */
  readonly pattern: RegExp;
  readonly file: string;
  /** The versions that the file declares. */
  versions(content: string): readonly string[];
}

const versionsIn = (text: string) => text.match(/\d+\.\d+(\.[1-9]\d*)?/g) ?? [];
/** Link text may end between a name and its version: `[Node.js](https://…) 22.19`. */
const linkEnd = String.raw`(?:\]\([^)]*\))?`;

const requirements: readonly Requirement[] = [
  {
    pattern: new RegExp(`\\bNode(?:\\.js)?${linkEnd} (\\d+\\.\\d+)`, "g"),
    file: "package.json",
    versions: (content) => versionsIn(JSON.parse(content).engines.node),
  },
  {
    pattern: new RegExp(`\\bPulumi CLI${linkEnd} (\\d+\\.\\d+)`, "g"),
    file: "package.json",
    versions: (content) => versionsIn(JSON.parse(content).peerDependencies["@pulumi/pulumi"]),
  },
  {
    pattern: new RegExp(`\\bGo${linkEnd} (\\d+\\.\\d+(?:\\.\\d+)?) or newer`, "g"),
    file: "scripts/engine/cli/go.mod",
    versions: (content) => /^go (\S+)$/m.exec(content)?.slice(1) ?? [],
  },
];

/** What a change of a version leaves out of date: needed versions of Node.js, Pulumi and Go that are not declared. */
export function requirementProblems({ root, documents }: Checkout): Problem[] {
  return requirements.flatMap(({ pattern, file, versions }) => {
    const declared = versions(readFileSync(join(root, file), "utf8"));
    return documents
      .filter(({ path }) => !path.startsWith("docs/performance"))
      .flatMap(({ path, text }) =>
        [...text.matchAll(pattern)]
          .filter(([, version = ""]) => !declared.includes(version))
          .map(({ index, 0: words }) => ({
            path,
            line: text.slice(0, index).split("\n").length,
            message: `says "${words}", but ${file} has ${declared.join(" and ")}`,
          })),
      );
  });
}
