import { isIdentifier, isIn, isTest, staticText, toRepositoryPath, type Node, type Rule } from './rule.ts';

/**
 * Temporal's timeouts and retry settings are chosen by kind of work, in one file.
 *
 * Sees a setting whose value is a literal or an expression of literals; a constant of another file passes.
 */
export const noLiteralTimeouts = {
  create(context) {
    const file = toRepositoryPath(context);
    if (!file.includes('/') || isTest(file) || isIn(file, exempt)) return {};
    return {
      Property(node) {
        const setting = settings.find((name) => isIdentifier(node.key, name));
        if (setting === undefined || node.parent.type !== 'ObjectExpression' || !isLiteral(node.value)) return;
        context.report({
          node,
          message: `\`${setting}\` belongs in workflows/options.ts, as part of a named profile.`,
        });
      },
    };
  },
} satisfies Rule;

const exempt = ['workflows/options.ts', 'test/', 'bench/', 'start/', 'tools/'];

/** @see https://typescript.temporal.io/api/interfaces/common.ActivityOptions */
const settings = [
  'startToCloseTimeout',
  'scheduleToCloseTimeout',
  'scheduleToStartTimeout',
  'heartbeatTimeout',
  'workflowExecutionTimeout',
  'workflowRunTimeout',
  'workflowTaskTimeout',
  'localRetryThreshold',
  'initialInterval',
  'maximumInterval',
  'maximumAttempts',
  'backoffCoefficient',
];

function isLiteral(node: Node): boolean {
  if (node.type === 'BinaryExpression') return isLiteral(node.left) && isLiteral(node.right);
  return node.type === 'Literal' || staticText(node) !== undefined;
}
