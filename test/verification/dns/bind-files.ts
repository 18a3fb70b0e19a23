/** A zone that BIND serves. */
export interface BindZone {
  readonly name: string;
  /** Lines of a zone file. The SOA is added, and an NS record unless there is one at "@". */
  readonly records?: readonly string[];
}

/** A TSIG key for hmac-sha256. */
export interface TsigKey {
  readonly name: string;
  /** In base64. */
  readonly secret: string;
}

type Settings = {
  folder: string;
  port: number;
  zones: readonly BindZone[];
  rootServer: string | undefined;
  updateKey: TsigKey | undefined;
};

/** A named.conf for loopback only: no control channel, no forwarders, no root server except `rootServer`. */
export function configuration({ folder, port, zones, rootServer, updateKey }: Settings): string {
  return `options {
  directory "${folder}";
  // Also the port at which this server asks others, so that several loopback addresses can serve a tree of zones.
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
  // Without a cache, no test sees the records of another.
  max-cache-ttl 0;
  max-ncache-ttl 0;
};
controls { };
${rootServer === undefined ? "" : `zone "." { type hint; file "${hintFileName}"; };`}
${updateKey ? `key "${updateKey.name}" { algorithm hmac-sha256; secret "${updateKey.secret}"; };` : ""}
${zones.map((zone) => zoneStatement(zone, updateKey)).join("\n")}
`;
}

/** Name of the file with the root hints, in the folder of the configuration. */
export const hintFileName = "root.hint";

/** Root hints with `rootServer` as the only root server. */
export function hintFile(rootServer: string): string {
  return `. 60 NS root-server.\nroot-server. 60 A ${rootServer}\n`;
}

function zoneStatement(zone: BindZone, updateKey: TsigKey | undefined): string {
  const allowed = updateKey ? `key "${updateKey.name}"` : "127.0.0.1";
  return `zone "${zone.name}" { type primary; file "${zoneFileName(zone)}"; allow-update { ${allowed}; }; };`;
}

/** Name of a zone's file, in the folder of the configuration. */
export function zoneFileName({ name }: BindZone): string {
  return name === "." ? "root.zone" : `${name}.zone`;
}

/** Content of a zone's file. The added name server is `ns` in the zone, at the address `nameServer`. */
export function zoneFile({ name, records = [] }: BindZone, nameServer: string): string {
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
