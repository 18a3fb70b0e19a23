import { expect, test } from "vitest";
import { isOwnError } from "../../provider/client/own-error.ts";
import { causeOf404 } from "../../provider/client/unrouted.ts";

const path = "/roles/rol_1";
const isOwn = (body: unknown, status = 404) =>
  isOwnError({ status, headers: {}, text: typeof body === "string" ? body : JSON.stringify(body) }, path);

test.each<[string, unknown]>([
  [
    "all fields",
    {
      statusCode: 404,
      error: "Not Found",
      message: "The role does not exist.",
      errorCode: "inexistent_role",
    },
  ],
  ["no errorCode", { statusCode: 404, error: "Not Found", message: "Not Found" }],
  ["no error", { statusCode: 404, message: "The role does not exist.", errorCode: "inexistent_role" }],
  ["no message", { statusCode: 404, error: "Not Found", errorCode: "inexistent_role" }],
  ["the status as a string", { statusCode: "404", error: "Not Found", message: "Not Found" }],
  ["further fields", { statusCode: 404, error: "Not Found", message: "Not Found", attributes: [] }],
  [
    "the path in the message beside an errorCode",
    {
      statusCode: 404,
      error: "Not Found",
      message: "/roles/rol_1 does not exist",
      errorCode: "inexistent_role",
    },
  ],
])("an error body with %s is the service's own", (_what, body) => {
  expect(isOwn(body)).toBe(true);
});

test.each<[string, unknown]>([
  ["an HTML page", "<!doctype html><title>404 Not Found</title>"],
  ["text", "404 page not found"],
  ["nothing", ""],
  ["a JSON string", '"not found"'],
  ["null", "null"],
  ["an array", "[]"],
  ["Kong", { message: "no Route matched with those values", request_id: "1" }],
  ["API Gateway of AWS", { message: "Not Found" }],
  ["API Management of Azure", { statusCode: 404, message: "Resource not found" }],
  ["API Gateway of Google", { code: 404, message: "The current request is not defined by this API." }],
  ["Spring", { timestamp: "t", status: 404, error: "Not Found", message: "No message available", path }],
  ["RFC 9457", { type: "about:blank", title: "Not Found", status: 404, detail: "No such path" }],
  ["Kubernetes", { kind: "Status", status: "Failure", message: "not found", reason: "NotFound", code: 404 }],
  ["OAuth", { error: "not_found", error_description: "Not Found" }],
  ["Fastify", { statusCode: 404, error: "Not Found", message: "Route GET:/api/v2/roles/rol_1 not found" }],
  ["NestJS", { statusCode: 404, error: "Not Found", message: "Cannot GET /api/v2/roles/rol_1" }],
  ["another status", { statusCode: 400, error: "Bad Request", message: "Bad" }],
])("an error body of %s is not the service's own", (_what, body) => {
  expect(isOwn(body)).toBe(false);
});

const causeOf = (body: object, status = 404) =>
  causeOf404({ status, headers: {}, text: JSON.stringify({ statusCode: status, ...body }) });

test.each<[object, number?]>([
  [{ error: "Not Found", message: "Not Found" }],
  [{ error: "Not Found", message: "not found." }],
  [{ error: "Not Found", message: "The requested URL was not found on this server." }],
  [{ error: "Not Found", message: "Resource not found" }],
  [{ error: "No luck", message: "No luck" }],
  [{ error: "Not Found", message: "Not Found", errorCode: "not_found" }],
  [{ error: "Not Found", message: "Not Found", errorCode: "" }],
  [{ error: "Gone", message: "Gone" }, 410],
])("%j does not name the item", (body, status) => {
  expect(causeOf(body, status)).toBe(undefined);
});

test.each([
  { error: "Not Found", message: "The role does not exist." },
  { error: "Not Found", message: "Role not found" },
  { error: "Not Found", message: "Not Found", errorCode: "inexistent_role" },
])("%j names the item", (body) => {
  expect(causeOf(body)).toBe("item");
});
