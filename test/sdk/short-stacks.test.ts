import type * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { Role } from "../../sdk/index.ts";
import { mockEngine, resolved } from "./registered.ts";

beforeAll(() => mockEngine());
afterEach(() => vi.unstubAllEnvs());

/** Creates a role; `during` runs inside its constructor. */
function roleWith(during: () => void): Role {
  const transformation: pulumi.ResourceTransformation = () => {
    during();
    return undefined;
  };
  return new Role("support", { name: "support" }, { transformations: [transformation] });
}

function errorOf(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error("nothing was thrown");
}

test("stack traces are short inside a constructor, and complete afterwards", async () => {
  const whole = Error.stackTraceLimit;
  let meanwhile = whole;
  const role = roleWith(() => {
    meanwhile = Error.stackTraceLimit;
  });
  expect(meanwhile).toBe(1);
  expect(Error.stackTraceLimit).toBe(whole);
  expect(await resolved(role.name)).toBe("support");
});

test("stack traces stay complete with PULUMI_DEBUG_PROMISE_LEAKS", () => {
  vi.stubEnv("PULUMI_DEBUG_PROMISE_LEAKS", "true");
  const whole = Error.stackTraceLimit;
  let meanwhile: number | undefined;
  roleWith(() => {
    meanwhile = Error.stackTraceLimit;
  });
  expect(meanwhile).toBe(whole);
});

test("an error of a constructor shows the line of the program that creates the resource", () => {
  const whole = Error.stackTraceLimit;
  const { message, stack } = errorOf(function inTheProgram() {
    return new Role("", { name: "support" });
  });
  expect(message).toBe("Missing resource name argument (for URN creation)");
  expect(stack).toContain("inTheProgram");
  expect(Error.stackTraceLimit).toBe(whole);
});

test("an error of a transformation shows its own line and the line that creates the resource", () => {
  const { stack } = errorOf(function inTheProgram() {
    return roleWith(function inTheTransformation() {
      throw new Error("not like this");
    });
  });
  expect(stack).toMatch(/^Error: not like this\n +at inTheTransformation .*\n/);
  expect(stack).toContain("inTheProgram");
});

test("a thrown string passes unchanged", () => {
  const thrown = errorOf(() =>
    roleWith(() => {
      throw "a text";
    }),
  );
  expect(thrown).toBe("a text");
});
