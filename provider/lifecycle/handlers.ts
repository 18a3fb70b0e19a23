/** Inputs, outputs or state of a resource, as they cross the engine's protocol. */
export type Props = Record<string, unknown>;

/** One reason why a check refuses the inputs. */
export interface Failure {
  /** Path of the property in Pulumi's notation: `domainMetadata["cost centre"]`. */
  readonly property: string;
  /** The end of a message that begins with the path: `must be a string`. */
  readonly reason: string;
}

export interface CheckResult {
  inputs: Props;
  failures: Failure[];
}

export interface DiffResult {
  changes: boolean;
  /**
   * The inputs that differ between state and program. Empty when the change has another reason, such as a domain that
   * is no longer ready.
   */
  changedInputs: string[];
  /** The inputs whose change replaces the resource. */
  replaces: string[];
  deleteBeforeReplace: boolean;
}

export interface CreateResult {
  id: string;
  outs: Props;
}

/** Without `id`, the resource no longer exists. */
export interface ReadResult {
  id?: string;
  props?: Props;
  inputs?: Props;
}

export interface UpdateResult {
  outs: Props;
}

/** The longest time that an operation may take, where the program says so. */
export interface TimeLimit {
  readonly ms: number;
  /** What the user raises to have a longer one: `customTimeouts.create`. */
  readonly name: string;
}

/**
 * What each resource offers to a host: the operations of a Pulumi provider. `olds` are the outputs of the state,
 * `news` the inputs of the program. A host passes plain values: secrets unwrapped, unknown values as `unknownValue`.
 * `limit` is the program's own, where the host is told one.
 */
export interface Handlers {
  check(olds: Props, news: Props): Promise<CheckResult>;
  diff(id: string, olds: Props, news: Props): Promise<DiffResult>;
  create(inputs: Props, limit?: TimeLimit): Promise<CreateResult>;
  /** `props` is empty when the program reads an existing resource by its id (`get`). */
  read(id: string, props: Props, limit?: TimeLimit): Promise<ReadResult>;
  update(id: string, olds: Props, news: Props, limit?: TimeLimit): Promise<UpdateResult>;
  delete(id: string, props: Props, limit?: TimeLimit): Promise<void>;
}

/** Stands for a value that a preview does not know yet. The engine defines this string. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
