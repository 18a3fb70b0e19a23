import type { Announcement } from "../test/service/announcement.ts";

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
  { baseUrl, authUrl, clientId, clientSecret }: Announcement,
  perSecond: number,
): Promise<() => Promise<NeighbourCount>> {
  const form = { grant_type: "client_credentials", audience: "/api/v2/" };
  const body = new URLSearchParams({ ...form, client_id: clientId, client_secret: clientSecret });
  const response = await fetch(`${authUrl}/oauth/token/`, { method: "POST", body });
  const { access_token: token } = (await response.json()) as { access_token: string };
  const statuses: Promise<number>[] = [];
  const ask = async () => {
    const answer = await fetch(`${baseUrl}/roles`, { headers: { authorization: `Bearer ${token}` } });
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
