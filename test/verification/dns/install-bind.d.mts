export function findProgram(program: string): string | undefined;
export function missingPrograms(): string[];
export function installBind(say?: (line: string) => void): boolean;
