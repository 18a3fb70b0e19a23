import { commandProblems, whyNoPulumi } from "./commands.ts";
import { type Problem, readCheckout } from "./document.ts";
import { linkProblems } from "./links.ts";
import { nameProblems } from "./names.ts";
import { missingParsers, otherProblems } from "./other-blocks.ts";
import { requirementProblems } from "./requirements.ts";
import { citationProblems } from "./test-citations.ts";
import { typescriptProblems } from "./typescript-blocks.ts";

/** What was found in the documents of a checkout. */
export interface Report {
  readonly problems: readonly Problem[];
  /** What could not be checked here: one line each. */
  readonly leftOut: readonly string[];
  readonly documents: number;
}

/** Checks all documents below `root`. */
export function checkDocuments(root: string): Report {
  const checkout = readCheckout(root);
  const checks = [
    linkProblems,
    nameProblems,
    requirementProblems,
    commandProblems,
    typescriptProblems,
    otherProblems,
    citationProblems,
  ];
  const problems = checks.flatMap((check) => check(checkout));
  const leftOut = missingParsers().map((name) => `Blocks that need ${name} are not checked: it is not here.`);
  return {
    problems: problems.sort(byPlace),
    leftOut: [...leftOut, ...(whyNoPulumi() ?? [])],
    documents: checkout.documents.length,
  };
}

function byPlace(left: Problem, right: Problem): number {
  return left.path === right.path ? left.line - right.line : left.path < right.path ? -1 : 1;
}
