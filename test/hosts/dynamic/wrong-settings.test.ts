// What operations say when the settings are wrong: in a refresh or destroy, no check comes first.
import { beforeEach, expect, test, vi } from "vitest";
import type { DynamicProvider } from "../../../provider/hosts/dynamic/host.ts";

const read = (provider: DynamicProvider | undefined, id: string) => provider?.read(id, { name: id });

beforeEach(() => {
  vi.resetModules();
  vi.stubEnv("IDM_BASE_URL", "http://idm.example.com/api/v2");
  vi.stubEnv("IDM_MAX_CONCURRENCY", "abc");
  return () => vi.unstubAllEnvs();
});

test("the first operation tells wrong settings in full, and the others point to it", async () => {
  const { providers } = await import("../../../provider/hosts/dynamic/index.ts");
  const wrong = read(providers.Role, "first");
  await expect(wrong).rejects.toThrow(
    /^Role "first": .*IDM_BASE_URL.*IDM_MAX_CONCURRENCY.*\[ERR_IDM_CONFIG\] docs\/errors\/err-idm-config$/s,
  );
  const message = `"second": the settings are wrong, as said of another resource [ERR_IDM_CONFIG]`;
  await expect(read(providers.Role, "second")).rejects.toThrow(`Role ${message}`);
  await expect(read(providers.VcTemplate, "second")).rejects.toThrow(`VcTemplate ${message}`);
});

test("an operation after a check that told wrong settings points to it", async () => {
  const { providers } = await import("../../../provider/hosts/dynamic/index.ts");
  const { failures = [] } = (await providers.Role?.check({}, { name: "first" })) ?? {};
  expect(failures).toEqual([{ property: "", reason: expect.stringMatching(/IDM_BASE_URL/) }]);
  await expect(read(providers.Role, "second")).rejects.toThrow("as said of another resource");
});
