import type * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { Role } from "../../sdk/index.ts";
import { mockEngine, resolved } from "./registered.ts";

beforeAll(() => mockEngine());
afterEach(() => vi.unstubAllEnvs());

/** Makes a role; `during` runs in the middle of its constructor. */
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

test("stack traces are short while a resource is made, and whole again afterwards", async () => {
  const whole = Error.stackTraceLimit;
  let meanwhile = whole;
  const role = roleWith(() => {
    meanwhile = Error.stackTraceLimit;
  });
  expect(meanwhile).toBe(1);
  expect(Error.stackTraceLimit).toBe(whole);
  expect(await resolved(role.name)).toBe("support");
});

test("stack traces stay whole for who looks for leaked promises", () => {
  vi.stubEnv("PULUMI_DEBUG_PROMISE_LEAKS", "true");
  const whole = Error.stackTraceLimit;
  let meanwhile: number | undefined;
  roleWith(() => {
    meanwhile = Error.stackTraceLimit;
  });
  expect(meanwhile).toBe(whole);
});

test("an error of a constructor says where in the program the resource is made", () => {
  const whole = Error.stackTraceLimit;
  const { message, stack } = errorOf(function inTheProgram() {
    return new Role("", { name: "support" });
  });
  expect(message).toBe("Missing resource name argument (for URN creation)");
  expect(stack).toContain("inTheProgram");
  expect(Error.stackTraceLimit).toBe(whole);
});

test("an error of a transformation says where it was thrown, and where the resource is made", () => {
  const { stack } = errorOf(function inTheProgram() {
    return roleWith(function inTheTransformation() {
      throw new Error("not like this");
    });
  });
  expect(stack).toMatch(/^Error: not like this\n +at inTheTransformation .*\n/);
  expect(stack).toContain("inTheProgram");
});

test("what is thrown and is no error passes as it is", () => {
  const thrown = errorOf(() =>
    roleWith(() => {
      throw "a text";
    }),
  );
  expect(thrown).toBe("a text");
});
