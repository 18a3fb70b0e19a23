import {
  ConcurrentUpdateError,
  LocalWorkspace,
  type PulumiCommand,
  type Stack,
  StackNotFoundError,
} from "@pulumi/pulumi/automation/index.js";
import type { Verb } from "./command-line.ts";
import { credentialsOf, type TakenVariables } from "./credentials.ts";
import { EngineSummary, hasChanges } from "./engine-summary.ts";
import type { Status } from "./results.ts";
import { refuseOtherAddress, writeConfig } from "./stack-settings.ts";
import type { Tenant } from "./tenant.ts";
import type { TenantLog } from "./tenant-log.ts";
import { shortMessage } from "./words.ts";

/** What a run of a tenant needs. */
export interface RunContext {
  /** The file with the list, for messages. */
  list: string;
  /** Folder of the Pulumi project. */
  project: string;
  pulumi: PulumiCommand;
  taken: TakenVariables;
  signal: AbortSignal;
  log: TenantLog;
  onProgress(changes: Record<string, number>): void;
}

export interface Outcome {
  status: Status;
  changes?: Record<string, number>;
  error?: string;
}

/** Runs a verb on the stack of one tenant. Never rejects. */
export async function runTenant(tenant: Tenant, verb: Verb, context: RunContext): Promise<Outcome> {
  const { signal, log } = context;
  const summary = new EngineSummary();
  try {
    const stack = await stackOf(tenant, verb, context);
    if (signal.aborted) return { status: "interrupted" };
    await run(stack, verb, summary, context);
    const isDrifted = verb === "drift" && hasChanges(summary.changes);
    return { status: isDrifted ? "drifted" : "done", changes: summary.changes };
  } catch (error) {
    if (error instanceof StackNotFoundError && (verb === "destroy" || verb === "unlock"))
      return { status: "done" };
    // The output of the verb itself is there already.
    if (log.isEmpty) log.write(`${error instanceof Error ? error.message : error}\n`);
    const message = shortMessage(log.clean(messageOf(error, tenant, summary, context)));
    return { status: signal.aborted ? "interrupted" : "failed", changes: summary.changes, error: message };
  }
}

/** The stack with the tenant's settings. The verbs that can begin a tenant create it. */
async function stackOf(tenant: Tenant, verb: Verb, context: RunContext): Promise<Stack> {
  const { project, pulumi, taken, log } = context;
  const credentials = await credentialsOf(tenant, taken);
  log.hide(Object.values(credentials));
  const options = { workDir: project, pulumiCommand: pulumi, envVars: credentials };
  const args = { stackName: tenant.name, workDir: project };
  const begins = verb === "up" || verb === "preview";
  const stack = await (begins
    ? LocalWorkspace.createOrSelectStack(args, options)
    : LocalWorkspace.selectStack(args, options));
  if (verb === "unlock") return stack;
  if (!begins) await refuseOtherAddress(stack, tenant);
  await writeConfig(stack, tenant);
  return stack;
}

async function run(stack: Stack, verb: Verb, summary: EngineSummary, context: RunContext): Promise<void> {
  const { signal, log, onProgress } = context;
  const onEvent = (event: Parameters<typeof summary.take>[0]) => {
    summary.take(event);
    onProgress(summary.changes);
  };
  const options = { signal, onEvent, onOutput: log.write, onError: log.write, color: "never" as const };
  if (verb === "unlock") await stack.cancel();
  else if (verb === "drift") await stack.previewRefresh(options);
  else await stack[verb](options);
}

/** The provider's own message if the run got that far, else what Pulumi or this program says. */
function messageOf(error: unknown, { name }: Tenant, summary: EngineSummary, { list }: RunContext): string {
  if (error instanceof ConcurrentUpdateError) return lockedText(name, list);
  if (error instanceof StackNotFoundError) return "the tenant has no stack yet: run up first";
  if (summary.error) return summary.error;
  const text = error instanceof Error ? error.message : String(error);
  return /^ *error: (.*)$/m.exec(text)?.[1] ?? text;
}

function lockedText(name: string, list: string): string {
  const command = `node fleet.ts unlock ${list} --only ${name}`;
  return `the stack is locked: another run works on it, or one has crashed. If no other runs: ${command}`;
}
