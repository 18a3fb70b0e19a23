/** Words that one of the languages reserves, or that Pulumi's own program format does. */
const reserved = new Set(
  `abstract and any as assert async await base bool boolean break byte case catch class const continue def default
  defer del delete do double elif else enum except export exports extends false final finally float for foreach from
  func function global go goto if implements import in inf inline input int interface internal is lambda let local long
  map match module nan new nil none nonlocal not null object operator or output package pass print private protected
  public pulumi raise range readonly require resource return secret select self short static str string struct super
  switch this throw true try type typeof undefined union using var void while with yield idm`.split(/\s+/),
);

/** Chooses a logical name for each item: unique in the file, and usable as a variable in every language. */
export class LogicalNames {
  /** The nouns of the names in use, by the variable that a generator makes of a name. */
  readonly #nouns = new Map<string, string>();

  /** `text` is the item's own name. `noun` is what an item of its type is called: `role`. */
  next(text: string | undefined, noun: string): string {
    const suffix = plain(noun);
    const base = plain(text ?? "") || suffix;
    const first = /^\d/.test(base) ? `${suffix}-${base}` : base;
    const takenBy = this.#nouns.get(variableOf(first));
    const isOurs = takenBy === undefined || takenBy === suffix;
    const stem = isOurs && !reserved.has(first) ? first : `${first}-${suffix}`;
    let name = stem;
    for (let count = 2; this.#nouns.has(variableOf(name)); count++) name = `${stem}-${count}`;
    this.#nouns.set(variableOf(name), suffix);
    return name;
  }
}

/** Generators differ in how they join words: `a-b` and `ab` may become one variable. */
function variableOf(name: string): string {
  return name.replaceAll("-", "");
}

/** Lower-case ASCII words with hyphens: `Équipe A/B` → `equipe-a-b`. */
function plain(text: string): string {
  const ascii = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const words = ascii.split(/[^a-z0-9]+/).filter((word) => word !== "");
  return words.join("-").slice(0, 60).replace(/-$/, "");
}
