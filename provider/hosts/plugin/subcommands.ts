/** A command that the plugin runs instead of serving an engine. */
export interface Subcommand {
  /** What it does: one sentence, for the usage. */
  readonly summary: string;
  /** Loads the command. It gets the arguments after its name, and returns the exit code. */
  load(): Promise<(args: readonly string[]) => Promise<number>>;
}

/** By name, the first argument of the process. */
export const subcommands: Readonly<Record<string, Subcommand>> = {
  discover: {
    summary: 'Writes what a tenant holds as a file for "pulumi import --file". See discover --help.',
    load: async () => (await import("./discover/discover.ts")).discover,
  },
};
