/** A middle value with the smallest and the largest beside it. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** Undefined for no values. */
export function spreadOf(values: readonly (number | undefined)[]): Spread | undefined {
  const sorted = values.filter((value) => value !== undefined).sort((left, right) => left - right);
  const [min, max] = [sorted[0], sorted.at(-1)];
  if (min === undefined || max === undefined) return undefined;
  const middle = sorted.slice(Math.floor((sorted.length - 1) / 2), Math.floor(sorted.length / 2) + 1);
  return { median: middle.reduce((sum, value) => sum + value, 0) / middle.length, min, max };
}
