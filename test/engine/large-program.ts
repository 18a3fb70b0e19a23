import type { Service } from "../service/service.ts";

/** What the service holds, sorted, so that the order of creation does not matter. */
export interface Holdings {
  roles: { name: string; description: string | undefined }[];
  domains: string[];
  templates: string[];
  redeliveries: string[];
}

/** What the service holds now. */
export function holdings({ tenant }: Service): Holdings {
  const roles = [...tenant.roles.values()].map(({ name, description }) => ({ name, description }));
  return {
    roles: roles.sort((left, right) => (left.name < right.name ? -1 : 1)),
    domains: [...tenant.domains.values()].map(({ domain }) => domain).sort(),
    templates: [...tenant.templates.values()].map(({ name }) => name).sort(),
    redeliveries: tenant.redeliveries.map(({ eventId }) => eventId),
  };
}

/** A program with many roles and, between them, three domains, a template and a redelivery. */
export interface LargeProgram {
  program: string;
  declared: Holdings;
}

/** The program with this number of roles. Adds the event of its redelivery to the service. */
export function largeProgramOf(service: Service, roles: number): LargeProgram {
  const event = service.tenant.addEvent();
  const names = Array.from({ length: roles }, (_, index) => `role ${String(index).padStart(3, "0")}`);
  const domains = [0, 1, 2].map((index) => `login${index}.example.com`);
  const template = {
    name: "licence",
    type: "mdl",
    dialect: "simplified/1.0",
    presentation: { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { family_name: true } } },
    wellKnownTrustedIssuers: "aamva",
  };
  const program = `
const idm = require("pulumi-idm");
const names = ${JSON.stringify(names)};
const half = names.length / 2;
const role = (name) => new idm.Role(name, { name, description: "of " + name });
names.slice(0, half).forEach(role);
for (const domain of ${JSON.stringify(domains)}) new idm.CustomDomain(domain, { domain, type: "self_managed_certs" });
new idm.VcTemplate("template", ${JSON.stringify(template)});
new idm.EventRedelivery("redelivery", ${JSON.stringify(event)});
names.slice(half).forEach(role);
`;
  const declared: Holdings = {
    roles: names.map((name) => ({ name, description: `of ${name}` })),
    domains,
    templates: [template.name],
    redeliveries: [event.eventId],
  };
  return { program, declared };
}
