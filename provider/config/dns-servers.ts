import { isIP } from "node:net";

const dnsPort = 53;
const wanted =
  'wanted IP addresses separated by commas or spaces, each with a port if it is not 53 ("192.0.2.53", "192.0.2.53:5353", "[2001:db8::53]:5353")';

/** Where a DNS server listens, taken apart. */
export type Endpoint = { address: string; port: number };

/** Server list of a setting, in the form that `diagnose` takes, each once; an empty text is an empty list. Throws an Error that says which entry is wrong and how. */
export function parseDnsServers(text: string): string[] {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== "");
  return [...new Set(entries.map((entry) => formatEndpoint(parseEndpoint(entry))))];
}

/** Address and port (53 where none is written) of one entry; throws as `parseDnsServers` does. */
export function parseEndpoint(entry: string): Endpoint {
  const { address, port } = splitEndpoint(entry);
  if (isIP(address) === 0 || address.includes("%")) throw refused(entry, "is not an IP address");
  if (port === undefined) return { address, port: dnsPort };
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535) {
    throw refused(entry, "has no port from 1 to 65535");
  }
  return { address, port: Number(port) };
}

/** The short form of an endpoint: brackets around IPv6 with a port, and no port when it is 53. */
export function formatEndpoint({ address, port }: Endpoint): string {
  if (port === dnsPort) return address;
  return isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`;
}

/** The address part of a server as this module or the system writes it; the system's may have a zone index, and is never refused. */
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

function refused(entry: string, why: string): Error {
  return new Error(`DNS server ${JSON.stringify(entry.slice(0, 100))} ${why}: ${wanted}`);
}
