export function setUp(): Promise<NodeJS.ProcessEnv>;
