/**
 * The thin shell: the text that every state keeps with a resource, and that the engine's dynamic provider process runs to get its handlers.
 * It loads them from the package that is installed then, so that an upgrade reaches `refresh` and `destroy` too.
 * States of all versions hold it: it must never change.
 */
export function shellText(type: string): string {
  return `exports.handler = () => require("pulumi-idm/provider").${type};\n`;
}
