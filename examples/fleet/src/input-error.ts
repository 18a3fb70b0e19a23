/** A mistake in the list, the command line or the environment: the run does not start, and the exit code is 2. */
export class InputError extends Error {
  override name = "InputError";
}
