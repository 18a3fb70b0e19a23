import type { Credentials } from "../config/settings.ts";
import { printable } from "../printable.ts";

/**
 * Replaces secrets in a text that comes from outside, as a service may echo what it receives: the credentials, JSON Web
 * Tokens, and `secret`.
 */
export type Redact = (text: string, secret?: string) => string;

/** In characters. A shorter secret is redacted as a whole word only, or it would remove parts of common words. */
const minSecretLength = 6;

/** Creates the function that redacts the secrets of these credentials. */
export function redactor(credentials: Credentials): Redact {
  const redactOwn = valueRedactor(secretsOf(credentials));
  return (text, secret) => redactOwn(secret ? valueRedactor([secret])(redactJwts(text)) : redactJwts(text));
}

/**
 * Creates the function that redacts these values, in any encoding that a service is known to echo, in upper or lower
 * case. A value of less than `minSecretLength` characters is redacted as a whole word only.
 */
export function valueRedactor(values: readonly string[]): (text: string) => string {
  const all = encodings(values).sort((left, right) => right.length - left.length);
  const long = all.filter((encoding) => encoding.length >= minSecretLength);
  const short = chunksOf(all.slice(long.length)).map(
    (words) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map(escaped).join("|")})(?![\\p{L}\\p{N}])`, "giu"),
  );
  return (text) => {
    const isolated = text.replaceAll("[secret]", placeholder);
    // The longest first, because one secret may be part of another.
    const withoutLong = long.reduce((rest, secret) => withoutValue(rest, secret), isolated);
    const withoutParts = withoutCutValues(withoutLong, long);
    return short
      .reduce((rest, pattern) => rest.replace(pattern, placeholder), withoutParts)
      .replaceAll(placeholder, "[secret]");
  };
}

/** Stands for `[secret]` until all secrets are replaced, because a secret may be a word of `[secret]`. */
const placeholder = "\0";

/** No regular expression: a secret may be longer than one can be. */
function withoutValue(text: string, secret: string): string {
  const [lower, wanted] = [text.toLowerCase(), secret.toLowerCase()];
  // The lower case of a few characters is longer: positions would not fit.
  if (lower.length !== text.length || wanted.length !== secret.length)
    return text.replaceAll(secret, placeholder);
  let rest = "";
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    rest += text.slice(from, at) + placeholder;
    from = at + secret.length;
  }
  return rest + text.slice(from);
}

/** A text has few of these. The limit bounds the time for one that has thousands. */
const maxCuts = 10;

/** Where a text was cut: by this provider with `…`, by a service with three dots or more too. */
const cut = /…|\.{3,}/g;

/** Removes the beginnings of secrets where the text was cut, which may have happened before they were removed. */
function withoutCutValues(text: string, secrets: readonly string[]): string {
  let clean = "";
  let from = 0;
  for (const { 0: dots, index } of [...text.matchAll(cut)].slice(0, maxCuts)) {
    clean += withoutEnd(text.slice(from, index), secrets) + dots;
    from = index + dots.length;
  }
  return clean + text.slice(from);
}

function withoutEnd(text: string, secrets: readonly string[]): string {
  const length = Math.max(0, ...secrets.map((secret) => sharedLength(text, secret)));
  return length > 0 ? text.slice(0, -length) + placeholder : text;
}

/** Length of the longest beginning of `secret` with which `text` ends; 0 for a short one. */
function sharedLength(text: string, secret: string): number {
  const [end, wanted] = [text.slice(-secret.length).toLowerCase(), secret.toLowerCase()];
  const first = wanted.slice(0, minSecretLength);
  for (let at = end.indexOf(first); at >= 0; at = end.indexOf(first, at + 1))
    if (wanted.startsWith(end.slice(at))) return end.length - at;
  return 0;
}

/** A regular expression may have a few thousand words. */
function chunksOf(words: readonly string[]): string[][] {
  const size = 500;
  const count = Math.ceil(words.length / size);
  return Array.from({ length: count }, (_, index) => words.slice(index * size, (index + 1) * size));
}

function escaped(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** What of the credentials is secret. */
export function secretsOf(credentials: Credentials): string[] {
  switch (credentials.kind) {
    case "access-token":
      return [credentials.accessToken];
    case "client-secret":
      return [credentials.clientSecret];
    case "private-key":
      // Line by line, because an echo may drop the line ends. The first and last lines are the same for every key.
      return credentials.privateKey.split(/\r?\n/).filter((line) => !line.startsWith("-----"));
  }
}

/**
 * The secrets as they are, trimmed and line by line. Each also as a terminal shows it, with `+` for spaces,
 * form-encoded, percent-encoded, and escaped as in JSON and as in HTML.
 */
function encodings(secrets: readonly string[]): string[] {
  const pieces = secrets.flatMap((secret) => [secret, secret.trim(), ...linesOf(secret)]);
  const all = [...new Set(pieces)].flatMap((piece) => {
    const plain = [piece, printable(piece, Number.POSITIVE_INFINITY), piece.replaceAll(" ", "+")];
    const json = plain.map((text) => JSON.stringify(text).slice(1, -1));
    const uri = piece.toWellFormed();
    return [
      ...plain,
      new URLSearchParams({ "": piece }).toString().slice(1),
      encodeURIComponent(uri),
      encodeURI(uri),
      ...json,
      ...json.map((text) => text.replaceAll("/", "\\/")),
      ...json.map((text) => unicodeEscaped(text, /[^\0-\x7f]/g)),
      ...json.map((text) => unicodeEscaped(text, /[<>&']/g)),
      ...json.map((text) => unicodeEscaped(text, /[^\0-\x7f]|[<>&']/g)),
      htmlEscaped(piece),
    ];
  });
  return [...new Set(all)].filter((encoding) => encoding !== "");
}

/** A service may join the lines of a secret in another way. A short line would remove common words. */
function linesOf(secret: string): string[] {
  const lines = secret.split(/\r?\n/);
  return lines.length > 1
    ? lines.map((line) => line.trim()).filter((line) => line.length >= minSecretLength)
    : [];
}

/** JSON with `\u` escapes for these characters: some services send ASCII only, some escape what HTML would read. */
function unicodeEscaped(json: string, characters: RegExp): string {
  return json.replace(characters, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function htmlEscaped(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** In characters: the least that each of the first two parts of a token has. */
const minTokenParts = ["eyJ".length + 5, 5] as const;

/**
 * Replaces everything that looks like a JSON Web Token. Takes time in proportion to the length of the text: the
 * expression has no alternatives to try, and `withoutToken` looks at each part of a word once.
 */
function redactJwts(text: string): string {
  return text.replace(/[\w.-]+/g, withoutToken);
}

/** A token ends where its word ends. */
function withoutToken(word: string): string {
  if (!word.includes("eyJ")) return word;
  const parts = word.split(".");
  const [minHeader, minPayload] = minTokenParts;
  const starts = parts.map((part) => part.indexOf("eyJ"));
  const header = parts.findIndex((part, index) => {
    const start = starts[index] ?? -1;
    const payload = parts[index + 1] ?? "";
    return start >= 0 && part.length - start >= minHeader && payload.length >= minPayload;
  });
  if (header < 0) return word;
  const before = [...parts.slice(0, header), parts[header]?.slice(0, starts[header])];
  return `${before.join(".")}[token]`;
}
