/** A line about what is going on; on stderr, so that a script's output stays usable by others. */
export function say(line) {
  console.error(`▸ ${line}`);
}

/** An error for the user to read: shown as its message, without a stack trace. */
export class Advice extends Error {
  name = "Advice";
}

/** Runs a script's main function; the exit code is what it resolves to (nothing: 0), or 1 after an error. */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    console.error(error instanceof Advice ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}
