import { type ParseArgsConfig, parseArgs } from "node:util";

/**
 * Reads the arguments of the process as `parseArgs` of Node does. Ends the process with the usage after `--help`, and
 * with exit code 2 after a flag or an argument that `config` does not have.
 */
export function commandLine<const Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  if (process.argv.slice(2).includes("--help")) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    return refuse((error as Error).message, usage);
  }
}

/** Ends the process: an argument is wrong. */
export function refuse(message: string, usage: string): never {
  console.error(`${message}\n\n${usage}`);
  process.exit(2);
}
