import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { replacePrivateFile } from "../../../examples/fleet/src/private-file.ts";
import { TenantLog } from "../../../examples/fleet/src/tenant-log.ts";
import { folderForTest } from "../../temporary-folder.ts";

function logForTest(): TenantLog {
  const log = new TenantLog(join(folderForTest(), "up", "acme.log"));
  onTestFinished(() => log.close());
  return log;
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test("the log has no secret, also where the output comes in pieces", async () => {
  const log = logForTest();
  log.hide(["canary-1", "-----BEGIN\ncanary-2\n"]);
  for (const piece of ["first can", "ary-1 line\nkey cana", "ry-2\nlast canary-1"]) log.write(piece);
  await log.close();
  expect(readFileSync(log.path, "utf8")).toBe("first [secret] line\nkey [secret]\nlast [secret]\n");
});

const secret = "ca\"na\\ry <&> / ü!'(~)* 1+2";
const lower = (text: string) => text.replace(/%../g, (code) => code.toLowerCase());
const goJson = (text: string) =>
  text.replaceAll("<", "\\u003c").replaceAll(">", "\\u003e").replaceAll("&", "\\u0026");

test.each<[string, string]>([
  ["JSON", JSON.stringify(secret).slice(1, -1)],
  ["JSON of Go", goJson(JSON.stringify(secret).slice(1, -1))],
  ["an encoded address", encodeURIComponent(secret)],
  ["an encoded address in lower case", lower(encodeURIComponent(secret))],
  ["the body of a form", new URLSearchParams({ "": secret }).toString().slice(1)],
])("the log hides a secret in %s", (_, form) => {
  const log = logForTest();
  log.hide([secret]);
  expect(log.clean(`before ${form} after`)).toBe("before [secret] after");
});

test.each(["", "i", "id", "id:"])("the log hides a secret in base64 after %j", (before) => {
  const log = logForTest();
  log.hide([secret]);
  for (const encoding of ["base64", "base64url"] as const) {
    const encoded = Buffer.from(`${before}${secret}?`).toString(encoding);
    expect(log.clean(`Basic ${encoded} after`)).toMatch(/^Basic [\w+/-]{0,6}\[secret\][\w+/=-]{0,4} after$/);
  }
});

test("a secret that contains another one is hidden as a whole", () => {
  const log = logForTest();
  log.hide(["canary"]);
  log.hide(["canary-and-more"]);
  expect(log.clean("canary-and-more")).toBe("[secret]");
});

test("only the owner can read logs and results, also where others could read the file of an earlier run", async () => {
  const folder = folderForTest();
  const [log, results] = [join(folder, "acme.log"), join(folder, "results.json")];
  for (const path of [log, results, `${results}.new`]) writeFileSync(path, "earlier", { mode: 0o644 });
  await new TenantLog(log).close();
  replacePrivateFile(results, "later");
  expect([modeOf(log), modeOf(results)]).toEqual(["600", "600"]);
  expect(readFileSync(results, "utf8")).toBe("later");
});
