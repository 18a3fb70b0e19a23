import { expect } from "vitest";
import type { Handlers } from "../../provider/lifecycle/handlers.ts";

const unused = () => expect.fail("not called");

/** The handlers of a resource that nothing calls. */
export const noHandlers: Handlers = {
  check: unused,
  diff: unused,
  create: unused,
  read: unused,
  update: unused,
  delete: unused,
};
