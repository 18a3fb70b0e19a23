import { readdirSync } from "node:fs";
import type { RouteFactory } from "./route.ts";

const routesFolder = new URL("./routes/", import.meta.url);

/** Imports every `.ts` file of the folder `routes/`, in alphabetical order; tests are skipped. */
export async function loadRouteFiles(folder: URL = routesFolder): Promise<RouteFactory[]> {
  const names = readdirSync(folder).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  return Promise.all(names.sort().map((name) => loadRouteFile(new URL(name, folder))));
}

async function loadRouteFile(file: URL): Promise<RouteFactory> {
  const { routes }: { routes?: unknown } = await import(file.href);
  if (typeof routes === "function") return routes as RouteFactory;
  throw new Error(
    `${file.pathname} must export \`routes\`, a function that takes a RouteContext and returns Route[]: ` +
      "collection-definition.ts shows an example. A file without routes belongs outside of routes/.",
  );
}
