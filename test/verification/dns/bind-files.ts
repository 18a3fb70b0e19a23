/** A zone to serve; `records` in the form of a zone file, names relative to the zone unless they end in a dot. Its NS and SOA come of themselves unless `records` holds an NS at "@". */
export type Zone = { name: string; records?: string[] };

/** A TSIG key, hmac-sha256; `secret` in base64. */
export type Key = { name: string; secret: string };

type Settings = {
  folder: string;
  port: number;
  zones: Zone[];
  rootServer: string | undefined;
  updateKey: Key | undefined;
};

/** A named.conf that keeps to loopback: no control channel, no forwarders, and no root servers but the one given. */
export function configuration({ folder, port, zones, rootServer, updateKey }: Settings): string {
  return `options {
  directory "${folder}";
  // Where this server asks others, too: so a whole tree of zones can live on one port of several loopback addresses.
  port ${port};
  listen-on { 127.0.0.1; };
  listen-on-v6 { none; };
  query-source address 127.0.0.1;
  pid-file none;
  session-keyfile "${folder}/session.key";
  recursion ${rootServer === undefined ? "no" : "yes"};
  allow-query { 127.0.0.0/8; };
  allow-recursion { 127.0.0.0/8; };
  allow-transfer { 127.0.0.0/8; };
  dnssec-validation no;
  empty-zones-enable no;
  notify no;
  // Answers of one second ago would make one test see what another did.
  max-cache-ttl 0;
  max-ncache-ttl 0;
};
controls { };
${rootServer === undefined ? "" : `zone "." { type hint; file "${hintFileName}"; };`}
${updateKey ? `key "${updateKey.name}" { algorithm hmac-sha256; secret "${updateKey.secret}"; };` : ""}
${zones.map((zone) => zoneStatement(zone, updateKey)).join("\n")}
`;
}

/** File of the root hints, beside the configuration. */
export const hintFileName = "root.hint";

/** The hints that make a server at `rootServer` the only root there is. */
export function hintFile(rootServer: string): string {
  return `. 60 NS root-server.\nroot-server. 60 A ${rootServer}\n`;
}

function zoneStatement(zone: Zone, updateKey: Key | undefined): string {
  const allowed = updateKey ? `key "${updateKey.name}"` : "127.0.0.1";
  return `zone "${zone.name}" { type primary; file "${zoneFileName(zone)}"; allow-update { ${allowed}; }; };`;
}

/** File of a zone, beside the configuration. */
export function zoneFileName({ name }: Zone): string {
  return name === "." ? "root.zone" : `${name}.zone`;
}

/** Contents of a zone's file; its name server is `ns` in the zone, at the address `nameServer`. */
export function zoneFile({ name, records = [] }: Zone, nameServer: string): string {
  const origin = name === "." ? "." : `${name}.`;
  const own = records.some((record) => /^@\s.*\bNS\b/.test(record)) ? [] : ["@ NS ns", `ns A ${nameServer}`];
  return [
    `$ORIGIN ${origin}`,
    "$TTL 60",
    "@ SOA ns hostmaster 1 3600 600 86400 1",
    ...own,
    ...records,
    "",
  ].join("\n");
}
