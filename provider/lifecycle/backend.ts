// Which backend holds the stack: the engine does not tell it to a provider.
import { readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";

/** Pulumi's home folder. Throws for a user without a home folder. */
export function pulumiHome(): string {
  return process.env.PULUMI_HOME || join(homedir(), ".pulumi");
}

/**
 * The address of the backend, found as the Pulumi CLI finds it: `PULUMI_BACKEND_URL`, `backend: url:` in `Pulumi.yaml`,
 * the login. One backend has one address, however it is written. Empty when none is known.
 */
export function backendAddress(): string {
  return normalized(process.env.PULUMI_BACKEND_URL || projectBackend(process.cwd()) || currentLogin());
}

function currentLogin(): string {
  try {
    const folder = process.env.PULUMI_CREDENTIALS_PATH || pulumiHome();
    const { current } = JSON.parse(readFileSync(join(folder, "credentials.json"), "utf8"));
    return typeof current === "string" ? current : "";
  } catch {
    return "";
  }
}

/** The one of the nearest project file, as the CLI looks for it. */
function projectBackend(folder: string): string {
  for (const name of ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"]) {
    const text = textOf(join(folder, name));
    if (text !== undefined)
      return (
        /(?:^|[{,])\s*"?backend"?:\s*\{?\s*(?:#.*\s*)*"?url"?:\s*["']?([^\s"',}]+)/m.exec(text)?.[1] ?? ""
      );
  }
  const parent = dirname(folder);
  return parent === folder ? "" : projectBackend(parent);
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** Without slashes at the end, and for files with an absolute path. */
function normalized(address: string): string {
  const path = /^file:\/\/(.*)$/s.exec(address)?.[1];
  if (path === undefined) return address.replace(/(?<!\/)\/+$/, "");
  return `file://${resolve(path.replace(/^~(?=\/|$)/, () => homedir()))}`;
}

interface StoredStack {
  readonly checkpoint?: {
    readonly latest?: { readonly resources?: readonly { id?: string; type: string }[] };
  };
}

/**
 * Another stack whose state has the item: `project/stack`. Known for file backends only, whose states can be read.
 * `resource` is who asks: organization and URN.
 */
export function otherStackWith(id: string, resource: string): string | undefined {
  const [stack = "", project = "", types = ""] = resource
    .slice(resource.indexOf("urn:pulumi:") + 11)
    .split("::");
  const root = /^file:\/\/(.*)$/s.exec(backendAddress())?.[1];
  if (root === undefined) return undefined;
  const folder = join(root, ".pulumi", "stacks");
  const type = types.split("$").at(-1);
  return stacksIn(folder)
    .filter((name) => name !== join(project, stack) && name !== stack)
    .find((name) => hasItem(textOf(join(folder, `${name}.json`)) ?? "", id, type));
}

function stacksIn(folder: string): string[] {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    return names.flatMap((name) => /^(.*)\.json$/s.exec(name)?.[1] ?? []).sort();
  } catch {
    return [];
  }
}

function hasItem(state: string, id: string, type: string | undefined): boolean {
  if (!state.includes(JSON.stringify(id))) return false;
  try {
    const { checkpoint }: StoredStack = JSON.parse(state);
    return checkpoint?.latest?.resources?.some((each) => each.id === id && each.type === type) === true;
  } catch {
    return false;
  }
}
