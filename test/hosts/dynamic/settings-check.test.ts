import { expect, test } from "vitest";
import { inspectSettings } from "../../../provider/config/settings.ts";
import { SettingsCheck, withSettingsCheck } from "../../../provider/hosts/dynamic/settings-check.ts";
import { ProcessSettings } from "../../../provider/hosts/process-settings.ts";
import type { Handlers, Props } from "../../../provider/lifecycle/handlers.ts";

const complete = { IDM_BASE_URL: "https://tenant.example.com/api/v2", IDM_ACCESS_TOKEN: "canary" };
const empty: Record<string, string> = {};

/** A process with these environment variables, whose handlers accept all inputs. */
function processForTest(environment: Record<string, string>) {
  const log: string[] = [];
  const report = inspectSettings(
    () => undefined,
    (name) => environment[name],
  );
  const settings = new SettingsCheck(new ProcessSettings(() => report), (line) => log.push(line));
  const accepting = { check: async (_olds: Props, inputs: Props) => ({ inputs, failures: [] }) };
  const { check } = withSettingsCheck(accepting as unknown as Handlers, settings);
  return { log, check: (news: Props) => check({}, news) };
}

const run = (isPreview: boolean, configKeys: Record<string, string> = {}): Props => ({
  __run: { isPreview, configKeys },
});

test("a malformed setting fails every check of a preview, and is explained once", async () => {
  const { check } = processForTest({ ...complete, IDM_MAX_CONCURRENCY: "canary" });
  const { failures: first } = await check(run(true));
  expect(first).toEqual([{ property: "", reason: expect.stringContaining("IDM_MAX_CONCURRENCY") }]);
  const { failures: second } = await check(run(true));
  expect(second).toEqual([{ property: "", reason: expect.not.stringContaining("IDM_MAX_CONCURRENCY") }]);
  expect(JSON.stringify([first, second])).not.toContain("canary");
});

test("missing settings are one warning in a preview", async () => {
  const { check, log } = processForTest(empty);
  for (const name of ["a", "b"])
    expect(await check({ ...run(true), name })).toEqual({ inputs: { name }, failures: [] });
  expect(log).toEqual([
    expect.stringMatching(
      /^warning: settings are missing\. A preview needs them only to read.*IDM_BASE_URL.*IDM_ACCESS_TOKEN/,
    ),
  ]);
});

test("missing settings fail the check of an up", async () => {
  const { check, log } = processForTest(empty);
  const { failures } = await check(run(false));
  expect(failures).toEqual([
    {
      property: "",
      reason: expect.stringMatching(/IDM_BASE_URL.*IDM_ACCESS_TOKEN.*\[ERR_IDM_CONFIG\] docs\/errors\//s),
    },
  ]);
  expect(log).toEqual([]);
});

test("a check whose program says nothing of the run leaves missing settings to the first request", async () => {
  const { check, log } = processForTest(empty);
  expect(await check({})).toEqual({ inputs: {}, failures: [] });
  expect(log).toEqual([]);
});

test("unknown keys and secrets in plain text are warned of once, also when the settings are valid", async () => {
  const { check, log } = processForTest(complete);
  const news = run(false, { "idm:baseURL": "plain", "idm:clientSecret": "plain" });
  for (const failures of [(await check(news)).failures, (await check(news)).failures])
    expect(failures).toEqual([]);
  expect(log).toEqual([
    expect.stringMatching(/^warning: idm:baseURL is not a setting.*Use idm:baseUrl\.$/),
    expect.stringMatching(/^warning: idm:clientSecret is in the stack configuration in plain text/),
  ]);
});
