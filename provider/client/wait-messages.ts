// What the client says of requests that wait, and why one was never sent.
import { settingName } from "../config/setting-table.ts";
import type { Settings } from "../config/settings.ts";
import type { Log } from "./log-line.ts";
import type { ReserveEvent } from "./pacing.ts";
import { waitInWords } from "./rate-limit-headers.ts";
import type { WaitReason } from "./wait-tally.ts";

/** The cause of a request that had no access token until its deadline. */
export function withoutToken({ authUrl }: Pick<Settings, "authUrl">): string {
  const check = `Check ${settingName("authUrl")} and the status of that server`;
  return `It was never sent, because the authorisation server ${authUrl} has not answered with an access token. ${check}`;
}

/** The cause of a request that a setting of the user held back until its deadline. */
export function heldBackBy(setting: Exclude<WaitReason, "service">): string {
  return `It was never sent, because ${settingName(setting)} made it wait for that long`;
}

/** Said once, when failed requests are not repeated any more. */
export const budgetUsedUp =
  "The service keeps failing: failed requests are not repeated any more, until one succeeds. Run the same command again later.";

/** Says why all requests wait, and how long. */
export function sayWait(log: Log): (seconds: number, why: "rate limit" | "unavailable") => void {
  const reasons = {
    "rate limit": "The service limits the rate of requests",
    unavailable: "The service is not available for now",
  };
  return (seconds, why) => log(`${reasons[why]}: waiting ${waitInWords(Math.round(seconds) * 1000)}.`);
}

/** Says what the reserve does. */
export function sayReserve(log: Log, { debug, rateLimitReserve }: Settings): (event: ReserveEvent) => void {
  const name = settingName("rateLimitReserve");
  return (event) => {
    if (event === "delays")
      log(
        `${name}: requests wait, so that ${rateLimitReserve} % of the service's rate limit stay free for others.`,
      );
    else if (debug)
      log(`debug: ${name} has no effect: the service does not tell how many requests are left.`);
  };
}
