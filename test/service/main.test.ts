import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import type { Announcement } from "./announcement.ts";

const main = new URL("main.ts", import.meta.url).pathname;

function endWithTest<T extends ChildProcess>(child: T): T {
  onTestFinished(async () => {
    if (child.exitCode === null && child.kill("SIGKILL")) await once(child, "exit");
  });
  return child;
}

async function firstLines(child: ChildProcess, count: number): Promise<string[]> {
  const lines: string[] = [];
  if (child.stdout === null) return lines;
  for await (const line of createInterface(child.stdout)) {
    if (lines.push(line) === count) break;
  }
  return lines;
}

test("the service prints settings for a program, and SIGTERM ends it", async () => {
  const child = endWithTest(spawn(process.execPath, [main], { stdio: ["ignore", "pipe", "inherit"] }));
  const lines = await firstLines(child, 4);
  expect(lines[1]).toMatch(/^export IDM_BASE_URL=http:\/\/127\.0\.0\.1:\d+\/api\/v2$/);
  expect(lines[3]).toMatch(/^export IDM_CLIENT_SECRET=\S{40,}$/);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("--json prints one line, and its client gets a token", async () => {
  const child = endWithTest(
    spawn(process.execPath, [main, "--json"], { stdio: ["ignore", "pipe", "inherit"] }),
  );
  const [line = ""] = await firstLines(child, 1);
  const { authUrl, clientId, clientSecret } = JSON.parse(line) as Announcement;
  const body = new URLSearchParams({ grant_type: "client_credentials", audience: "/api/v2/" });
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
  const response = await fetch(`${authUrl}/oauth/token/`, {
    method: "POST",
    body,
    headers: { authorization },
  });
  expect(response.status).toBe(200);
});

test("over IPC the service announces itself, reports its log, and ends with its parent", async () => {
  const child = endWithTest(fork(main, ["--rate", "0.001", "--burst", "1"]));
  const [{ baseUrl }] = (await once(child, "message")) as [Announcement];
  for (const _ of [1, 2]) await fetch(`${baseUrl}/roles`);
  child.send("reset");
  expect((await once(child, "message"))[0]).toEqual({
    requests: 2,
    tokenRequests: 0,
    status429: 1,
    maxInFlight: 1,
  });
  child.send("log");
  expect((await once(child, "message"))[0]).toMatchObject({ requests: 0, status429: 0 });
  child.disconnect();
  expect(await once(child, "exit")).toEqual([0, null]);
});

test.each([
  ["--port", "x"],
  ["--rate", "0"],
  ["--unknown", ""],
])("%s %s is refused without a stack trace", async (...flags) => {
  const { code, stderr } = await outputOf(flags);
  expect(code).toBe(2);
  expect(stderr).toContain(flags[0]);
  expect(stderr).not.toContain("    at ");
});

test("--help names the flags, and starts nothing", async () => {
  const { code, stdout } = await outputOf(["--help"]);
  expect(code).toBe(0);
  for (const flag of ["--port", "--dns IP:PORT", "--state"]) expect(stdout).toContain(flag);
});

async function outputOf(flags: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = endWithTest(spawn(process.execPath, [main, ...flags], { stdio: ["ignore", "pipe", "pipe"] }));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: child.exitCode ?? -1, stdout, stderr };
}
