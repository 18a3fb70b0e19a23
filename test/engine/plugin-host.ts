import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as registry from "../../provider/index.ts";
import { checkout } from "../../scripts/before-install/run.mjs";

/** Under which host the resources of a program run: the dynamic provider of the SDK, or the packaged plugin. */
export type Host = "dynamic" | "plugin";

/**
 * The host of the projects that name none. A file `x.plugin.test.ts` sets the variable and imports `x.test.ts`: it runs
 * the same scenarios under the plugin.
 */
export const scenarioHost: Host = process.env.SCENARIO_HOST === "plugin" ? "plugin" : "dynamic";

/** The part of `Pulumi.yaml` that finds the plugin. */
export const pluginSection = { plugins: { providers: [{ name: "idm", path: "plugin" }] } };

/** Puts the plugin, and an SDK for it, beside the program. */
export function addPlugin(folder: string): void {
  mkdirSync(join(folder, "plugin"));
  symlinkSync(join(checkout, "dist/plugin/index.js"), join(folder, "plugin", "pulumi-resource-idm"));
  writeFileSync(join(folder, "idm.js"), sdkOfPlugin());
}

/** The program, with the SDK of the plugin in place of the package. */
export function forPlugin(program: string): string {
  return program.replaceAll('require("pulumi-idm")', 'require("./idm.js")');
}

/** The classes that a generated SDK has. */
function sdkOfPlugin(): string {
  const classes = Object.values(registry).map(({ type, properties }) => {
    return `
exports.${type} = class extends pulumi.CustomResource {
  constructor(name, args, opts) {
    super("idm:index:${type}", name, { ...outputs(${JSON.stringify(Object.keys(properties))}), ...args }, opts);
  }
};`;
  });
  return `
const pulumi = require("@pulumi/pulumi");
const outputs = (names) => Object.fromEntries(names.map((name) => [name, undefined]));
${classes.join("\n")}
exports.Provider = class extends pulumi.ProviderResource {
  constructor(name, args, opts) { super("idm", name, args, opts); }
};
`;
}
