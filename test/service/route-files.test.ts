import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { folderForTest } from "../temporary-folder.ts";
import { loadRouteFiles } from "./route-files.ts";
import { Tenant } from "./tenant.ts";

/** A folder with these files, by name and content. */
function folderWith(files: Record<string, string>): URL {
  const path = folderForTest();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content);
  return pathToFileURL(`${path}/`);
}

const routeFile = 'export const routes = () => [{ method: "GET", path: "/a", scope: "read:a" }];';

test("every file of the folder is a route file, tests excepted", async () => {
  const folder = folderWith({ "a.ts": routeFile, "a.test.ts": "throw new Error();", "notes.md": "" });
  const [factory, ...others] = await loadRouteFiles(folder);
  expect(factory?.({ tenant: new Tenant(), options: {} })).toMatchObject([{ path: "/a" }]);
  expect(others).toEqual([]);
});

test("a file that exports no routes is an error that names it", async () => {
  const folder = folderWith({ "a.ts": routeFile, "helper.ts": "export const helper = 1;" });
  await expect(loadRouteFiles(folder)).rejects.toThrow(/helper\.ts must export `routes`, a function/);
});

test("no two routes of the service have the same method and path", async () => {
  const factories = await loadRouteFiles();
  const routes = factories.flatMap((factory) => factory({ tenant: new Tenant(), options: {} }));
  const titles = routes.map(({ method, path }) => `${method} ${path}`);
  expect(titles).toContain("POST /roles");
  expect(new Set(titles).size).toBe(titles.length);
});
