import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Announcement } from "../../test/service/announcement.ts";
import { checkout } from "../before-install/run.mjs";
import { UserError } from "../before-install/terminal.mjs";
import { stateFolder } from "./stack.ts";

/** A running stand-in service: the environment that leads a program to it, and its end. */
export interface StandIn {
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** Starts the stand-in service as a process of its own that keeps its records in `service.json` of the state folder. */
export async function startStandIn(): Promise<StandIn> {
  mkdirSync(stateFolder, { recursive: true });
  // In a process group of its own, which a Ctrl-C does not reach: the engine still needs the service to finish.
  const child = fork(join(checkout, "test/service/main.ts"), ["--state", join(stateFolder, "service.json")], {
    detached: true,
  });
  return { env: environment(await announced(child)), stop: () => end(child) };
}

async function announced(child: ChildProcess): Promise<Announcement> {
  const ended = once(child, "exit").then(([code]) => {
    throw new UserError(`The stand-in service ended with exit code ${code} before it answered.`);
  });
  ended.catch(() => {});
  const [message] = await Promise.race([once(child, "message"), ended]);
  return message as Announcement;
}

function environment(service: Announcement): Record<string, string> {
  return {
    IDM_BASE_URL: service.baseUrl,
    IDM_AUTH_URL: service.authUrl,
    IDM_CLIENT_ID: service.clientId,
    IDM_CLIENT_SECRET: service.clientSecret,
    QUICKSTART_TEMPLATE_ID: service.templateId,
    QUICKSTART_EVENT_STREAM_ID: service.eventStreamId,
    QUICKSTART_EVENT_ID: service.eventId,
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill();
  await ended;
}
