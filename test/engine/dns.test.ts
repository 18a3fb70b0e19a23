import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bindAvailable } from "../verification/dns/install-bind.ts";
import { chains, type DnsScene, exampleSource, startDnsScene, zone } from "./dns-scene.ts";
import type { Project } from "./harness.ts";

describe.skipIf(!bindAvailable())("from domain to ready, with a real BIND", () => {
  let scene: DnsScene;
  beforeAll(async () => {
    scene = await startDnsScene();
  });
  afterAll(() => scene?.stop());

  /** The zone's records of one type. */
  const records = async (type: "CNAME" | "TXT") =>
    (await scene.bind.dump(zone)).filter((line) => line.includes(` IN ${type} `));

  test("the rfc2136 example makes its domain ready, and destroy removes everything", async () => {
    const project = await scene.project(exampleSource("index"));
    await project.setConfig("domain", `example.${zone}`);
    await project.setConfig("zone", zone);
    await project.setConfig("server", scene.bind.address);
    expect(await project.up()).toMatchObject({ code: 0, errors: [] });
    expect(await project.outputs()).toEqual({ domain: `example.${zone}`, status: "ready" });
    expect(await project.destroy()).toMatchObject({ code: 0 });
    expect(await records("CNAME")).toEqual([]);
    expect(scene.service.tenant.domains.size).toBe(0);
  });

  describe("a domain of each type", () => {
    const pair = {
      own: { type: "self_managed_certs" },
      managed: { type: "service_managed_certs" },
    } as const;
    let project: Project;
    beforeAll(async () => {
      project = await scene.project(chains(scene.bind, pair));
    });

    test("one up creates both domains and their DNS records, and waits until both are ready", async () => {
      const run = await project.up();
      expect(run).toMatchObject({ code: 0, errors: [] });
      expect(await project.outputs()).toMatchObject({
        own: { status: "ready" },
        managed: { status: "ready", certificate: { status: "provisioned" } },
      });
      expect(await records("TXT")).toEqual([
        expect.stringContaining(`_idm-challenge.own.${zone}. 60 IN TXT`),
      ]);
      expect(await records("CNAME")).toEqual([expect.stringContaining(`managed.${zone}. 60 IN CNAME`)]);
      expect(run.stdout).toContain(`own.${zone} was pending_verification and is ready now`);
    });

    test("an unchanged program sends nothing", async () => {
      scene.service.requests.reset();
      expect((await project.up()).changes).toEqual({ same: 7 });
      expect(scene.service.requests.api).toEqual([]);
    });

    test("a refresh notices a deleted record, and the next up creates it again and waits", async () => {
      await scene.bind.remove(`_idm-challenge.own.${zone}. TXT`);
      expect(await project.refresh()).toMatchObject({ code: 0 });
      const state = () =>
        Object.fromEntries(project.resources().map((resource) => [nameOf(resource), resource]));
      expect(state()["own-ready"]?.outputs).toMatchObject({ status: "pending_verification" });
      expect(state()["managed-ready"]?.outputs).toMatchObject({ status: "ready" });
      expect(state()).not.toHaveProperty("own-proof");

      expect((await project.up()).changes).toEqual({ create: 1, update: 1, same: 5 });
      expect(state()["own-ready"]?.outputs).toMatchObject({ status: "ready" });
      expect(await records("TXT")).toHaveLength(1);
    });

    test("Ctrl-C ends the wait without a pending operation, and the next up continues", async () => {
      project.write(chains(scene.bind, { ...pair, third: { type: "self_managed_certs", value: null } }));
      const waiting = project.start("up");
      await waiting.printed(/the service looks for/);
      waiting.interrupt();
      const { code, stdout } = await waiting.done;
      expect(code).not.toBe(0);
      expect(stdout).toContain("stopped before it was done");
      expect(pendingOperations(project)).toEqual([]);
      expect(project.resources().map(nameOf)).toContain("third");
      expect(project.resources().map(nameOf)).not.toContain("third-ready");

      project.write(chains(scene.bind, { ...pair, third: { type: "self_managed_certs" } }));
      expect((await project.up()).changes).toEqual({ create: 2, same: 8 });
      expect(await project.outputs()).toMatchObject({ third: { status: "ready" } });
      expect(scene.service.tenant.domains.size).toBe(3);
    });

    test("destroy deletes records and domains, and requests no verification", async () => {
      scene.service.requests.reset();
      expect(await project.destroy()).toMatchObject({ code: 0 });
      expect([...(await records("TXT")), ...(await records("CNAME"))]).toEqual([]);
      expect(scene.service.tenant.domains.size).toBe(0);
      expect(scene.service.requests.writes.map(({ method }) => method)).toEqual([
        "DELETE",
        "DELETE",
        "DELETE",
      ]);
    });
  });

  test("one up handles a record that comes after 20 seconds, a correct one and a wrong one", async () => {
    const project = await scene.project(
      chains(scene.bind, {
        late: { type: "self_managed_certs", value: null, timeoutSeconds: 90 },
        right: { type: "service_managed_certs" },
        wrong: { type: "self_managed_certs", value: "of another account" },
      }),
    );
    // Without the flag the engine starts nothing more after the wrong one has failed.
    const run = project.start("up", "--continue-on-error");
    await run.printed(/late\.example\.test is pending_verification/);
    await setTimeout(20_000);
    await scene.bind.add(proofOf(`late.${zone}`));
    const { code, errors, stdout } = await run.done;

    expect(code).not.toBe(0);
    expect(stdout).toContain(`late.${zone} was pending_verification and is ready now`);
    expect(errors.join("\n")).toMatch(
      /verification of wrong\.example\.test failed .*found "of another account"/,
    );
    expect(verificationsInState(project)).toEqual(["late-ready", "right-ready"]);

    await scene.bind.remove(`_idm-challenge.late.${zone}. TXT`);
    expect(await project.destroy()).toMatchObject({ code: 0 });
  });

  test("the error of a timeout explains each record with the answers of the DNS", async () => {
    await scene.bind.add(`proxied.${zone}. 60 A 192.0.2.1`);
    const project = await scene.project(
      chains(scene.bind, {
        nothing: { type: "self_managed_certs", value: null, timeoutSeconds: 4 },
        proxied: { type: "service_managed_certs", value: null, timeoutSeconds: 4 },
      }),
    );
    const { code, errors } = await project.up("--continue-on-error");
    expect(code).not.toBe(0);
    const errorOf = (label: string) =>
      errors.find((error) => error.includes(`${label}.${zone} is not ready after 4 s`));
    expect(errorOf("nothing")).toContain(`Expected at _idm-challenge.nothing.${zone}: TXT`);
    expect(errorOf("nothing")).toContain(
      `(${scene.bind.address}), a name server of the zone ${zone}, answers: no such name`,
    );
    expect(errorOf("nothing")).toContain("Nothing is there yet");
    expect(errorOf("proxied")).toContain("The name has addresses instead (192.0.2.1)");
    expect(verificationsInState(project)).toEqual([]);
    expect(pendingOperations(project)).toEqual([]);

    await scene.bind.remove(`proxied.${zone}. A`);
    expect(await project.destroy()).toMatchObject({ code: 0 });
  });

  test("an invalid DNS server is refused with the names of the setting", async () => {
    const project = await scene.project(
      chains(scene.bind, { any: { type: "self_managed_certs", value: null } }),
    );
    await project.setConfig("idm:dnsServers", "resolver.example.com");
    const { code, errors } = await project.up();
    expect(code).not.toBe(0);
    expect(errors.join()).toContain("idm:dnsServers (IDM_DNS_SERVERS)");
    expect(scene.service.tenant.domains.size).toBe(0);
  });

  /** The record that proves a domain, in the form of a zone file. */
  function proofOf(name: string): string {
    const domain = [...scene.service.tenant.domains.values()].find(({ domain }) => domain === name);
    const [method] = domain?.verification.methods ?? [];
    return `${method?.domain ?? name}. 60 ${method?.name.toUpperCase()} "${method?.record}"`;
  }
});

function nameOf({ urn }: { urn: string }): string {
  return urn.slice(urn.lastIndexOf("::") + 2);
}

/** Names of the `CustomDomainVerification`s in the state. */
function verificationsInState(project: Project): string[] {
  return project
    .resources()
    .map(nameOf)
    .filter((name) => name.endsWith("-ready"))
    .toSorted();
}

function pendingOperations(project: Project): unknown[] {
  return JSON.parse(project.state()).checkpoint.latest.pending_operations ?? [];
}
