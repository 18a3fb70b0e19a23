// The arguments with which the plugin is started.
import { version } from "../../client/user-agent.ts";

/** What the process is started for. */
export type Command =
  /** `engineAddress` is undefined when the engine attaches to the process. */
  | { readonly kind: "serve"; readonly engineAddress: string | undefined }
  /** A command of `subcommands.ts`. */
  | { readonly kind: "subcommand"; readonly name: string; readonly args: readonly string[] }
  | { readonly kind: "print"; readonly text: string }
  | { readonly kind: "refuse"; readonly text: string };

/** `subcommands` are the names of commands, each with one sentence that says what it does. */
export function readArguments(
  args: readonly string[],
  subcommands: Readonly<Record<string, string>> = {},
): Command {
  const [first, ...rest] = args;
  if (first === "--version") return { kind: "print", text: version };
  if (first === "--help" || first === "-h") return { kind: "print", text: usage(subcommands) };
  if (first === "--attach") return { kind: "serve", engineAddress: undefined };
  if (first !== undefined && Object.hasOwn(subcommands, first))
    return { kind: "subcommand", name: first, args: rest };
  // The engine may put options of its own before its address: --logtostderr -v=9 --tracing URL.
  const last = args.at(-1);
  if (last !== undefined && isAddress(last)) return { kind: "serve", engineAddress: last };
  const problem =
    first === undefined ? [] : [`${JSON.stringify(first)} is not the address of a Pulumi engine.`];
  return { kind: "refuse", text: [...problem, usage(subcommands)].join("\n\n") };
}

function isAddress(text: string): boolean {
  return /^[^\s/]+:\d{1,5}$/.test(text);
}

function usage(subcommands: Readonly<Record<string, string>>): string {
  const rows = [
    ["ADDRESS", "Serves the engine at this address, such as 127.0.0.1:1234. Pulumi does this by itself."],
    ["--attach", "Serves an engine that runs with PULUMI_DEBUG_PROVIDERS=idm:PORT. Prints the port."],
    ...Object.entries(subcommands),
    ["--version", "Prints the version."],
    ["--help", "Prints this text."],
  ];
  return [
    `pulumi-resource-idm ${version} is the Pulumi provider "idm".`,
    "Pulumi starts it where a program uses the provider. There is no need to start it by hand.",
    "",
    "Usage: pulumi-resource-idm ARGUMENT",
    ...rows.map(([name = "", text]) => `  ${name.padEnd(10)} ${text}`),
  ].join("\n");
}
