import { ConfigError } from "../errors.ts";

/** What Node looks at, for all requests of an agent that is given `proxyEnv`. */
const variables = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY"];

/** The part of an agent's options that sends requests through the proxies which the environment names. Throws `ConfigError` where Node cannot. */
export function proxyOptions(env = process.env, nodeVersion = process.versions.node): object {
  const named = variables.find((name) => env[name]);
  if (named === undefined) return {};
  if (!knowsProxies(nodeVersion))
    throw new ConfigError([
      `${named}: Node ${nodeVersion} cannot send requests through a proxy. Update it to 22.21, 24.5 or newer, or unset the variable.`,
    ]);
  return { proxyEnv: env };
}

function knowsProxies(nodeVersion: string): boolean {
  const [major = 0, minor = 0] = nodeVersion.split(".").map(Number);
  return major > 24 || (major === 24 && minor >= 5) || (major === 22 && minor >= 21);
}
