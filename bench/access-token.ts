import type { Announcement } from "../test/service/announcement.ts";

/** An access token of the service's client. */
export async function tokenOf({ authUrl, clientId, clientSecret }: Announcement): Promise<string> {
  const form = { grant_type: "client_credentials", audience: "/api/v2/" };
  const body = new URLSearchParams({ ...form, client_id: clientId, client_secret: clientSecret });
  const response = await fetch(`${authUrl}/oauth/token/`, { method: "POST", body });
  const { access_token: token } = (await response.json()) as { access_token: string };
  return token;
}
