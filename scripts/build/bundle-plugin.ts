import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";
import { bundleZod, common, defined } from "./bundle.ts";
import { bundleUndici } from "./bundle-undici.ts";
import { grpcParts } from "./grpc-parts.ts";
import { lazyModules } from "./lazy-modules.ts";
import { licenceText, titled } from "./licences.ts";

const require = createRequire(import.meta.url);
const engineClient = "@pulumi/pulumi/proto/engine_grpc_pb.js";

/**
 * Bundles the packaged plugin and all that it uses into one file, which runs on a machine that has nothing but Node.
 * Writes the licences of the packages in it to `LICENSES.txt` beside it, and returns the names of these packages.
 */
export async function bundlePlugin(entry: string, outfile: string): Promise<string[]> {
  const draft = `${outfile}.parts`;
  await bundleParts(draft);
  const { metafile } = await build({
    ...common,
    external: [],
    entryPoints: [entry],
    outfile,
    // Names stay: for readable errors, and because the start is faster with them (docs/performance.md).
    minifyWhitespace: true,
    minifySyntax: true,
    // Node prints the line of an error.
    lineLimit: 200,
    metafile: true,
    plugins: [
      lazyModules({
        undici: "part:undici",
        tldts: "part:tldts",
        [engineClient]: engineClient,
      }),
      grpcParts,
      parts(draft),
    ],
    define: { ...defined, "import.meta.dirname": "__dirname" },
  });
  rmSync(draft, { recursive: true });
  const packages = packagesIn(metafile);
  writeFileSync(join(dirname(outfile), "LICENSES.txt"), licences(packages));
  return packages;
}

/** Bundles packages into files of their own, with shorter names: nobody reads an error of theirs. */
async function bundleParts(folder: string): Promise<void> {
  const outfile = (name: string) => join(folder, `${name}.js`);
  await bundleZod(outfile("zod"));
  await bundleUndici({ ...common, minify: true, outfile: outfile("undici") });
  const options: BuildOptions = { ...common, external: [], minify: true };
  for (const name of ["tldts", "jose"])
    await build({ ...options, entryPoints: [require.resolve(name)], outfile: outfile(name) });
}

/** A plugin that takes packages from these files. The bundle does not contain the name of the folder. */
function parts(folder: string): Plugin {
  return {
    name: "parts",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^(part:\w+|zod|jose)$/ }, ({ path }) => ({
        path: path.replace("part:", ""),
        namespace: "part",
      }));
      onLoad({ filter: /.*/, namespace: "part" }, ({ path }) => ({
        contents: readFileSync(join(folder, `${path}.js`), "utf8"),
      }));
    },
  };
}

/** The names of all packages whose files are in the bundle. */
function packagesIn({ inputs }: Metafile): string[] {
  const inBundle = Object.keys(inputs).map(
    (file) => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/.][^/]*)\//.exec(file)?.[1],
  );
  const names = inBundle.filter((name) => name !== undefined);
  return [...new Set(["jose", "tldts", "tldts-core", "undici", "zod", ...names])].sort();
}

function licences(packages: readonly string[]): string {
  const texts = packages.map((name) => titled(name, licenceText(name)));
  return `The plugin contains these packages.\n\n${texts.join("\n\n")}`;
}
