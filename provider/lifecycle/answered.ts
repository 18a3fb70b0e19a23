// What a service makes of values that it has just been sent: it may trim a text, or write keys in lower case.
import { object } from "../client/json.ts";
import { isAsDeclared, isSameValue } from "./compare.ts";
import type { Props } from "./handlers.ts";
import { hidden, secretNamesIn } from "./hidden.ts";
import type { Properties, Property } from "./property.ts";
import { isDeclared } from "./props.ts";
import { hasMark, shapeOf } from "./shape.ts";
import { withoutWriteOnly } from "./write-only.ts";

/**
 * The hidden property with the values that the service has `returned` for the inputs `sent` a moment ago, where they
 * are not as `news` declares. To send them again would change nothing. `before` is the state that was written earlier.
 */
export function answered(
  inputs: Properties,
  returned: Props,
  news: Props,
  sent: readonly string[],
  before: Props = {},
): Props {
  const secrets = secretNamesIn(news);
  const isNew = (name: string) => sent.includes(name);
  const kept = Object.entries(answersIn(before)).filter(([name]) => !isNew(name) && isDeclared(news, name));
  const made = sent.flatMap((name) => {
    const property = inputs[name];
    if (!property || secrets.includes(name) || !isOther(property, news[name], returned[name])) return [];
    return [[name, returned[name]]];
  });
  const answers = Object.fromEntries([...kept, ...made]);
  return Object.keys(answers).length > 0 ? { [hidden.answered]: answers } : {};
}

function isOther(property: Property, declared: unknown, returned: unknown): boolean {
  const shape = shapeOf(property.type);
  const comparable = withoutWriteOnly(shape, declared);
  if (comparable === undefined || returned === undefined || hasMark(shape, "isSecret")) return false;
  return !isAsDeclared(property, comparable, returned);
}

/** The inputs that a create cannot change later, so that its answer is what the service makes of them for good. */
export function fixedInputs(inputs: Properties, news: Props): string[] {
  return Object.keys(inputs).filter((name) => inputs[name]?.onChange === "replace" && isDeclared(news, name));
}

/** Whether the service has returned this value when it was sent what the state has. */
export function isAsAnswered(property: Property, name: string, state: Props, returned: unknown): boolean {
  const answers = answersIn(state);
  return Object.hasOwn(answers, name) && isSameValue(property, answers[name], returned);
}

function answersIn(state: Props): Props {
  return object(state[hidden.answered]) ?? {};
}

/** The warning about the inputs of `sent` of which the service has made something else. Undefined for none. */
export function answeredWarning(state: Props, sent: readonly string[]): string | undefined {
  const names = Object.keys(answersIn(state)).filter((name) => sent.includes(name));
  if (names.length === 0) return undefined;
  return `the service has not kept ${names.join(" and ")} as it was sent: it may trim texts or write them in lower case. As long as it returns the same, this is no difference. To see in the state what it has, declare that in the program.`;
}
