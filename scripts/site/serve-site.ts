import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, sep } from "node:path";
import { siteFolder } from "./pages.ts";
import { basePath } from "./project.ts";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".xml": "application/xml",
};

/** A server of the built site on loopback. */
export interface SiteServer {
  /** The address of the home page, with a slash at its end. */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the built site on loopback, as static hosts do: `/guides/x` is the file `guides/x.html`. Port 0 is any. */
export async function serveSite(port = 0, folder = siteFolder): Promise<SiteServer> {
  const server = createServer((request, response) => respond(request.url ?? "/", response, folder));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", resolve);
  });
  const address = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${address.port}${basePath}`, close: () => closed(server) };
}

function respond(url: string, response: ServerResponse, folder: string): void {
  const file = fileFor(new URL(url, "http://localhost").pathname, folder);
  const body = readFileSync(file ?? join(folder, "404.html"));
  response.writeHead(file ? 200 : 404, { "content-type": types[extname(file ?? ".html")] ?? "text/plain" });
  response.end(body);
}

function fileFor(pathname: string, folder: string): string | undefined {
  if (!pathname.startsWith(basePath)) return undefined;
  const path = join(folder, decodeURIComponent(pathname.slice(basePath.length)));
  if (path !== folder && !path.startsWith(folder + sep)) return undefined;
  return [path, `${path}.html`, join(path, "index.html")].find(
    (file) => existsSync(file) && statSync(file).isFile(),
  );
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
