import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { UserError } from "../before-install/terminal.mjs";

/** What the flags of `npm run release:check` say. */
export interface ReleaseOptions {
  /** The folder that the release is written to. */
  readonly out: string;
  /** The git tag that the release is made of. */
  readonly tag?: string;
  /** Whether the release will be published. */
  readonly isPublished: boolean;
  /** Whether only the executable of this platform is built. */
  readonly isExecutableOnly: boolean;
  /** The folder with the executables of other platforms. */
  readonly executables?: string;
}

export const releaseUsage = `npm run release:check [-- FLAG …] builds a release from a clean clone of HEAD and tries it.

  --out DIR          The folder that the release is written to. Default: release.
  --tag TAG          The git tag of the release. It has to be "v" and the version.
  --publish          The release will be published: an error without --tag, without the executable of a platform, with
                     placeholders, or of a commit that is not on main.
  --executable-only  Builds and tries only the executable of this platform. It is alone in DIR.
  --executables DIR  Adds the executables that --executable-only has written on other platforms to the release.
  --help             Prints this.`;

/** Reads the flags. Throws a UserError for one that does not exist, and returns undefined for `--help`. */
export function releaseOptions(args: readonly string[]): ReleaseOptions | undefined {
  const { out, tag, publish, help, executables, ...rest } = flags(args);
  if (help) return undefined;
  if (publish && tag === undefined) throw new UserError(`--publish needs --tag TAG.\n\n${releaseUsage}`);
  if (publish && !rest["executable-only"] && executables === undefined)
    throw new UserError(`--publish needs --executables DIR, or --executable-only.\n\n${releaseUsage}`);
  return {
    out: resolve(out),
    ...(tag !== undefined && { tag }),
    isPublished: publish,
    isExecutableOnly: rest["executable-only"],
    ...(executables !== undefined && { executables: resolve(executables) }),
  };
}

function flags(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        out: { type: "string", default: "release" },
        tag: { type: "string" },
        publish: { type: "boolean", default: false },
        "executable-only": { type: "boolean", default: false },
        executables: { type: "string" },
        help: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    throw new UserError(`${(error as Error).message}\n\n${releaseUsage}`);
  }
}
