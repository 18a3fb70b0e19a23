/**
 * Prints a progress line to stderr, so that a script's output stays usable by other programs.
 * @param {string} line
 */
export function say(line) {
  console.error(`▸ ${line}`);
}

/** An error for the user to act on: `runMain` prints its message without a stack trace. */
export class UserError extends Error {
  /** @override */
  name = "UserError";
}

/**
 * Runs a script's main function. The exit code is what it resolves to (0 for nothing), or 1 after an error.
 * @param {() => Promise<number | void>} main
 */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    console.error(error instanceof UserError ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}
