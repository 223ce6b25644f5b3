import { globalUses, isIdentifier, memberName, type Node, type Rule } from './rule.ts';

/**
 * Text never becomes code: expressions are compiled to closures, scripts run in a sandbox of their own.
 *
 * Sees `eval`, `Function`, `node:vm` and text handed to timers. A function's `constructor` reaches the same power and is
 * seen only where it is called on the spot.
 */
export const noEval = {
  create(context) {
    const report = (node: Node): void => {
      context.report({ node, message: 'Text never becomes code here: compile to closures instead.' });
    };
    const checkModule = (specifier: unknown, node: Node): void => {
      if (specifier === 'vm' || specifier === 'node:vm') report(node);
    };
    return {
      Program() {
        for (const use of globalUses(context, 'eval')) report(use);
        for (const use of globalUses(context, 'Function')) if (isCallee(use)) report(use);
      },
      MemberExpression(node) {
        const name = memberName(node);
        if (isIdentifier(node.object, 'globalThis') && (name === 'eval' || name === 'Function')) report(node);
      },
      CallExpression(node) {
        if (memberName(node.callee) === 'constructor') report(node);
      },
      NewExpression(node) {
        if (memberName(node.callee) === 'constructor') report(node);
      },
      ImportDeclaration(node) {
        checkModule(node.source.value, node);
      },
      ImportExpression(node) {
        checkModule(node.source.type === 'Literal' ? node.source.value : undefined, node);
      },
    };
  },
} satisfies Rule;

function isCallee(node: Node): boolean {
  const { parent } = node;
  return (parent?.type === 'CallExpression' || parent?.type === 'NewExpression') && parent.callee === node;
}
