import { relative, sep } from 'node:path';
import type { RuleTester } from 'oxlint/plugins-dev';

/** The parts of oxlint's plugin interface that the rules share; it is ESLint's. */
export type Rule = Parameters<RuleTester['run']>[1];
export type Context = Parameters<NonNullable<Rule['create']>>[0];
export type Node = Parameters<Context['sourceCode']['isGlobalReference']>[0];

/** The checked file as the repository names it: `core/ids.ts`. */
export function toRepositoryPath(context: Context, file: string = context.filename): string {
  return relative(context.cwd, file).split(sep).join('/');
}

/** True for a file of one of the given folders (`start/`) or of one of the given names (`api/main.ts`). */
export function isIn(path: string, places: readonly string[]): boolean {
  return places.some((place) => (place.endsWith('/') ? path.startsWith(place) : path === place));
}

export function isTest(path: string): boolean {
  return /\.test(?:-d)?\.ts$/.test(path);
}

/** The name that a member expression reads where it is written out: `a.name`, `a['name']`. */
export function memberName(node: Node): string | undefined {
  if (node.type !== 'MemberExpression') return undefined;
  const { property } = node;
  if (property.type === 'Literal') return typeof property.value === 'string' ? property.value : undefined;
  return !node.computed && property.type === 'Identifier' ? property.name : undefined;
}

/** The text of a string that holds no expression. */
export function staticText(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  return node?.type === 'TemplateLiteral' && node.expressions.length === 0
    ? (node.quasis[0]?.value.cooked ?? undefined)
    : undefined;
}

export function isIdentifier(node: Node | null | undefined, name: string): boolean {
  return node?.type === 'Identifier' && node.name === name;
}

/** The nodes around a node, from the inside out. */
export function* ancestors(node: Node): Generator<Node> {
  for (let at = node.parent; at !== null; at = at.parent) yield at;
}

/** Where a file uses a name as a value that it neither declares nor imports, in whatever environment it is checked. */
export function globalUses(context: Context, name: string): Node[] {
  return context.sourceCode.scopeManager.scopes
    .flatMap(({ references }) => references)
    .filter(({ identifier, resolved }) => identifier.name === name && (resolved?.defs.length ?? 0) === 0)
    .map(({ identifier }) => identifier)
    .filter(({ parent }) => !parent.type.startsWith('TSType'));
}
