export function say(line: string): void;
export class Advice extends Error {}
export function runMain(main: () => Promise<number | undefined>): Promise<void>;
