import type { Announcement } from "../test/service/announcement.ts";
import { tokenOf } from "./access-token.ts";

/** What the other client asked, and how much of it the service refused. */
export interface NeighbourCount {
  readonly asked: number;
  readonly refused: number;
}

/**
 * Starts a client that asks for the list of roles `perSecond` times a second, and repeats nothing. The function that it
 * returns ends it and resolves when all its answers are there.
 */
export async function startNeighbour(
  announcement: Announcement,
  perSecond: number,
): Promise<() => Promise<NeighbourCount>> {
  const token = await tokenOf(announcement);
  const statuses: Promise<number>[] = [];
  const ask = async () => {
    const answer = await fetch(`${announcement.baseUrl}/roles`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const timer = setInterval(() => statuses.push(ask()), 1000 / perSecond);
  return async () => {
    clearInterval(timer);
    const all = await Promise.all(statuses);
    return { asked: all.length, refused: all.filter((status) => status === 429).length };
  };
}
