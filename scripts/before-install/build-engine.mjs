// Builds the Pulumi CLI and its Node language host from the Go modules in scripts/engine. No npm package contains them.
// Many company networks block the official download but offer a Go module proxy.
import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { buildPrograms } from "./go-build.mjs";
import { checkout } from "./run.mjs";

const howToInstall =
  "Install Pulumi from https://www.pulumi.com/docs/install/ so that `pulumi` is on the PATH, " +
  "or Go 1.25.11 or newer from https://go.dev/dl/ to build Pulumi here. Then run the command again.";
const versionSymbol = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";

/**
 * Builds both programs into `folder`, or throws a UserError. Several processes may do so at the same time.
 * @param {{ version: string, folder: string, env: NodeJS.ProcessEnv }} options
 */
export async function buildEngine({ version, folder, env }) {
  await buildPrograms({
    folder,
    env,
    missing: "The Pulumi CLI is missing",
    howToInstall,
    announcement: `No Pulumi found: building ${version} with Go, once, into ${folder}. This takes about 4 minutes.`,
    programs: [
      {
        what: "the Node language host",
        module: "language-host",
        target: "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs",
      },
      {
        what: "the Pulumi engine",
        module: "cli",
        target: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
        flags: ["-trimpath", "-ldflags", `-s -w -X ${versionSymbol}=${version}`],
      },
    ],
    complete: addLauncher,
  });
}

/**
 * Copies the dynamic provider's launcher beside the engine, where an official installation has it too.
 * It finds `@pulumi/pulumi` from the program's own folder.
 * @param {string} draft
 */
function addLauncher(draft) {
  const launcher = "pulumi-resource-pulumi-nodejs";
  const original = join(checkout, "node_modules", "@pulumi", "pulumi", launcher);
  if (existsSync(original)) copyFileSync(original, join(draft, launcher));
}
