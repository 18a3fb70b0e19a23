import { expect, onTestFinished } from "vitest";
import { addForeign } from "../model/foreign-items.ts";
import type { ServiceOptions } from "../service/options.ts";
import { type Service, startService } from "../service/service.ts";
import { newProject, type Project, type PulumiProcess, type Run } from "./harness.ts";
import { disturb, type EarlyEnd, endAt, expected, type ModelStep, programFor, shown } from "./model-steps.ts";

const limits = { IDM_REQUEST_TIMEOUT_SECONDS: "2", IDM_RETRY_DEADLINE_SECONDS: "20" };
const declaredNames = { role: "role 0", template: "a" };

/** What a scene consists of. */
interface Parts {
  readonly service: Service;
  /** The options of the service: a step may change how it answers. */
  readonly options: ServiceOptions;
  /** Another tenant. */
  readonly other: Service;
  readonly project: Project;
  /** The event that programs redeliver. */
  readonly event: object;
}

/** A project, its service, and what the service has to hold after each step. */
export class ModelScene {
  readonly #parts: Parts;
  readonly #service: Service;
  readonly #project: Project;
  /** Items of somebody else, each with a copy. */
  readonly #foreign = new Map<object, object>();
  #runBefore: string | undefined;
  #deliveries = 0;

  private constructor(parts: Parts) {
    this.#parts = parts;
    this.#service = parts.service;
    this.#project = parts.project;
  }

  /** Starts everything; it ends with the test. */
  static async open(): Promise<ModelScene> {
    const options: ServiceOptions = {};
    const [service, other] = [await startService(options), await startService()];
    onTestFinished(async () => void (await Promise.all([service.close(), other.close()])));
    const event = service.tenant.addEvent();
    const project = await newProject(service, "", { env: limits });
    onTestFinished(() => project.remove());
    return new ModelScene({ service, other, options, project, event });
  }

  /** Number of requests that met a fault. */
  get faultsMet(): number {
    return this.#service.faults.met;
  }

  async step(step: ModelStep): Promise<void> {
    this.#parts.options.sparse = step.sparse;
    if (step.visitsWrongTenant) await this.#visitWrongTenant();
    if (step.moves) await this.#move();
    if (step.foreign) this.#addForeign(step.foreign);
    this.#project.write(programFor(step.declared, this.#parts.event));
    disturb(this.#service, step, [...this.#foreign.keys()]);
    const flags = step.drifts.length > 0 ? ["--refresh"] : [];
    const ended = step.earlyEnd !== undefined && (await this.#upWithEarlyEnd(step.earlyEnd, flags));
    const runs = await this.#upUntilDone(flags);
    this.#service.faults.clear();
    expect(runs.at(-1)?.errors).toEqual([]);
    expect(runs.some(({ stdout }) => /unhandled ?rejection/i.test(stdout))).toBe(false);
    this.#expectItems(expected(step.declared));
    this.#expectDeliveries(step.declared.run, ended);
  }

  /** Deletes everything that the program declares, and nothing else. */
  async destroy(): Promise<void> {
    expect(await this.#project.destroy()).toMatchObject({ code: 0, errors: [] });
    this.#expectItems([]);
  }

  #addForeign(kind: NonNullable<ModelStep["foreign"]>): void {
    const item = addForeign(this.#service, kind, declaredNames);
    this.#foreign.set(item, structuredClone(item));
  }

  /** The tenant answers at another address. A refresh finds everything there. */
  async #move(): Promise<void> {
    const { env } = this.#project;
    const { port, hostname } = new URL(env.IDM_BASE_URL ?? "");
    env.IDM_BASE_URL = `http://${hostname === "localhost" ? "127.0.0.1" : "localhost"}:${port}/api/v2`;
    const before = this.#idsInState();
    expect(await this.#project.refresh()).toMatchObject({ code: 0, errors: [] });
    expect(this.#idsInState()).toEqual(before);
  }

  /** A refresh with the address of another tenant fails and names both addresses. The state keeps everything. */
  async #visitWrongTenant(): Promise<void> {
    const { env } = this.#project;
    const [own, before] = [{ ...env }, this.#idsInState()];
    const { baseUrl, authUrl, client } = this.#parts.other;
    Object.assign(env, { IDM_BASE_URL: baseUrl, IDM_AUTH_URL: authUrl });
    Object.assign(env, { IDM_CLIENT_ID: client.id, IDM_CLIENT_SECRET: client.secret });
    const { code, errors } = await this.#project.refresh();
    Object.assign(env, own);
    expect(this.#idsInState()).toEqual(before);
    if (before.every(([type]) => type?.endsWith("EventRedelivery"))) return;
    expect(code).not.toBe(0);
    for (const address of [own.IDM_BASE_URL, baseUrl]) expect(errors.join()).toContain(address);
  }

  #idsInState(): (string | undefined)[][] {
    return this.#project.resources().map(({ type, id }) => [type, id]);
  }

  /** An `up` that ends early at a request. False when the request never came. */
  async #upWithEarlyEnd(end: EarlyEnd, flags: string[]): Promise<boolean> {
    const run = this.#project.start("up", ...flags);
    let ended = false;
    endAt(this.#service, end, () => {
      ended = true;
      endings[end.how](run);
    });
    await run.done;
    if (ended && end.how === "kill") await this.#project.cancel();
    return ended;
  }

  /** Runs `up` until it succeeds, at most four times: a run may fail under faults. */
  async #upUntilDone(flags: string[]): Promise<Run[]> {
    const runs: Run[] = [];
    do runs.push(await this.#project.up(...flags));
    while (runs.at(-1)?.code !== 0 && runs.length < 4);
    return runs;
  }

  /** The service holds these items and those of somebody else, which nobody has changed. */
  #expectItems(items: readonly object[]): void {
    const actual = shown(this.#service, [...this.#foreign.keys()]);
    expect(actual).toMatchObject(items);
    expect(actual.length).toBe(items.length);
    expect([...this.#foreign.keys()]).toEqual([...this.#foreign.values()]);
    const { roles, domains, templates } = this.#service.tenant;
    const all = new Set<object>([...roles.values(), ...domains.values(), ...templates.values()]);
    expect([...this.#foreign.keys()].filter((item) => !all.has(item))).toEqual([]);
  }

  /** A run that ended early may have lost a redelivery, which is never sent again. */
  #expectDeliveries(run: string | undefined, ended: boolean): void {
    const { length } = this.#service.tenant.redeliveries;
    const wanted = this.#deliveries + (run !== undefined && run !== this.#runBefore ? 1 : 0);
    this.#runBefore = run;
    expect(length).toBeLessThanOrEqual(wanted);
    expect(length).toBeGreaterThanOrEqual(ended ? this.#deliveries : wanted);
    this.#deliveries = length;
  }
}

const endings: Record<EarlyEnd["how"], (run: PulumiProcess) => void> = {
  kill: (run) => run.killAll(),
  "kill provider": (run) => run.killProvider(),
  "Ctrl-C": (run) => run.interrupt(),
};
