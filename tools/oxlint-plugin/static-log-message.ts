import { isIn, isTest, memberName, staticText, toRepositoryPath, type Node, type Rule } from './rule.ts';

/**
 * A log message is one fixed sentence, so that it can be searched and counted; data goes into the fields beside it.
 *
 * Takes for a logger whatever is called `log` or `logger`. The message is the first argument, or the second where the
 * first holds the fields.
 */
export const staticLogMessage = {
  create(context) {
    const file = toRepositoryPath(context);
    if (isTest(file) || isIn(file, ['test/', 'bench/', 'tools/'])) return {};
    return {
      CallExpression(node) {
        const { callee } = node;
        if (callee.type !== 'MemberExpression' || !levels.has(memberName(callee) ?? '') || !isLogger(callee.object))
          return;
        const [first, second] = node.arguments;
        if (staticText(first) !== undefined) return;
        const holdsFields = first !== undefined && !textTypes.has(first.type);
        if (holdsFields && staticText(second) !== undefined) return;
        context.report({ node, message: 'The message of a log line is a fixed text; put data into its fields.' });
      },
    };
  },
} satisfies Rule;

const levels = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal']);
const textTypes = new Set(['Literal', 'TemplateLiteral', 'BinaryExpression']);

function isLogger(node: Node): boolean {
  if (node.type === 'Identifier') return /^(?:log|logger)$/i.test(node.name);
  if (node.type !== 'MemberExpression') return false;
  const name = node.property.type === 'PrivateIdentifier' ? node.property.name : memberName(node);
  return name !== undefined && /^(?:log|logger)$/i.test(name);
}
