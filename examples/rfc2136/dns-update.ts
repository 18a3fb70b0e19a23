import { spawn } from "node:child_process";
import { promises as dns } from "node:dns";

/** The server that gets the updates, and the TSIG key that signs them. */
export interface Target {
  server: string;
  zone: string;
  tsigKey?: string | undefined;
}

/** One value of a CNAME or TXT record. */
export interface DnsValue {
  name: string;
  type: "CNAME" | "TXT";
  value: string;
  ttl: number;
}

/** Sends all changes in one RFC 2136 message. The server applies all of them or none. */
export async function sendUpdate(
  target: Target,
  changes: ({ add: DnsValue } | { remove: DnsValue })[],
): Promise<void> {
  const { address, port } = endpoint(target.server);
  const lines = [`server ${address} ${port}`, `zone ${domainName(target.zone)}`];
  if (target.tsigKey) lines.unshift(keyCommand(target.tsigKey));
  for (const change of changes) {
    if ("remove" in change)
      lines.push(`update delete ${domainName(change.remove.name)} ${data(change.remove)}`);
    else lines.push(`update add ${domainName(change.add.name)} ${change.add.ttl} ${data(change.add)}`);
  }
  await nsupdate([...lines, "send", ""].join("\n"));
}

/** The current values of the record at the server; empty when the record does not exist. */
export async function lookUp({ server }: Target, { name, type }: DnsValue): Promise<string[]> {
  const { address, port } = endpoint(server);
  const resolver = new dns.Resolver({ timeout: 5000, tries: 2 });
  resolver.setServers([address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`]);
  try {
    if (type === "CNAME") return await resolver.resolveCname(name);
    // Node decodes the bytes as Latin-1. They are UTF-8.
    return (await resolver.resolveTxt(name)).map((chunks) =>
      Buffer.from(chunks.join(""), "latin1").toString(),
    );
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (code === "ENOTFOUND" || code === "ENODATA") return [];
    throw error;
  }
}

/** Runs nsupdate with the commands on standard input. Other users could read the key in its arguments. */
function nsupdate(commands: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const process = spawn("nsupdate", ["-t", "10"], { stdio: ["pipe", "ignore", "pipe"] });
    let complaint = "";
    process.stderr.on("data", (text) => {
      complaint += text;
    });
    process.on("error", () =>
      reject(new Error("nsupdate does not start: install it (Debian: apt-get install bind9-dnsutils)")),
    );
    process.on("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`nsupdate failed: ${complaint.trim()}`)),
    );
    process.stdin.on("error", () => undefined);
    process.stdin.end(commands);
  });
}

function keyCommand(tsigKey: string): string {
  const parts = tsigKey.split(":");
  if (parts.length !== 3 || parts.some((part) => !/^[\w.+/=-]+$/.test(part))) {
    throw new Error("tsigKey must read algorithm:name:secret, the secret in base64");
  }
  return `key ${parts[0]}:${parts[1]} ${parts[2]}`;
}

function data({ type, value }: DnsValue): string {
  return type === "CNAME" ? `CNAME ${domainName(value)}` : `TXT ${characterStrings(value)}`;
}

/** The name with a dot at the end. Refuses white space: a line break would start another nsupdate command. */
function domainName(name: string): string {
  if (!/^[\w.-]+$/.test(name)) throw new Error(`${JSON.stringify(name)} is no domain name`);
  return name.endsWith(".") ? name : `${name}.`;
}

/** Quoted strings of at most 255 bytes, with special bytes as \DDD (RFC 1035, section 5.1). */
function characterStrings(value: string): string {
  const bytes = [...Buffer.from(value)].map((byte) =>
    byte < 0x20 || byte > 0x7e || byte === 0x22 || byte === 0x5c
      ? `\\${String(byte).padStart(3, "0")}`
      : String.fromCharCode(byte),
  );
  const strings = Array.from({ length: Math.ceil(bytes.length / 255) || 1 }, (_, index) =>
    bytes.slice(index * 255, (index + 1) * 255),
  );
  return strings.map((string) => `"${string.join("")}"`).join(" ");
}

function endpoint(server: string): { address: string; port: string } {
  const match = /^(?:\[([\da-fA-F:.]+)\]|([\d.]+))(?::(\d+))?$/.exec(server);
  const address = match?.[1] ?? match?.[2];
  if (address === undefined)
    throw new Error(
      `${JSON.stringify(server)} is no server: it must be an IP address with an optional port; put an IPv6 address in brackets`,
    );
  return { address, port: match?.[3] ?? "53" };
}
