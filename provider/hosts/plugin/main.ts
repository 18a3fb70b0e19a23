// The packaged plugin. The engine starts it with its address as an argument, and reads its port from stdout.
import { readArguments } from "./arguments.ts";
import { subcommands } from "./subcommands.ts";

const summaries = Object.entries(subcommands).map(([name, { summary }]) => [name, summary]);
const command = readArguments(process.argv.slice(2), Object.fromEntries(summaries));

// What a command needs is loaded with it: the engine waits for the port.
switch (command.kind) {
  case "serve":
    void import("./serve.ts").then(({ serve }) => serve(command.engineAddress));
    break;
  case "subcommand":
    void subcommands[command.name]?.load().then(async (run) => {
      process.exitCode = await run(command.args);
    });
    break;
  case "print":
    console.log(command.text);
    break;
  case "refuse":
    console.error(command.text);
    process.exitCode = 2;
}
