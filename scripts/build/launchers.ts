// The programs that start the packaged plugin with the Node of the machine.
import { neededNode, nodeVersionExit } from "./node-version.ts";

/** The name under which the engine looks for the plugin. On Windows it adds `.exe`, then `.cmd`. */
export const pluginName = "pulumi-resource-idm";

/**
 * The file that Node starts. It has no syntax of newer versions, so that every Node gets to its check. Where the folder
 * can be written to, Node keeps the compiled code of the plugin in `cache` beside it.
 */
export function nodeLauncher(engines: string): string {
  return `#!/usr/bin/env node
"use strict";
${nodeVersionExit(engines)}
require("node:module").enableCompileCache(require("node:path").join(__dirname, "cache"));
require("./plugin.js");
`;
}

/** The launcher of an archive for Linux and macOS. The engine ends the process that it started: hence `exec`. */
export function shellLauncher(engines: string): string {
  return `#!/bin/sh
if ! command -v node >/dev/null; then
  echo "${withoutNode(engines)}" >&2
  exit 1
fi
exec node "\${0%/*}/index.js" "$@"
`;
}

/** The launcher of an archive for Windows. */
export function windowsLauncher(engines: string): string {
  const lines = [
    "@echo off",
    "where /q node",
    "if errorlevel 1 (",
    `  echo ${withoutNode(engines)} 1>&2`,
    "  exit /b 1",
    ")",
    'node "%~dp0index.js" %*',
  ];
  return lines.map((line) => `${line}\r\n`).join("");
}

function withoutNode(engines: string): string {
  return `pulumi-idm needs Node.js ${neededNode(engines)}. There is no node on PATH`;
}
