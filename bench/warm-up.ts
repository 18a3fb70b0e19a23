import type { Announcement } from "../test/service/announcement.ts";
import { tokenOf } from "./access-token.ts";

/** Rounds of creates, reads, lists and deletes, 50 at a time. */
const rounds = 4;
const itemsPerRound = 50;

/**
 * Sends the service what contenders send, and deletes the items again. A process that has just started takes several
 * times as long for a request until Node has compiled its code. A contender that sends requests would pay for that, and
 * one that only waits would not.
 */
export async function warmUp(announcement: Announcement): Promise<void> {
  const { baseUrl } = announcement;
  const token = await tokenOf(announcement);
  const send = async (method: string, path: string, body?: object): Promise<Record<string, string>> => {
    const type = body && { "content-type": "application/json" };
    const headers = { authorization: `Bearer ${token}`, ...type };
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`warming up: ${method} ${path} answered ${response.status}: ${text}`);
    return text === "" ? {} : JSON.parse(text);
  };
  const live = async (collection: string, idField: string, body: object): Promise<void> => {
    const created = await send("POST", collection, body);
    const path = `${collection}/${created[idField]}`;
    await send("GET", path);
    await send("GET", `${collection}?per_page=100&include_totals=true`);
    await send("DELETE", path);
  };
  for (let round = 0; round < rounds; round++)
    await Promise.all(
      Array.from({ length: itemsPerRound }, (_, index) =>
        index % 10 === 0
          ? live("/custom-domains", "custom_domain_id", {
              domain: `warm-${round}-${index}.example.com`,
              type: "self_managed_certs",
            })
          : live("/roles", "id", { name: `warm ${round} ${index}`, description: "warm" }),
      ),
    );
}
