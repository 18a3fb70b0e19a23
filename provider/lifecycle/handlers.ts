/** Inputs, outputs or state of a resource, as they cross the engine's protocol. */
export type Props = Record<string, unknown>;

/** `property` is a property path in Pulumi's notation: `domainMetadata["cost centre"]`. */
export interface Failure {
  readonly property: string;
  readonly reason: string;
}

/**
 * What every resource offers to whatever hosts it (today the dynamic provider's process).
 * A host passes plain values: secrets unwrapped, unknown values as `unknownValue`.
 */
export interface Handlers {
  check(olds: Props, news: Props): Promise<{ inputs: Props; failures: Failure[] }>;
  diff(
    id: string,
    olds: Props,
    news: Props,
  ): Promise<{ changes: boolean; replaces: string[]; deleteBeforeReplace: boolean }>;
  create(inputs: Props): Promise<{ id: string; outs: Props }>;
  /** An answer without `id` means that the resource is gone. */
  read(id: string, props: Props): Promise<{ id?: string; props?: Props; inputs?: Props }>;
  update(id: string, olds: Props, news: Props): Promise<{ outs: Props }>;
  delete(id: string, props: Props): Promise<void>;
}

/** How the engine writes a value that a preview cannot know yet. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
