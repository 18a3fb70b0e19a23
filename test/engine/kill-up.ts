import type { Service } from "../service/service.ts";
import type { Project } from "./harness.ts";

/** Kills an `up` when the service has created its role. */
export async function killUp(service: Service, project: Project): Promise<void> {
  service.faults.add({ kind: "no-answer-after", method: "POST", path: /roles$/ });
  const run = project.start("up");
  await run.until(() => service.tenant.roles.size === 1, "the role at the service");
  run.kill();
  await run.done;
  await project.cancel();
}
