import * as pulumi from "@pulumi/pulumi";
import { beforeAll, expect, test } from "vitest";
import { Role } from "../../sdk/index.ts";
import { mockEngine, registration } from "./registered.ts";

beforeAll(() => mockEngine());

test("a resource tells its check whether this is a preview, and the keys of idm: without their values", async () => {
  const config = { "idm:baseURL": "canary", "idm:clientSecret": "canary", "app:size": "canary" };
  pulumi.runtime.setAllConfig(config, ["idm:clientSecret"]);
  const { inputs } = await registration(new Role("told", { name: "told" }));
  expect(inputs.__run).toEqual({
    isPreview: false,
    configKeys: { "idm:baseURL": "plain", "idm:clientSecret": "secret" },
  });
  expect(JSON.stringify(inputs)).not.toContain("canary");
});

test("a resource that is only read tells nothing, because no check would remove it", async () => {
  const { inputs } = await registration(Role.get("read", "rol_1"));
  expect(inputs).not.toHaveProperty("__run");
});
