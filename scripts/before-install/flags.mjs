import { UserError } from "./terminal.mjs";

/**
 * Throws a UserError with the usage when the arguments have a flag that is not among `known`.
 * @param {readonly string[]} args
 * @param {readonly string[]} known
 * @param {string} usage
 */
export function requireKnownFlags(args, known, usage) {
  const unknown = args.filter((arg) => arg.startsWith("-") && !known.includes(arg));
  if (unknown.length > 0) throw new UserError(`There is no flag ${unknown.join(", ")}.\n\n${usage}`);
}
