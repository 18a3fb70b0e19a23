// The packaged plugin. The engine starts it with its address as an argument, and reads its port from stdout.
import { readArguments } from "./arguments.ts";
import { subcommands } from "./subcommands.ts";

const summaries = Object.entries(subcommands).map(([name, { summary }]) => [name, summary]);
const command = readArguments(process.argv.slice(2), Object.fromEntries(summaries));

// What a command needs is loaded with it: the engine waits for the port.
switch (command.kind) {
  case "serve":
    import("./serve.ts").then(({ serve }) => serve(command.engineAddress)).catch(end);
    break;
  case "subcommand":
    runSubcommand(command.name, command.args).catch(end);
    break;
  case "print":
    console.log(command.text);
    break;
  case "refuse":
    console.error(command.text);
    process.exitCode = 2;
}

async function runSubcommand(name: string, args: readonly string[]): Promise<void> {
  const run = await subcommands[name]?.load();
  process.exitCode = await run?.(args);
}

/** Ends a process that could not start. */
function end(error: Error): void {
  console.error(`pulumi-resource-idm: ${error.message}`);
  process.exit(1);
}
