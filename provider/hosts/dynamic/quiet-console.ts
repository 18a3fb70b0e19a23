/** The stack of an error that the engine tells: see `withoutPrint`. */
const marker = "told by the engine, with its resource";
const nothing = () => "";

const print = console.error;
console.error = (...args: unknown[]) => {
  if (args.length !== 1 || args[0] !== `: ${marker}`) print.apply(console, args);
};

/**
 * An error that the dynamic provider's process does not print. It prints `${error}: ${error.stack}` before it returns
 * an error to the engine, which prints the message with its resource.
 */
export function withoutPrint<E extends Error>(error: E): E {
  return Object.defineProperties(error, {
    toString: { value: nothing, configurable: true },
    stack: { value: marker, configurable: true },
  });
}
