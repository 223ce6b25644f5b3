import { isTest, staticText, toRepositoryPath, type Node, type Rule } from './rule.ts';

/**
 * A test file is one `describe` named after its path, so that a failure names its file; titles state facts.
 *
 * Sees titles that are written out, not computed ones.
 */
export const testRootDescribe = {
  create(context) {
    const file = toRepositoryPath(context);
    if (!isTest(file)) return {};
    const expected = file.replace(/\.test(-d)?\.ts$/, '');
    let roots = 0;
    return {
      CallExpression(node) {
        const name = testFunction(node.callee);
        if (name === undefined) return;
        const title = staticText(node.arguments[0]);
        if (title !== undefined && /^should\b/i.test(title)) {
          context.report({ node, message: 'A title states a fact ("reuses the transaction"), not what should be.' });
        }
        if (node.parent.type !== 'ExpressionStatement' || node.parent.parent.type !== 'Program') return;
        roots += 1;
        if (name === 'describe' && title === expected && roots === 1) return;
        context.report({ node, message: `A test file holds one root: describe('${expected}', …).` });
      },
    };
  },
} satisfies Rule;

/** `describe`, `it` or `test`, also with modifiers: `it.each(…)`, `describe.skipIf(…)`. */
function testFunction(callee: Node): string | undefined {
  if (callee.type === 'Identifier') return /^(?:describe|it|test)$/.test(callee.name) ? callee.name : undefined;
  if (callee.type === 'MemberExpression') return testFunction(callee.object);
  if (callee.type === 'TaggedTemplateExpression') return testFunction(callee.tag);
  return callee.type === 'CallExpression' && callee.callee.type === 'MemberExpression'
    ? testFunction(callee.callee)
    : undefined;
}
