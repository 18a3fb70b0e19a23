export { relativeName, relativeTo } from "./dns-names.ts";
export * from "./generated/index.ts";
