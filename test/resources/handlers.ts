import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { Client } from "../../provider/client/client.ts";
import type { Settings } from "../../provider/config/settings.ts";
import { type DynamicHandlers, dynamicHandlers } from "../../provider/hosts/dynamic/dynamic-handlers.ts";
import type { Runtime } from "../../provider/lifecycle/context.ts";
import { Journal } from "../../provider/lifecycle/journal.ts";
import type { LookSchedule } from "../../provider/lifecycle/look-schedule.ts";
import { Ownership } from "../../provider/lifecycle/ownership.ts";
import type { Resource } from "../../provider/lifecycle/resource.ts";
import { handlersOf } from "../../provider/lifecycle/resource-handlers.ts";
import type { Service } from "../service/service.ts";
import { testResources } from "./webhook.ts";

/** A resource type, as programs name it: one of the registry, or one that a test adds. */
export type TypeName = string;

/** The handlers of every resource type over one client, and the lines they told the user. */
export interface Provider {
  handlersOf(type: TypeName): DynamicHandlers;
  readonly log: string[];
  /** Ends the process in order and begins the next: each run of the engine has its own. */
  nextRun(): void;
  close(): Promise<void>;
}

/** Settings that reach the service with a token that has every scope. */
export async function settingsFor(service: Service, changes: Partial<Settings> = {}): Promise<Settings> {
  return {
    baseUrl: service.baseUrl,
    authUrl: service.authUrl,
    audience: "/api/v2/",
    assertionAudience: undefined,
    credentials: changes.credentials ?? { kind: "access-token", accessToken: await service.issueToken() },
    maxConcurrency: 16,
    maxRequestsPerSecond: Number.POSITIVE_INFINITY,
    rateLimitReserve: 0,
    requestTimeoutMs: 5_000,
    retryDeadlineMs: 15_000,
    dnsServers: [],
    bulkRead: true,
    debug: false,
    logsJson: false,
    ...changes,
  };
}

/** A folder for the journals of provider processes that follow one another. */
export function journalFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "idm-journal-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Journals tell running processes by their number, which all providers of a test share: 0 is nobody's. */
function markEnded(folder: string): void {
  if (!existsSync(folder)) return;
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const name = /\d+-\d*-(\d+\.log)$/.exec(file);
    if (name)
      renameSync(join(folder, file), join(folder, file.slice(0, name.index), `0-${++ended}-${name[1]}`));
  }
}

let ended = 0;

/** Short enough for tests. A slow service gets as much time as a test of it needs. */
export const testLooks: LookSchedule = { lost: [200], slow: [100, 200, 300], interrupted: [300] };

/** The address of a client, as a host gives it. */
export function addressOf({ settings: { baseUrl } }: Client): Runtime["address"] {
  return { baseUrl, isSecret: false };
}

export interface ProviderOptions {
  readonly resources?: readonly Resource[];
  readonly looks?: LookSchedule;
}

/**
 * A provider process without the process, to be closed by who opened it. Without a `folder` its journal ends with it.
 */
export function openProvider(
  settings: Settings,
  folder?: string,
  { resources = testResources, looks = testLooks }: ProviderOptions = {},
): Provider {
  const log: string[] = [];
  const client = new Client(settings, (line) => log.push(line));
  const own = folder === undefined ? journalFolder() : undefined;
  const journals = folder ?? own?.path ?? "";
  const open = () => new Ownership(new Journal([], journals));
  let ownership = open();
  const runtime: Runtime = {
    client: () => client,
    address: addressOf(client),
    ownership: () => ownership,
    looks,
    log: (line) => log.push(line),
    stop: new AbortController().signal,
  };
  const handlers = new Map(
    resources.map((resource) => [resource.type, dynamicHandlers(resource, handlersOf(resource, runtime))]),
  );
  const end = () => {
    log.push(...ownership.close());
    markEnded(journals);
  };
  const nextRun = () => {
    end();
    ownership = open();
  };
  const close = async () => {
    end();
    client.close();
    own?.remove();
  };
  return {
    handlersOf: (type) => handlers.get(type) ?? expect.fail(`provider/index.ts has no resource ${type}`),
    log,
    nextRun,
    close,
  };
}
