/** A range of `engines`: `^22.19` is 22.19 and later of 22, `>=24.2` is 24.2 and everything later. */
interface Range {
  readonly major: number;
  readonly minor: number;
  readonly isOpen: boolean;
}

/**
 * JavaScript for the top of a bundle. On a Node that `engines` excludes it throws an error of one line, before the
 * bundle loads or uses anything that such a Node lacks. It is written for every Node that can load `@pulumi/pulumi`.
 */
export function nodeVersionCheck(engines: string): string {
  return unlessSupported(
    engines,
    `  var error = new Error("pulumi-idm " + reason);
  // Pulumi prints the message alone in a program, and toString() and stack in the provider's process.
  error.__pulumiRunError = true;
  error.stack = reason;
  error.toString = function () { return "pulumi-idm"; };
  throw error;`,
  );
}

/** The same check for the start of a program: prints the line and ends the process. It is written for every Node. */
export function nodeVersionExit(engines: string): string {
  return unlessSupported(engines, `  console.error("pulumi-idm " + reason);\n  process.exit(1);`);
}

/** The versions that `engines` includes, in words: `22.19 or newer of 22, or 24.2 or newer`. */
export function neededNode(engines: string): string {
  const needed = rangesOf(engines).map(
    ({ major, minor, isOpen }) => `${major}.${minor} or newer${isOpen ? "" : ` of ${major}`}`,
  );
  return needed.join(", or ");
}

function unlessSupported(engines: string, statements: string): string {
  return `(function () {
  var version = process.versions.node.split(".").map(Number);
  var isSupported = ${JSON.stringify(rangesOf(engines))}.some(function (range) {
    var isSameMajor = version[0] === range.major && version[1] >= range.minor;
    return isSameMajor || (range.isOpen && version[0] > range.major);
  });
  if (isSupported) return;
  var reason = "needs Node.js ${neededNode(engines)}. This is Node.js " + process.versions.node + ": put a newer one first on PATH";
${statements}
})();`;
}

function rangesOf(engines: string): Range[] {
  return engines.split("||").map(rangeOf);
}

function rangeOf(text: string): Range {
  const [, kind, major, minor] = /^(\^|>=)(\d+)\.(\d+)$/.exec(text.trim()) ?? [];
  if (kind === undefined) throw new Error(`engines: ${text} is neither ^MAJOR.MINOR nor >=MAJOR.MINOR`);
  return { major: Number(major), minor: Number(minor), isOpen: kind === ">=" };
}
