// A preview finds mistakes before anything is sent.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startService } from "../service/service.ts";
import { newProject, type Project } from "./harness.ts";
import { programOf } from "./harness-program.ts";
import { mistakes } from "./mistakes.ts";

let service: Service;
let project: Project;
beforeAll(async () => {
  service = await startService();
  project = await newProject(service, "");
});
afterAll(async () => {
  await project?.remove();
  await service?.close();
});

const domain = "login.example.co.uk";
const presentation = { doc: { ns: { family_name: true } } };

test.for(mistakes)("a preview refuses %s", async ([, type, args, refused]) => {
  project.write(programOf({ mistaken: [type, args] }));
  const run = await project.preview();
  expect(run.code, run.stdout).not.toBe(0);
  const found = Object.fromEntries(run.errors.map(refusal));
  expect(Object.keys(found).sort()).toEqual(Object.keys(refused).sort());
  for (const [path, reason] of Object.entries(refused)) expect(found[path]).toMatch(reason);
});

test("the previews sent nothing to the service, not even for a token", () => {
  expect([...service.requests.api, ...service.requests.token]).toEqual([]);
});

test("values at their limits pass a preview", async () => {
  project.write(
    programOf({
      longest: [
        "CustomDomain",
        {
          domain: `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(63)}`.slice(0, 255),
          type: "self_managed_certs",
          customClientIpHeader: null,
          domainMetadata: Object.fromEntries(
            Array.from({ length: 10 }, (_, index) => [`key ${index}`, index === 0 ? null : "x".repeat(255)]),
          ),
        },
      ],
      shortest: ["CustomDomain", { domain: "a.b", type: "service_managed_certs", tlsPolicy: "recommended" }],
      passkeys: [
        "CustomDomain",
        { domain, type: "self_managed_certs", relyingPartyIdentifier: "example.co.uk" },
      ],
      template: [
        "VcTemplate",
        { templateId: "t".repeat(26), name: "n".repeat(255), presentation, version: 0 },
      ],
    }),
  );
  const run = await project.preview();
  expect(run, run.stdout).toMatchObject({ code: 0, errors: [], changes: { create: 5 } });
});

/** Property path and reason, from the engine's message about a failed check. It has no `property … value {…}`. */
function refusal(message: string): [path: string, reason: string] {
  const [, path, reason] = /^[^{}]* resource '\w+' has a problem: (\S+) (.*)/s.exec(message) ?? [];
  return [path ?? message, reason ?? ""];
}
