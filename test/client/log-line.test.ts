import { expect, test } from "vitest";
import { logLine } from "../../provider/client/log-line.ts";

test.each([
  ["warning: Role: odd", { level: "warning", message: "Role: odd" }],
  ["debug: Role: sent", { level: "debug", message: "Role: sent" }],
  ["Role: waits", { level: "info", message: "Role: waits" }],
])("the JSON form of %j has level, message and time, and no prefix", (line, expected) => {
  expect(JSON.parse(logLine(true, line))).toEqual({ ...expected, time: expect.any(String) });
});

test("a line of either form is one line that cannot steer a terminal", () => {
  const hostile = 'warning: a\nb\u001b[31m\u202e"c"';
  for (const isJson of [true, false])
    for (const character of ["\n", "\u001b", "\u202e"])
      expect(logLine(isJson, hostile)).not.toContain(character);
  expect(JSON.parse(logLine(true, hostile)).message).toBe('a b [31m "c"');
});
