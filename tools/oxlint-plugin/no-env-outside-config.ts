import { ancestors, isIdentifier, isIn, isTest, memberName, toRepositoryPath, type Node, type Rule } from './rule.ts';

/**
 * The environment is read where a process starts, and parsed once by `core/config.ts`; everybody else gets a value.
 *
 * Sees `process.env`, its destructuring and its import, not `process` under another name.
 */
export const noEnvOutsideConfig = {
  create(context) {
    const file = toRepositoryPath(context);
    if (!file.includes('/') || isTest(file) || file.endsWith('/main.ts') || isIn(file, exempt)) return {};
    const startsProgram = (outer: Node): boolean =>
      outer.type === 'IfStatement' && context.sourceCode.getText(outer.test) === 'import.meta.main';
    const report = (node: Node): void => {
      if ([...ancestors(node)].some(startsProgram)) return;
      context.report({
        node,
        message: 'Take configuration as a parameter: `core/config.ts` parses the environment once.',
      });
    };
    return {
      MemberExpression(node) {
        if (isIdentifier(node.object, 'process') && memberName(node) === 'env') report(node);
      },
      VariableDeclarator(node) {
        if (!isIdentifier(node.init, 'process') || node.id.type !== 'ObjectPattern') return;
        if (node.id.properties.some((item) => item.type === 'Property' && isIdentifier(item.key, 'env'))) report(node);
      },
      ImportDeclaration(node) {
        if (!/^(?:node:)?process$/.test(node.source.value)) return;
        const env = node.specifiers.find(
          (item) => item.type === 'ImportSpecifier' && isIdentifier(item.imported, 'env'),
        );
        if (env !== undefined) report(env);
      },
    };
  },
} satisfies Rule;

const exempt = ['start/', 'tools/', 'bench/', 'test/'];
