import type { FieldComparison } from '../core/field-comparison.ts';
import { parsePath, type Segment } from '../core/paths.ts';
import { SyntaxProblem } from '../formula/problem.ts';
import type { BinaryNode, BinaryOperator, Node } from '../formula/syntax/nodes.ts';
import { parse } from '../formula/syntax/parse.ts';
import { toSegment } from '../formula/compile/path-steps.ts';
import type { Condition, Filter } from './rules.ts';

/** The comparisons of plain paths that a filter joins by "and". */
export interface ReadComparisons {
  comparisons: FieldComparison[];
  /** The deciding comparisons: if one is false, the filter drops the record regardless of its other parts. */
  decisive: FieldComparison[];
}

type Value = string | number | boolean | null;
type Operator = FieldComparison['operator'];

/** Extracts the comparisons that can be pushed down to a source. Everything else stays in the filter. */
export function readComparisons(filter: Filter): ReadComparisons {
  const parts = typeof filter === 'string' ? readFormula(filter) : readCondition(filter);
  const comparisons = parts.filter((part) => part !== undefined);
  // Conditions cannot fail. In a formula, an operand before a comparison can, and then the record fails.
  const end = typeof filter === 'string' ? parts.indexOf(undefined) : -1;
  return { comparisons, decisive: end === -1 ? comparisons : comparisons.slice(0, end) };
}

function readCondition(condition: Condition): (FieldComparison | undefined)[] {
  if ('all' in condition) return condition.all.flatMap(readCondition);
  if (!('operator' in condition)) return [undefined];
  const path = parsePath(condition.field);
  if (!path.ok) return [undefined];
  const { segments } = path.path;
  switch (condition.operator) {
    case 'equals':
    case 'not_equals':
    case 'greater':
    case 'greater_or_equal':
    case 'less':
    case 'less_or_equal':
      return [{ segments, operator: condition.operator, values: [condition.value] }];
    case 'in':
    case 'not_in':
      return [{ segments, operator: condition.operator, values: condition.value }];
    default:
      return [undefined];
  }
}

function readFormula(text: string): (FieldComparison | undefined)[] {
  try {
    return splitAnd(parse(text)).map(readNode);
  } catch (error) {
    if (error instanceof SyntaxProblem) return [undefined];
    throw error;
  }
}

function splitAnd(node: Node): Node[] {
  if (node.kind !== 'binary' || node.operator !== '&&') return [node];
  return [...splitAnd(node.left), ...splitAnd(node.right)];
}

const operators: Readonly<Partial<Record<BinaryOperator, Operator>>> = {
  '==': 'equals',
  '!=': 'not_equals',
  '>': 'greater',
  '>=': 'greater_or_equal',
  '<': 'less',
  '<=': 'less_or_equal',
};

/** The operator with its operands swapped. */
const mirrored: Readonly<Partial<Record<Operator, Operator>>> = {
  equals: 'equals',
  not_equals: 'not_equals',
  greater: 'less',
  greater_or_equal: 'less_or_equal',
  less: 'greater',
  less_or_equal: 'greater_or_equal',
};

function readNode(node: Node): FieldComparison | undefined {
  if (node.kind !== 'binary') return undefined;
  if (node.operator === 'in') return readMembership(node);
  const operator = operators[node.operator];
  if (operator === undefined) return undefined;
  const [left, right] = [readSegments(node.left), readSegments(node.right)];
  if (left !== undefined && node.right.kind === 'constant') {
    return { segments: left, operator, values: [node.right.value] };
  }
  const turned = mirrored[operator];
  if (right === undefined || turned === undefined || node.left.kind !== 'constant') return undefined;
  return { segments: right, operator: turned, values: [node.left.value] };
}

function readMembership({ left, right }: BinaryNode): FieldComparison | undefined {
  const segments = readSegments(left);
  if (segments === undefined || right.kind !== 'list') return undefined;
  const values = right.items.flatMap((item): Value[] => (item.kind === 'constant' ? [item.value] : []));
  return values.length === right.items.length ? { segments, operator: 'in', values } : undefined;
}

/** The steps of a plain path into the record. */
function readSegments(node: Node): Segment[] | undefined {
  if (node.kind === 'name') return [node.name];
  if (node.kind !== 'select' && node.kind !== 'index') return undefined;
  const before = readSegments(node.target);
  const segment = node.kind === 'select' ? node.name : toSegment(node.index);
  return before === undefined || segment === undefined ? undefined : [...before, segment];
}
