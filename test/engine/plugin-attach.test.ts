import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkout } from "../../scripts/before-install/run.mjs";
import { startService } from "../service/service.ts";
import { newProject } from "./harness.ts";
import { addPlugin, forPlugin } from "./plugin-host.ts";

test("engines attach one after the other to a plugin that was started by hand", async () => {
  const service = await startService();
  onTestFinished(() => service.close());
  const project = await newProject(service, "", { host: "dynamic" });
  onTestFinished(() => project.remove());
  addPlugin(project.folder);
  const plugin = spawn(process.execPath, [join(checkout, "dist/plugin/index.js"), "--attach"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: project.env,
  });
  onTestFinished(() => void plugin.kill());
  const [port] = await once(plugin.stdout, "data");
  project.env.PULUMI_DEBUG_PROVIDERS = `idm:${String(port).trim()}`;
  const program = (timeoutSeconds: number) => `
    const idm = require("pulumi-idm");
    const login = new idm.CustomDomain("login", { domain: "login.example.com", type: "self_managed_certs" });
    new idm.CustomDomainVerification("ready", { customDomainId: login.customDomainId, timeoutSeconds: ${timeoutSeconds} });`;
  const { addDomain } = service.tenant;
  service.tenant.addDomain = (...args) =>
    Object.assign(addDomain.apply(service.tenant, args), { status: "ready" });
  project.write(forPlugin(program(60)));
  expect(await project.preview()).toMatchObject({ code: 0, errors: [] });
  // The end of the preview cancels. Another run waits nevertheless.
  const run = await project.up();
  expect(run, run.stdout).toMatchObject({ code: 0, errors: [] });
  expect(service.tenant.domains.size).toBe(1);
  expect(await project.destroy()).toMatchObject({ code: 0 });
  expect(service.tenant.domains.size).toBe(0);
  expect(plugin.exitCode).toBeNull();
});
