import { readFileSync } from "node:fs";
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLMap } from "yaml";
import { InputError } from "./input-error.ts";
import { credentialVariables, type Source, type Tenant } from "./tenant.ts";
import { isAddress, isBaseAddress, isDomain, isName } from "./tenant-rules.ts";

const tenantFields = ["name", "baseUrl", "authUrl", "domain", "credentials"];

/** Reads a list in YAML or JSON. Throws one InputError with every mistake and its line. */
export function readTenantList(file: string): Tenant[] {
  return parseTenantList(textOf(file), file);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new InputError(`${file}: the list of tenants cannot be read (${code}). Name it: fleet up LIST`);
  }
}

/** As {@link readTenantList}, of a text. `file` is only named in messages. */
export function parseTenantList(text: string, file: string): Tenant[] {
  const reader = new ListReader(text, file);
  const tenants = reader.tenants();
  if (reader.problems.length > 0) throw new InputError(reader.problems.join("\n"));
  return tenants;
}

class ListReader {
  readonly problems: string[] = [];
  readonly #file: string;
  readonly #lines = new LineCounter();
  readonly #root: Node | null;

  constructor(text: string, file: string) {
    this.#file = file;
    const document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false });
    for (const { pos, message } of document.errors)
      this.#problemAt(pos[0], `this is not valid YAML or JSON: ${message}`);
    this.#root = document.contents;
  }

  tenants(): Tenant[] {
    if (this.problems.length > 0) return [];
    const list = isMap(this.#root) && this.#fieldsOf(this.#root, "the list", ["tenants"]).get("tenants");
    if (!isSeq(list))
      return this.#problem(list || this.#root, "`tenants:` with a list of tenants is missing") ?? [];
    if (list.items.length === 0) this.#problem(list, "the list has no tenant: add one below `tenants`");
    const entries = list.items.map((item, index) => this.#tenant(item as Node, index));
    // Values that are missing or wrong are not compared.
    if (this.problems.length === 0) this.#refuseDuplicates(entries);
    return entries.map(({ tenant }) => tenant);
  }

  #tenant(node: Node, index: number): Entry {
    if (!isMap(node))
      this.#problem(node, `tenant ${index + 1} must be a map with the fields ${tenantFields.join(", ")}`);
    return isMap(node) ? this.#tenantOf(node, index) : { tenant: noTenant, node };
  }

  #tenantOf(node: YAMLMap, index: number): Entry {
    const fields = this.#fieldsOf(node, `tenant ${index + 1}`, tenantFields);
    const what = `tenant ${JSON.stringify(scalarOf(fields.get("name"))) ?? index + 1}`;
    const text = (
      field: string,
      isRight: (value: string) => boolean,
      rule: string,
      isRequired = true,
    ): string => {
      const value = scalarOf(fields.get(field));
      const isWrong = value === undefined ? isRequired || fields.has(field) : !isRight(value);
      if (isWrong) this.#problem(fields.get(field) ?? node, `${what}: ${field} must be ${rule}`);
      return value ?? "";
    };
    const authUrl = text("authUrl", isAddress, "an address, such as https://login.example.com", false);
    const tenant: Tenant = {
      name: text("name", isName, "1 to 40 lower-case letters, digits and inner hyphens"),
      baseUrl: text("baseUrl", isBaseAddress, "an address that ends in /api/v2"),
      ...(authUrl && { authUrl }),
      domain: text("domain", isDomain, "a domain name, such as login.example.com"),
      credentials: this.#credentials(fields.get("credentials"), node, what),
    };
    return { tenant, node };
  }

  #credentials(node: Node | undefined, tenant: Node, what: string): Tenant["credentials"] {
    const rule =
      "has no credentials: add `credentials` with accessToken, or with clientId and clientSecret or privateKey";
    if (node === undefined) return this.#problem(tenant, `${what} ${rule}`) ?? {};
    if (!isMap(node)) return this.#problem(node, `${what} ${rule}`) ?? {};
    const fields = this.#fieldsOf(node, `${what}: credentials`, Object.keys(credentialVariables));
    const isEnough =
      fields.has("accessToken") ||
      (fields.has("clientId") && (fields.has("clientSecret") || fields.has("privateKey")));
    if (!isEnough) this.#problem(node, `${what} ${rule}`);
    return Object.fromEntries(
      [...fields].map(([name, source]) => [name, this.#source(source, `${what}: ${name}`)]),
    );
  }

  #source(node: Node, what: string): Source {
    const rule =
      "must be { env: NAME } or { command: [program, argument, …] }: credentials are not part of the list";
    const value = isMap(node) ? (node.toJSON() as Record<string, unknown>) : {};
    const [[kind, from] = [], ...more] = Object.entries(value);
    const isCommand =
      Array.isArray(from) && from.length > 0 && from.every((word) => typeof word === "string");
    if (more.length === 0 && kind === "env" && typeof from === "string" && from !== "") return { env: from };
    if (more.length === 0 && kind === "command" && isCommand) return { command: from };
    return this.#problem(node, `${what} ${rule}`) ?? { env: "" };
  }

  #refuseDuplicates(entries: readonly Entry[]): void {
    const firstLines = new Map<string, number>();
    for (const { tenant, node } of entries) {
      const item = `${tenant.baseUrl.replace(/\/$/, "")} with the domain ${tenant.domain}`;
      for (const key of [`the name ${JSON.stringify(tenant.name)}`, item.toLowerCase()]) {
        const first = firstLines.get(key);
        if (first === undefined) firstLines.set(key, this.#lineOf(node));
        else this.#problem(node, `${key} is in line ${first} already: change or remove one of the two`);
      }
    }
  }

  /** The fields of a map. One that is not allowed is a problem. */
  #fieldsOf(node: YAMLMap, what: string, allowed: readonly string[]): Map<string, Node> {
    const fields = new Map<string, Node>();
    for (const { key, value } of node.items) {
      const name = String(scalarOf(key as Node) ?? key);
      if (allowed.includes(name)) fields.set(name, value as Node);
      else
        this.#problem(key as Node, `${what}: unknown field "${name}". The fields are ${allowed.join(", ")}`);
    }
    return fields;
  }

  #problem(node: Node | null | undefined, text: string): undefined {
    return this.#problemAt(node?.range?.[0] ?? 0, text);
  }

  #problemAt(offset: number, text: string): undefined {
    this.problems.push(`${this.#file}:${this.#lines.linePos(offset).line || 1}: ${text}`);
  }

  #lineOf(node: Node): number {
    return this.#lines.linePos(node.range?.[0] ?? 0).line;
  }
}

interface Entry {
  tenant: Tenant;
  node: Node;
}

const noTenant: Tenant = { name: "", baseUrl: "", domain: "", credentials: {} };

function scalarOf(node: Node | null | undefined): string | undefined {
  return isScalar(node) && typeof node.value === "string" ? node.value : undefined;
}
