import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { resourceModule } from "../../scripts/generate/sdk-class.ts";
import { webhook } from "../resources/webhook.ts";
import { root } from "./built.ts";
import { mockEngine, registration, secretInputs } from "./registered.ts";

beforeAll(() => mockEngine());

type AnyClass = new (name: string, args: pulumi.Inputs) => pulumi.CustomResource;

/** The class that `npm run generate` would write for the resource of the tests. */
async function webhookClass(): Promise<AnyClass> {
  const cache = join(root, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "generated-class-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "webhook.ts");
  const text = resourceModule(webhook);
  writeFileSync(file, text.replaceAll('"../', `"${join(root, "sdk")}/`));
  return (await import(file)).Webhook;
}

const args = {
  name: "audit",
  kind: "http",
  target: { endpoint: "https://log.example.com", authToken: pulumi.output("token") },
  headers: { "X-Key": "value" },
  passPhrase: "phrase",
};

test("inputs that are secret, or hold a secret, reach the engine as secrets", async () => {
  const Webhook = await webhookClass();
  expect((await secretInputs(new Webhook("declared", args))).sort()).toEqual([
    "headers",
    "passPhrase",
    "target",
  ]);
});

test("the provider gets the names of the arguments that the program marks as secret", async () => {
  const Webhook = await webhookClass();
  const marked = {
    ...args,
    name: pulumi.secret("audit"),
    mirrors: [{ endpoint: pulumi.secret("https://a.example") }],
  };
  const { inputs } = await registration(new Webhook("marked", marked));
  expect(inputs).toMatchObject({ name: "audit", __secrets: ["mirrors", "name"] });
  const { inputs: plain } = await registration(new Webhook("plain", args));
  expect(plain).not.toHaveProperty("__secrets");
});
