import { expect, test } from "vitest";
import { HelpReader } from "../../../scripts/docs/command-help.ts";
import { missingInHelp } from "../../../scripts/docs/commands.ts";
import { commandsIn } from "../../../scripts/docs/shell.ts";

/** Help texts in the form of Pulumi's. */
const texts: Readonly<Record<string, string>> = {
  "": "Usage:\n  tool [command]\n\nStack Commands:\n  up  Creates\n\nFlags:\n  -v, --verbose int   More\n",
  up: "Usage:\n  tool up [template] [flags]\n\nAliases:\n  up, update\n\nFlags:\n      --yes   Asks nothing\n",
  stack: "Usage:\n  tool stack [flags]\n  tool stack [command]\n\nAvailable Commands:\n  rename  Renames\n",
  "stack rename": "Usage:\n  tool stack rename <name> [flags]\n\nFlags:\n  -s, --stack string   The stack\n",
};

/** The tool shows the help of the deepest command that it has. */
function reader(): HelpReader {
  return new HelpReader((args) => {
    const words = args.slice(0, -1).join(" ").replace("update", "up");
    const deepest = Object.keys(texts).findLast((command) => `${words} `.startsWith(`${command} `));
    return texts[deepest ?? ""] ?? "";
  });
}

const told = (line: string) =>
  commandsIn(line, 1).map(({ words }) => missingInHelp(reader(), "tool", words.slice(1)));

test.each([
  "tool up --yes",
  "tool update",
  "tool up ./template",
  "tool -v=9",
  "tool stack",
  "tool stack rename new-name -s old",
  "A=b tool stack rename … --stack='the old' > out.txt",
  "tool [command]",
])("%s exists", (line) => {
  expect(told(line)).toEqual([undefined]);
});

test.each([
  ["tool down", 'tool has no command "down"'],
  ["tool stack renam x", 'tool stack has no command "renam"'],
  ["tool up --yess", "tool up has no flag --yess"],
  ["tool stack rename x --yes=true", "tool stack rename has no flag --yes"],
])("%s does not exist", (line, message) => {
  expect(told(line)).toEqual([message]);
});
