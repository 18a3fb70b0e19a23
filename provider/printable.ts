// What a terminal shows: every message of an error and every line for the user passes through here.

/** In characters. No message of this provider has a longer line. */
const maxLineLength = 8_000;
const maxLines = 100;

/**
 * Control characters (C0, DEL, C1), line separators, characters that change the direction of text, and those that hide
 * text: of no width, and tags. The joiners of scripts and emoji stay.
 */
const steering = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\u200b\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]+/gu;

/**
 * The text as one line that cannot steer a terminal: a space stands for what could. A text of more than `maxLength`
 * characters is cut and ends with `…`.
 */
export function printable(text: string, maxLength = maxLineLength): string {
  // Cut first: a service may send megabytes.
  const short = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return short.replace(steering, " ");
}

/** Whether the text has no control character, no invisible one, and no half of a surrogate pair. */
export function isVisible(text: string): boolean {
  return !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);
}

/** Several lines, each of them printable. */
export function printableLines(lines: readonly string[]): string {
  const more = lines.length > maxLines ? ["…"] : [];
  return [...lines.slice(0, maxLines).map((line) => printable(line)), ...more].join("\n");
}
