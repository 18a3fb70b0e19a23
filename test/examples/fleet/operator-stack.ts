// The fields of a Stack of the Pulumi Kubernetes Operator that the example uses, with their types as its definition
// `stacks.pulumi.com`, version v1, has them. The whole definition is 1.4 MB, because it contains that of a pod.
import * as z from "zod";

const fromSecret = z.strictObject({
  type: z.enum(["Env", "FS", "Secret", "Literal"]),
  secret: z.strictObject({ name: z.string(), key: z.string() }),
});

const quantities = z.strictObject({ cpu: z.string().optional(), memory: z.string().optional() });

/** A Stack. An unknown field is an error here; a cluster would drop it without a word. */
export const operatorStack = z.strictObject({
  apiVersion: z.literal("pulumi.com/v1"),
  kind: z.literal("Stack"),
  metadata: z.strictObject({
    name: z.string().regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/),
    namespace: z.string(),
  }),
  spec: z.strictObject({
    serviceAccountName: z.string(),
    stack: z.string().regex(/^[^/]+\/[^/]+$/),
    projectRepo: z.url(),
    branch: z.string(),
    repoDir: z.string(),
    shallow: z.boolean(),
    config: z.record(z.string(), z.string()),
    envRefs: z.record(z.string().regex(/^[A-Z_]+$/), fromSecret),
    refresh: z.boolean(),
    continueResyncOnCommitMatch: z.boolean(),
    resyncFrequencySeconds: z.int().min(60),
    retryOnUpdateConflict: z.boolean(),
    workspaceReclaimPolicy: z.enum(["Retain", "Delete"]),
    workspaceTemplate: z.strictObject({
      spec: z.strictObject({ resources: z.strictObject({ requests: quantities, limits: quantities }) }),
    }),
  }),
});
