import { globalUses, isIdentifier, isIn, isTest, memberName, toRepositoryPath, type Node, type Rule } from './rule.ts';

/**
 * Outbound calls go through the drivers' client, which keeps the egress guard, the limits and the redaction.
 *
 * The client of the API and the dashboard run in other programs, which have their own ways out; the doctor asks what its user names;
 * a worker asks the native part of its own process for its metrics.
 *
 * Sees the global `fetch`, everything of `undici` and the clients of `node:http`, `node:https` and `node:http2`, not a
 * `fetch` that was handed over as a parameter.
 */
export const noRawFetch = {
  create(context) {
    const file = toRepositoryPath(context);
    if (!file.includes('/') || isTest(file) || isIn(file, exempt)) return {};
    const message =
      'Outbound calls go through the client of connectors/drivers: it holds the egress guard and the limits.';
    return {
      Program() {
        for (const node of globalUses(context, 'fetch')) context.report({ node, message });
      },
      MemberExpression(node) {
        if (isIdentifier(node.object, 'globalThis') && memberName(node) === 'fetch') context.report({ node, message });
      },
      ImportDeclaration(node) {
        if (node.importKind === 'type') return;
        const clients = clientNames[node.source.value] ?? [];
        const opensConnections = (item: Node): boolean =>
          clients.includes('*') ||
          (clients.length > 0 && item.type !== 'ImportSpecifier') ||
          (item.type === 'ImportSpecifier' && clients.some((name) => isIdentifier(item.imported, name)));
        const found = node.specifiers.find(opensConnections);
        if (found !== undefined) context.report({ node: found, message });
      },
    };
  },
} satisfies Rule;

const exempt = [
  'connectors/drivers/',
  'client/',
  'doctor/',
  'worker/temporal-metrics.ts',
  'start/',
  'test/',
  'bench/',
  'tools/',
  'web/auth.ts',
  'web/pages/builder/read-schemas.ts',
];

/** What opens connections; a namespace or default import of such a module counts too. */
const clientNames: Readonly<Record<string, readonly string[]>> = {
  undici: ['*'],
  'node:http': ['request', 'get', 'Agent'],
  'node:https': ['request', 'get', 'Agent'],
  'node:http2': ['connect'],
};
