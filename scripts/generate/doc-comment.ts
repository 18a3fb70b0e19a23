/** Longest line of a comment, in characters without indentation. */
const width = 110;

/** A TSDoc comment with this content, on one line if it fits. */
export function docComment(text: string): string {
  if (`/** ${text} */`.length <= width) return `/** ${text} */`;
  return ["/**", ...wrapped(text).map((line) => ` * ${line}`), " */"].join("\n");
}

function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= width - 3)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
