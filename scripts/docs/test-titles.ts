import ts from "typescript";

/** The titles of the tests in the text of a file. `…` stands for what a template puts in. */
export function testTitles(text: string): string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node.expression)) titles.push(...titleOf(node.arguments[0]));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("file.test.ts", text, ts.ScriptTarget.Latest));
  return titles;
}

/** Whether this is `test`, `test.skipIf(…)`, `test.each(…)` or the like. */
function isTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return callee.text === "test";
  return (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) && isTest(callee.expression);
}

function titleOf(argument: ts.Expression | undefined): string[] {
  if (argument === undefined) return [];
  if (ts.isStringLiteralLike(argument)) return [argument.text];
  if (!ts.isTemplateExpression(argument)) return [];
  return [
    [argument.head, ...argument.templateSpans.map(({ literal }) => literal)]
      .map(({ text }) => text)
      .join("…"),
  ];
}
