import { spawnSync } from "node:child_process";

/** What the help of a program says of one of its commands. */
export interface CommandHelp {
  /** How many of the asked words are commands. */
  readonly depth: number;
  readonly hasCommands: boolean;
  /** With their hyphens. */
  readonly flags: ReadonlySet<string>;
}

/** Reads the help of commands, each once. */
export class HelpReader {
  readonly #read = new Map<string, CommandHelp>();
  readonly #run: (args: readonly string[]) => string;

  /** `run` runs the program with these arguments and returns its output. */
  constructor(run: (args: readonly string[]) => string) {
    this.#run = run;
  }

  /** The help of the deepest command that these words name. */
  of(words: readonly string[]): CommandHelp {
    const key = words.join(" ");
    const known = this.#read.get(key);
    if (known) return known;
    const help = this.#ask(words);
    this.#read.set(key, help);
    return help;
  }

  #ask(words: readonly string[]): CommandHelp {
    const [first, ...others] = words;
    if (first === undefined) return readHelp(this.#run(["--help"]), []);
    const parent = others.length > 0 ? this.of(words.slice(0, -1)) : undefined;
    // The last word is an argument of the command before it.
    if (parent && (parent.depth < words.length - 1 || !parent.hasCommands)) return parent;
    return readHelp(this.#run([...words, "--help"]), words);
  }
}

function readHelp(text: string, words: readonly string[]): CommandHelp {
  const usage = /^Usage:\s+\S+ ?(.*)$/m.exec(text)?.[1]?.split(" ") ?? [];
  const aliases = /^Aliases:\n\s+(.*)$/m.exec(text)?.[1]?.split(", ") ?? [];
  const wrong = words.findIndex((name, at) => usage[at] !== name && !aliases.includes(name));
  const flags = [...text.matchAll(/^ +(?:(-\w), )?(--[\w-]+)/gm)].flatMap(([, ...names]) => names);
  return {
    depth: wrong < 0 ? words.length : wrong,
    hasCommands:
      /^(Usage:)?\s+\S+ .*(\[command\]|ARGUMENT)/m.test(text) || /\n {2}\S+ \[command\]/.test(text),
    flags: new Set(flags.filter((flag) => flag !== undefined)),
  };
}

/** The output of a program, also when it fails. */
export function outputOf(program: string, args: readonly string[], env = process.env): string {
  const { stdout, stderr } = spawnSync(program, args, { encoding: "utf8", env });
  return `${stdout ?? ""}${stderr ?? ""}`;
}
