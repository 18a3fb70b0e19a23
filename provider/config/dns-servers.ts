import { isIP } from "node:net";

const dnsPort = 53;
const examples = '"192.0.2.53", "192.0.2.53:5353", "[2001:db8::53]:5353"';
const expected = `expected IP addresses separated by commas or spaces, each with a port if it is not 53 (${examples})`;

/** Address and port of a DNS server. */
export interface Endpoint {
  /** IPv4 or IPv6 address, without brackets. */
  readonly address: string;
  readonly port: number;
}

/**
 * The servers of a setting, each once, as `formatEndpoint` writes them; empty for an empty string.
 * Throws an Error that names the first wrong entry and the problem.
 */
export function parseDnsServers(value: string): string[] {
  const entries = value.split(/[\s,]+/).filter((entry) => entry !== "");
  return [...new Set(entries.map((entry) => formatEndpoint(parseEndpoint(entry))))];
}

/** Address and port of one entry; the default port is 53. Throws as `parseDnsServers` does. */
export function parseEndpoint(entry: string): Endpoint {
  const { address, port } = splitEndpoint(entry);
  if (isIP(address) === 0 || address.includes("%")) throw invalid(entry, "is not an IP address");
  if (port === undefined) return { address, port: dnsPort };
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535) {
    throw invalid(entry, "has no port from 1 to 65535");
  }
  return { address, port: Number(port) };
}

/** `ADDRESS`, or `ADDRESS:PORT` when the port is not 53; an IPv6 address with a port is in brackets. */
export function formatEndpoint({ address, port }: Endpoint): string {
  if (port === dnsPort) return address;
  return isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`;
}

/** The address of a server as `formatEndpoint` or the system writes it. The system's may have a zone index. */
export function hostOf(server: string): string {
  return isIP(server) !== 0 ? server : server.replace(/:\d+$/, "").replace(/^\[|\]$/g, "");
}

function splitEndpoint(entry: string): { address: string; port?: string | undefined } {
  if (isIP(entry) !== 0) return { address: entry };
  const bracketed = /^\[([^\]]*)\](?::(.*))?$/.exec(entry);
  if (bracketed)
    return { address: isIP(bracketed[1] ?? "") === 6 ? (bracketed[1] ?? "") : "", port: bracketed[2] };
  const [address = "", ...port] = entry.split(":");
  return port.length > 0 ? { address, port: port.join(":") } : { address };
}

function invalid(entry: string, problem: string): Error {
  return new Error(`DNS server ${JSON.stringify(entry.slice(0, 100))} ${problem}: ${expected}`);
}
