import { dirname, resolve } from 'node:path';
import { rooms, type Room } from './rooms.data.ts';
import { isTest, toRepositoryPath, type Context, type Node, type Rule } from './rule.ts';

/**
 * Keeps imports within the directions of `rooms.data.ts`: relative, by alias, dynamic and re-exported ones alike.
 *
 * Tests beside a source may import every package and `test/` besides what their room may. A dynamic import whose
 * specifier is computed is refused where the room is bounded; `require` and paths handed to other tools are not seen.
 */
export const importBoundaries = {
  create(context) {
    const file = toRepositoryPath(context);
    if (!file.includes('/')) return {};
    const room = findRoom(file);
    if (room?.rules.imports === 'any') return {};
    const check = (node: Node, specifier: string, isType: boolean): void => {
      const message = findViolation(context, file, room, specifier, isType);
      if (message !== undefined) context.report({ node, message });
    };
    return {
      ImportDeclaration(node) {
        check(node, node.source.value, node.importKind === 'type' || areTypes(node.specifiers));
      },
      ExportNamedDeclaration(node) {
        if (node.source !== null)
          check(node, node.source.value, node.exportKind === 'type' || areTypes(node.specifiers));
      },
      ExportAllDeclaration(node) {
        check(node, node.source.value, node.exportKind === 'type');
      },
      ImportExpression(node) {
        if (node.source.type === 'Literal') check(node, String(node.source.value), false);
        else context.report({ node, message: 'A computed import crosses the boundaries of the rooms unseen.' });
      },
      TSImportType(node) {
        check(node, node.source.value, true);
      },
    };
  },
} satisfies Rule;

interface FoundRoom {
  name: string;
  rules: Room;
}

function areTypes(specifiers: readonly object[]): boolean {
  const isType = (item: object): boolean =>
    ('importKind' in item && item.importKind === 'type') || ('exportKind' in item && item.exportKind === 'type');
  return specifiers.length > 0 && specifiers.every(isType);
}

function findRoom(file: string): FoundRoom | undefined {
  const parts = file.split('/');
  for (let length = parts.length; length > 0; length -= 1) {
    const name = parts.slice(0, length).join('/');
    const pattern = length === 2 && parts.length > 2 ? `${parts[0]}/*` : name;
    const rules = rooms[name] ?? rooms[pattern];
    if (rules !== undefined) return { name, rules };
  }
  return undefined;
}

function findViolation(
  context: Context,
  file: string,
  room: FoundRoom | undefined,
  specifier: string,
  isType: boolean,
): string | undefined {
  if (room === undefined) return `\`${file}\` is in no room: list its folder in tools/oxlint-plugin/rooms.data.ts.`;
  const { name, rules } = room;
  const target = toTarget(context, specifier);
  if (target === undefined) {
    if (rules.packages === 'any' || isTest(file) || rules.packages.some((known) => fits(specifier, known)))
      return undefined;
    return `\`${name}\` may not import the package \`${specifier}\`.`;
  }
  const imports = rules.imports === 'any' ? [] : rules.imports;
  const places = [
    name,
    ...imports,
    ...(isType ? (rules.types ?? []) : []),
    ...(isTest(file) ? ['test', ...(rules.tests ?? [])] : []),
  ];
  if (places.some((place) => target === place || target.startsWith(`${place}/`))) return undefined;
  const onlyTypes = !isType && rules.types?.some((place) => target.startsWith(`${place}/`)) === true;
  return `\`${name}\` may not import \`${target}\`${onlyTypes ? ' by value' : ''}.`;
}

function fits(specifier: string, known: string): boolean {
  return known.endsWith('*') ? specifier.startsWith(known.slice(0, -1)) : specifier === known;
}

/** The imported file as the repository names it; `undefined` for a package. */
function toTarget(context: Context, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.endsWith('.ts') ? specifier.slice(1) : `${specifier.slice(1)}.ts`;
  if (!specifier.startsWith('.') && !specifier.startsWith('/')) return undefined;
  return toRepositoryPath(context, resolve(dirname(context.filename), specifier));
}
