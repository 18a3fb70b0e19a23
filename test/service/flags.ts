// The command line of `npm run service`.
import { parseArgs } from "node:util";

const text = { type: "string" } as const;
const isSet = { type: "boolean" } as const;
const options = {
  port: text,
  state: text,
  "documented-only": isSet,
  latency: text,
  rate: text,
  burst: text,
  "limit-later": isSet,
  roles: text,
  "rate-headers": isSet,
  dns: { type: "string", multiple: true },
  "recheck-on-read": isSet,
  "verify-limit": text,
  json: isSet,
  help: { type: "boolean", short: "h" },
} as const;

const help = `Usage: npm run service -- [options]

Starts the stand-in service on this machine, and prints its address and a client to use. Ctrl-C ends it.

  --port PORT            Default: the port at the last start with this --state, or any free one.
  --state FILE           Keeps everything in this file. Default: it is forgotten at the end.
  --dns IP:PORT          DNS server that verification asks, such as 192.0.2.53:53. Repeatable.
                         Default: none, so that no record is found, and no domain becomes ready.
  --roles NUMBER         Roles that the tenant has at the start. Default: 0.
  --rate NUMBER          Requests a second, for a rate limit. Default: no limit.
  --burst NUMBER         Requests at once, for a rate limit. Default: that of --rate.
  --limit-later          The rate limit is off until a test turns it on.
  --rate-headers         Every response has the rate-limit headers. Default: those with status 429.
  --verify-limit NUMBER  Verifications a minute. Default: 5.
  --recheck-on-read      A read of a ready domain looks up its record again.
  --latency MS           Milliseconds until each response. Default: 0.
  --documented-only      Every request that the service does not document is a 405.
  --json                 Prints one line of JSON.
  -h, --help             This text.
`;

/** The flags of these arguments. Ends the process after `--help`, or with exit code 2 when one is wrong. */
export function flagsOf(args: string[]) {
  try {
    const { values } = parseArgs({ args, options });
    if (values.help) end(0, help);
    return values;
  } catch (error) {
    return end(2, `${(error as Error).message}\nSee npm run service -- --help`);
  }
}

/** The number of a flag. Ends the process when it is none, or below `min`. */
export function numberOf(flag: string, value: string, min = 0): number {
  const number = Number(value);
  if (value !== "" && Number.isFinite(number) && number >= min) return number;
  return end(2, `--${flag} must be a number of at least ${min}, not "${value}"`);
}

function end(code: number, message: string): never {
  (code === 0 ? console.log : console.error)(message);
  process.exit(code);
}
