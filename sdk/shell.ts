/**
 * The thin shell: the program that the state of every resource contains, and that the engine's dynamic provider
 * process runs to get the handlers. It loads them from the installed version of the package, so that an upgrade also
 * changes `refresh` and `destroy`. The states of all versions contain it, so it must never change.
 */
export function shellText(type: string): string {
  return `exports.handler = () => require("pulumi-idm/provider").${type};\n`;
}
