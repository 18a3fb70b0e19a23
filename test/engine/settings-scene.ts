// What the scenarios about settings have under both hosts.
import { type Service, startService } from "../service/service.ts";
import { newProject, type Project, type ProjectOptions } from "./harness.ts";
import { programOf } from "./harness-program.ts";

/** The resources of the program. */
export const roles = { role: ["Role", { name: "Support" }], second: ["Role", { name: "Second" }] } as const;

/** An environment without the settings that the harness sets. */
export const cleared = {
  IDM_BASE_URL: undefined,
  IDM_AUTH_URL: undefined,
  IDM_CLIENT_ID: undefined,
  IDM_CLIENT_SECRET: undefined,
};

/** A service and a project with two roles. Who calls it ends both. */
export async function settingsScene(
  host?: ProjectOptions["host"],
): Promise<{ service: Service; project: Project }> {
  const service = await startService();
  return { service, project: await newProject(service, programOf(roles), host ? { host } : {}) };
}
