// A create that is not finished: its error has the state that the engine keeps.
import type { ServiceError } from "@grpc/grpc-js";
import errorMessages from "@pulumi/pulumi/proto/provider_pb.js";
import statusMessages from "@pulumi/pulumi/proto/status_pb.js";
import { expect, test } from "vitest";
import { fromStruct } from "../../../provider/hosts/plugin/values.ts";
import { secretValue as secret } from "../../../provider/lifecycle/secret-envelope.ts";
import { operationsOf, pluginScene } from "./operations.ts";

/** What the engine reads from the error of a partly created resource. */
function keptBy(error: ServiceError) {
  const [bytes] = error.metadata.get("grpc-status-details-bin");
  const [packed] = statusMessages.Status.deserializeBinary(bytes as Buffer).getDetailsList();
  const detail = packed?.unpack(
    errorMessages.ErrorResourceInitFailed.deserializeBinary,
    "pulumirpc.ErrorResourceInitFailed",
  );
  return {
    id: detail?.getId(),
    outputs: fromStruct(detail?.getProperties()),
    reasons: detail?.getReasonsList() ?? [],
  };
}

test("the state of a role that was adopted and not updated has its id and reasons, and the next up updates it", async () => {
  const { service, plugin } = await pluginScene();
  const { id } = service.tenant.addRole({ name: "admin", description: "by hand" });
  const role = operationsOf(plugin, "Role");
  const inputs = { name: "admin", description: secret("canary"), adopt: true };
  service.faults.add({
    kind: "status",
    status: 403,
    method: "PATCH",
    body: { statusCode: 403, message: "not canary" },
  });
  const error = await role.create(inputs).then(
    () => expect.fail("the create did not fail"),
    (thrown: ServiceError) => thrown,
  );
  const { outputs, reasons, ...kept } = keptBy(error);
  expect(kept).toEqual({ id });
  expect(reasons).toEqual([
    expect.stringMatching(
      /^Role "admin": 403 .*not \[secret\].*ERR_IDM_PARTIAL_CREATE\] docs\/errors\/err-idm-partial-create$/,
    ),
  ]);
  expect(outputs).toMatchObject({ name: "admin", roleId: id });
  expect(JSON.stringify(outputs)).not.toContain("canary");
  const old = { id, inputs, outputs };
  expect((await role.diff(old, inputs)).details).toEqual({ description: "UPDATE of the outputs" });
  await role.update(old, inputs);
  expect(service.tenant.roles.get(id)?.description).toBe("canary");
});

test("a redelivery that may have been accepted is kept in the state, and is not sent again", async () => {
  const { service, plugin } = await pluginScene();
  const inputs = service.tenant.addEvent();
  const redelivery = operationsOf(plugin, "EventRedelivery");
  service.faults.add({ kind: "reset-after", method: "POST", path: /redeliver/ });
  const error = await redelivery.create(inputs).then(
    () => expect.fail("the create did not fail"),
    (thrown: ServiceError) => thrown,
  );
  const { id = "", outputs, reasons } = keptBy(error);
  expect(reasons.join()).toContain("may have been accepted");
  const old = { id, inputs: { ...inputs }, outputs };
  expect((await redelivery.diff(old, old.inputs)).replacesList).toEqual([]);
  const read = (await redelivery.read(old)) ?? expect.fail("it is gone");
  await redelivery.update(read, old.inputs);
  expect(service.tenant.redeliveries).toHaveLength(1);
});
