/** A command of a document: its words, without variables before it. */
export interface Command {
  readonly words: readonly string[];
  readonly line: number;
}

const assignment = /^[A-Za-z_]\w*=/;
/** A word in quotation marks, an operator, or a word. */
const word = /"((?:\\.|[^"\\])*)"|'([^']*)'|(&&|\|\||[;|()]|\d?[<>]+&?\d*)|((?:\\.|[^\s"'|;&<>()])+|&)/g;

/** The commands of a shell script. Placeholders such as `…` are words. */
export function commandsIn(script: string, firstLine: number): Command[] {
  const commands: Command[] = [];
  let continued = "";
  for (const [index, text] of script.split("\n").entries()) {
    const line = `${continued}${text}`;
    continued = line.endsWith("\\") ? line.slice(0, -1) : "";
    if (continued === "")
      commands.push(...simpleCommands(line).map((words) => ({ words, line: firstLine + index })));
  }
  return commands;
}

function simpleCommands(line: string): string[][] {
  const parts: string[][] = [[]];
  let skipsNext = false;
  for (const match of line.replace(/(^|\s)#.*$/, "").matchAll(word)) {
    const [, double, single, operator, plain] = match;
    if (operator !== undefined && /[<>]/.test(operator)) skipsNext = !/&\d/.test(operator);
    else if (operator !== undefined || plain === "&") parts.push([]);
    else if (skipsNext) skipsNext = false;
    else appendTo(parts, double ?? single ?? plain ?? "", isGlued(line, match));
  }
  return parts.map(withoutAssignments).filter((words) => words.length > 0);
}

/** Whether the word follows the one before it without a space: `--match='a b'`. */
function isGlued(line: string, { index }: RegExpExecArray): boolean {
  return index > 0 && /[^\s|;&()<>]/.test(line[index - 1] ?? "");
}

function appendTo(parts: string[][], text: string, isGluedToLast: boolean): void {
  const words = parts.at(-1) ?? [];
  if (isGluedToLast && words.length > 0) words.push(`${words.pop()}${text}`);
  else words.push(text);
}

function withoutAssignments(words: readonly string[]): string[] {
  const from = words.findIndex((each) => !assignment.test(each) && each !== "$");
  return from < 0 ? [] : words.slice(from);
}
