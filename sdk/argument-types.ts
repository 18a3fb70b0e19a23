import type * as pulumi from "@pulumi/pulumi";

/** An input whose value the program does not know yet: the part of `pulumi.Input` that is not the value itself. */
export type Pending<T> = Promise<T> | pulumi.OutputInstance<T>;

/** An argument that must not be set: no value has this type. The compiler shows `Why` when a program sets it. */
export type MustNotBeSet<Why extends string> = Why & { readonly [noValue]: never };

declare const noValue: unique symbol;
