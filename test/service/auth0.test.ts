import { ManagementClient } from "auth0";
import { expect, test } from "vitest";
import type { Service } from "./service.ts";
import { serviceForTest } from "./service-for-test.ts";

/**
 * A `fetch` that sends the client's requests to the stand-in service, and translates its name of one certificate type.
 * The client itself always uses `https://{domain}`.
 */
function fetchFrom({ authUrl }: Service): typeof fetch {
  return (input, init) => {
    const { pathname, search } = new URL(String(input));
    const { body } = init ?? {};
    const translated =
      typeof body === "string" ? { body: body.replace("auth0_managed_certs", "service_managed_certs") } : {};
    return fetch(`${authUrl}${pathname}${search}`, { ...init, ...translated });
  };
}

function independentClient(service: Service): ManagementClient {
  const { id: clientId, secret: clientSecret } = service.client;
  const options = { domain: "stand-in.example", audience: "/api/v2/", clientId, clientSecret };
  return new ManagementClient({ ...options, fetch: fetchFrom(service) });
}

test("an independent client creates a role", async () => {
  const service = await serviceForTest();
  const role = await independentClient(service).roles.create({ name: "admin", description: "all" });
  expect([...service.tenant.roles.values()]).toEqual([{ id: role.id, name: "admin", description: "all" }]);
});

test.each(["self_managed_certs", "auth0_managed_certs"] as const)(
  "an independent client creates a domain of type %s",
  async (type) => {
    const service = await serviceForTest();
    const domain = await independentClient(service).customDomains.create({
      domain: "login.example.com",
      type,
    });
    expect(domain.status).toBe("pending_verification");
    expect(service.tenant.domains.get(domain.custom_domain_id)?.domain).toBe("login.example.com");
  },
);

test("an independent client updates a template", async () => {
  const service = await serviceForTest();
  const { id } = service.tenant.addTemplate({ name: "before" });
  const { templates } = independentClient(service).verifiableCredentials.verification;
  const updated = await templates.update(id, { name: "after", version: 3 });
  expect(updated.name).toBe("after");
  expect(service.tenant.templates.get(id)).toMatchObject({ name: "after", version: 3 });
});

test("an independent client redelivers an event", async () => {
  const service = await serviceForTest();
  const { eventStreamId, eventId } = service.tenant.addEvent();
  await independentClient(service).eventStreams.redeliveries.createById(eventStreamId, eventId);
  expect(service.tenant.redeliveries).toMatchObject([{ eventStreamId, eventId }]);
});

test("an independent client reads, lists, changes and deletes a role", async () => {
  const service = await serviceForTest();
  const { roles } = independentClient(service);
  const { id = "" } = await roles.create({ name: "admin" });
  await roles.update(id, { description: "changed" });
  const listed = [];
  for await (const role of await roles.list({ name_filter: "ADM" })) listed.push(role);
  expect(listed).toEqual([{ id, name: "admin", description: "changed" }]);
  await roles.delete(id);
  await expect(roles.get(id)).rejects.toMatchObject({ statusCode: 404 });
});

test("an independent client reads a 403", async () => {
  const service = await serviceForTest({ scopes: ["read:roles"] });
  const { roles, customDomains } = independentClient(service);
  await expect(roles.create({ name: "admin" })).rejects.toMatchObject({ statusCode: 403 });
  await expect(customDomains.get("cd_unknown")).rejects.toMatchObject({ statusCode: 403 });
});
