// The pages of docs/reference: one for each resource and function, the settings, and a list of them all.
import { functionName, hasFunction } from "../../../provider/lifecycle/item-function.ts";
import type { Resource } from "../../../provider/lifecycle/resource.ts";
import { functionDescription } from "../schema-functions.ts";
import { fileNameOf } from "../sdk-class.ts";
import { functionPage } from "./function-page.ts";
import { list, page, section, table } from "./markdown.ts";
import { allRequestsTable, kindsLink } from "./requests.ts";
import { resourcePage } from "./resource-page.ts";
import { settingsPage } from "./settings-page.ts";

/** The pages by file name. */
export function referencePages(resources: readonly Resource[]): Record<string, string> {
  const found = resources.filter(hasFunction);
  return {
    "README.md": indexPage(resources),
    "settings.md": settingsPage(),
    "requests.md": requestsPage(resources),
    ...Object.fromEntries(
      resources.map((resource) => [`${fileNameOf(resource.type)}.md`, resourcePage(resource, resources)]),
    ),
    ...Object.fromEntries(
      found.map((resource) => [`${fileNameOf(functionName(resource))}.md`, functionPage(resource)]),
    ),
  };
}

function indexPage(resources: readonly Resource[]): string {
  const link = (name: string) => `[\`${name}\`](${fileNameOf(name)}.md)`;
  const functions = resources.filter(hasFunction);
  return page(
    "Reference",
    section(
      "Resources",
      table(
        ["Resource", "What it is"],
        resources.map(({ type, description }) => [link(type), description]),
      ),
    ),
    section(
      "Functions",
      "The packaged plugin has them, the dynamic provider does not.",
      table(
        ["Function", "What it does"],
        functions.map((resource) => [link(functionName(resource)), functionDescription(resource)]),
      ),
    ),
    section(
      "Settings",
      "[Settings](settings.md): where the service is, the credentials, and the limits of the provider.",
    ),
    section("Requests", "[Requests](requests.md): those of all resources in one table."),
    section("How to read these pages", list(...notes)),
  );
}

function requestsPage(resources: readonly Resource[]): string {
  return page(
    "Requests",
    "What each resource sends, with the scope that the access token needs for it. Paths are relative to `idm:baseUrl`.",
    kindsLink,
    allRequestsTable(resources),
  );
}

const notes = [
  "`?` marks an optional input, and a field that may be missing.",
  "Names are those of TypeScript, YAML and Go (there with a capital letter). Python has them in snake_case. Requests have them in snake_case too. Your own keys are never renamed.",
  "**Default** is what the service, or the provider, uses for an input that the program does not declare. It is neither sent nor compared.",
  "**Removing it sets it to …** is what is sent when the program stops declaring an input. Where a page does not say so, the value at the service stays.",
  "A **documented** request is described by the service's documents. A **conventional** one follows the service's conventions: a service may refuse it, and the error then names a workaround.",
  "**Scope** is what the access token needs for a request. A token for what a program never does needs no scope for it.",
  "With client credentials or a private key, a run also sends `POST {authUrl}/oauth/token/`.",
];
