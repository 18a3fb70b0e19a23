export function findEngine(env?: NodeJS.ProcessEnv): Promise<string[]>;
export function engineEnvironment(env?: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv>;
