import { SyntaxProblem } from '../problem.ts';
import type { Cursor } from './cursor.ts';
import type { Node } from './nodes.ts';

/** What stands around a primary, which may hold whole expressions. */
export interface Parser {
  readonly cursor: Cursor;
  /** Reports a node that ends here, and returns it. */
  mark(node: Node, start: number): Node;
  /** Height of a node over its parts. @throws {SyntaxProblem} if it exceeds the maximum. */
  measure(offset: number, ...parts: readonly Node[]): number;
  parseExpression(): Node;
}

/** Reserved words. @see https://github.com/google/cel-spec/blob/master/doc/langdef.md#syntax */
const constants: ReadonlyMap<string, null | boolean> = new Map([
  ['null', null],
  ['true', true],
  ['false', false],
]);

const reserved: ReadonlySet<string> = new Set(
  'as break const continue else for function if import in let loop package namespace return var void while'.split(' '),
);

/** Parses a literal, a name, a call or a group, and the members and positions that follow it. */
export function parsePrimary(parser: Parser): Node {
  const { cursor } = parser;
  const start = cursor.peek().offset;
  let node = parser.mark(parseStart(parser), start);
  while (true) {
    const { offset } = cursor.peek();
    if (cursor.take('.')) node = parser.mark(parseMember(parser, node), start);
    else if (cursor.take('[')) {
      refuseOptional(parser);
      const index = parser.parseExpression();
      cursor.expect(']');
      node = { kind: 'index', offset, depth: parser.measure(offset, node, index), target: node, index };
    } else if (cursor.isAt('{') && (node.kind === 'name' || node.kind === 'select')) {
      refuse(offset, 'Message literals are not supported; write an object as {"name": value}');
    } else return node;
  }
}

function parseStart(parser: Parser): Node {
  const { cursor } = parser;
  const token = cursor.peek();
  const { offset } = token;
  switch (token.kind) {
    case 'number':
    case 'string':
      cursor.next();
      return { kind: 'constant', offset, depth: 1, value: token.value };
    case 'name':
    case 'quoted_name':
      return parseName(parser, false);
    case 'symbol':
      if (cursor.take('(')) {
        const node = parser.parseExpression();
        cursor.expect(')');
        return node;
      }
      if (cursor.take('[')) {
        const items = parseSequence(parser, ']', true);
        return { kind: 'list', offset, depth: parser.measure(offset, ...items), items };
      }
      if (cursor.take('{')) return parseObject(parser, offset);
      if (cursor.take('.')) return parseName(parser, true);
      return cursor.fail('a value');
    case 'end':
      return cursor.fail('a value');
  }
}

function parseName(parser: Parser, isAbsolute: boolean): Node {
  const { cursor } = parser;
  const { kind, text, offset } = cursor.peek();
  if (kind !== 'name' && kind !== 'quoted_name') return cursor.fail('a name');
  const isQuoted = kind === 'quoted_name';
  const constant = isQuoted ? undefined : constants.get(text);
  if (constant !== undefined && !isAbsolute) {
    cursor.next();
    return { kind: 'constant', offset, depth: 1, value: constant };
  }
  if (!isQuoted && (reserved.has(text) || constant !== undefined)) {
    refuse(offset, `\`${text}\` is a reserved word; write a field of this name in backticks: \`\`${text}\`\``);
  }
  cursor.next();
  if (isQuoted || !cursor.take('(')) return { kind: 'name', offset, depth: 1, name: text, isAbsolute };
  const parameters = parseSequence(parser, ')', false);
  const depth = parser.measure(offset, ...parameters);
  return { kind: 'call', offset, depth, target: undefined, name: text, parameters };
}

/** After the dot: the name of a member, or a call on the value before it. */
function parseMember(parser: Parser, target: Node): Node {
  const { cursor } = parser;
  refuseOptional(parser);
  const { kind, text, offset } = cursor.peek();
  if (kind !== 'name' && kind !== 'quoted_name') return cursor.fail('a name');
  if (kind === 'name' && (constants.has(text) || text === 'in')) return cursor.fail('a name');
  cursor.next();
  if (kind === 'quoted_name' || !cursor.take('(')) {
    return { kind: 'select', offset, depth: parser.measure(offset, target), target, name: text };
  }
  const parameters = parseSequence(parser, ')', false);
  return { kind: 'call', offset, depth: parser.measure(offset, target, ...parameters), target, name: text, parameters };
}

/** Expressions up to a closing bracket. A trailing comma is allowed in lists and objects, not in calls. */
function parseSequence(parser: Parser, closing: string, mayTrail: boolean): Node[] {
  const { cursor } = parser;
  const nodes: Node[] = [];
  while (!cursor.take(closing)) {
    if (nodes.length > 0) {
      if (!cursor.take(',')) cursor.fail(`\`,\` or \`${closing}\``);
      if (mayTrail && cursor.take(closing)) break;
    }
    refuseOptional(parser);
    nodes.push(parser.parseExpression());
  }
  return nodes;
}

function parseObject(parser: Parser, offset: number): Node {
  const { cursor } = parser;
  const entries: { key: Node; value: Node }[] = [];
  while (!cursor.take('}')) {
    if (entries.length > 0) {
      if (!cursor.take(',')) cursor.fail('`,` or `}`');
      if (cursor.take('}')) break;
    }
    refuseOptional(parser);
    const key = parser.parseExpression();
    cursor.expect(':');
    entries.push({ key, value: parser.parseExpression() });
  }
  const depth = parser.measure(offset, ...entries.flatMap(({ key, value }) => [key, value]));
  return { kind: 'object', offset, depth, entries };
}

/** Every path behaves like CEL's optional values (`a.?b`, `a[?0]`). */
function refuseOptional(parser: Parser): void {
  if (!parser.cursor.isAt('?')) return;
  refuse(parser.cursor.peek().offset, 'Paths already give null if something is missing; remove the `?`');
}

function refuse(offset: number, message: string): never {
  throw new SyntaxProblem({ code: 'unsupported', offset, message });
}
