import { execFileSync } from "node:child_process";

/** What a Python program declares under Pulumi's mocks. */
export interface PythonRun {
  readonly declared: Record<string, { inputs: Record<string, unknown> }>;
  /** The arguments of the functions that it calls, by token. */
  readonly called: Record<string, unknown>;
  /** The YAML document as data. */
  readonly document: { resources: Record<string, unknown>; variables?: Record<string, unknown> };
}

/** The keys of `declared` are `TYPE NAME`. Each resource has the outputs of a domain beside its inputs. */
const runner = `
import json, sys, yaml, pulumi
declared = {}
called = {}
record = {"name": "name of the record", "type": "TXT", "value": "value of the record"}
def plain(value):
    if isinstance(value, dict) and "4dabf18193072939515e22adb298388d" in value: return plain(value["value"])
    if isinstance(value, dict): return {key: plain(one) for key, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, list) else value
class Mocks(pulumi.runtime.Mocks):
    def new_resource(self, args):
        declared[args.typ + " " + args.name] = {"inputs": plain(args.inputs)}
        return [args.name + "-id", {**args.inputs, "customDomainId": "id of the domain", "verificationRecord": record}]
    def call(self, args):
        called[args.token] = plain(args.args)
        return {}
given = json.load(sys.stdin)
pulumi.runtime.set_mocks(Mocks(), project="project")
pulumi.runtime.set_all_config({"project:" + key: value for key, value in given["config"].items()})
@pulumi.runtime.test
def run():
    exec(given["program"], {})
run()
print(json.dumps({"declared": declared, "called": called, "document": yaml.safe_load(given["document"])}))
`;

/** Runs a Python program under mocks, and reads a YAML document. Throws with what the program prints when it fails. */
export function runPython(
  env: NodeJS.ProcessEnv,
  given: { program: string; config?: Record<string, string>; document?: string },
): PythonRun {
  const input = JSON.stringify({ config: {}, document: "", ...given });
  return JSON.parse(
    execFileSync("python", ["-c", runner], { env, input, encoding: "utf8", stdio: ["pipe", "pipe", "pipe"] }),
  );
}
