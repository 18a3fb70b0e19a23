// Parts of the Markdown of the reference.

/** The first line of every generated page. */
export const generatedNote =
  "<!-- Written by `npm run generate` from the tables in provider/: edit those. -->";

/** A page: the note, the title, and parts with an empty line between them. Empty parts are left out. */
export function page(title: string, ...parts: readonly string[]): string {
  return `${[generatedNote, `# ${title}`, ...parts.filter((part) => part !== "")].join("\n\n")}\n`;
}

/** A section with its heading. Empty when it has no content. */
export function section(title: string, ...parts: readonly string[]): string {
  const content = parts.filter((part) => part !== "");
  return content.length === 0 ? "" : [`## ${title}`, ...content].join("\n\n");
}

/** A table. Empty when it has no rows. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const lines = [headings, headings.map(() => "---"), ...rows.map((cells) => cells.map(escaped))];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function escaped(cell: string): string {
  return cell.replaceAll("|", "\\|");
}

/** A list. Empty when it has no items. */
export function list(...items: readonly (string | false | undefined)[]): string {
  return items
    .filter(Boolean)
    .map((item) => `- ${item}`)
    .join("\n");
}

/** A fenced block. */
export function code(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** `a`, `b` and `c`, each as code. */
export function names(all: readonly string[]): string {
  const marked = all.map((name) => `\`${name}\``);
  return marked.length < 2
    ? marked.join("")
    : `${marked.slice(0, -1).join(", ")} and ${marked.slice(-1).join("")}`;
}
