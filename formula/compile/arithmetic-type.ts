import { anyType, joinTypes, listType, numberType, type ValueType } from '../value-type.ts';
import type { ArithmeticOperator } from '../syntax/nodes.ts';

type Rule = readonly [ValueType['kind'], ArithmeticOperator, ValueType['kind'], ValueType['kind']];

/** Operand and result types of the operators, except for numbers, lists and values of unknown type. */
const rules: readonly Rule[] = [
  ['string', '+', 'string', 'string'],
  ['timestamp', '+', 'duration', 'timestamp'],
  ['duration', '+', 'timestamp', 'timestamp'],
  ['duration', '+', 'duration', 'duration'],
  ['timestamp', '-', 'timestamp', 'duration'],
  ['timestamp', '-', 'duration', 'timestamp'],
  ['duration', '-', 'duration', 'duration'],
  ...(['+', '-', '*'] as const).flatMap((operator): Rule[] => [
    ['decimal', operator, 'decimal', 'decimal'],
    ['decimal', operator, 'number', 'decimal'],
    ['number', operator, 'decimal', 'decimal'],
  ]),
];

/** The type of `a operator b`. @returns `undefined` if the operator does not apply to these types. */
export function arithmeticType(operator: ArithmeticOperator, a: ValueType, b: ValueType): ValueType | undefined {
  if (a.kind === 'number' && b.kind === 'number') return numberType;
  if (a.kind === 'list' && b.kind === 'list' && operator === '+') return listType(joinTypes(a.items, b.items));
  const isOpen = isUnknown(a) || isUnknown(b);
  const fitting = rules.filter(([left, sign, right]) => sign === operator && fits(left, a) && fits(right, b));
  const [first] = fitting;
  if (!isOpen) return first && toType(first[3]);
  if (isUnknown(a) && isUnknown(b)) return operator === '/' || operator === '%' ? numberType : anyType;
  const other = isUnknown(a) ? b : a;
  if (other.kind === 'number') return operator === '/' || operator === '%' ? numberType : anyType;
  if (other.kind === 'list' && operator === '+') return listType(anyType);
  if (first === undefined) return undefined;
  return fitting.every(([, , , result]) => result === first[3]) ? toType(first[3]) : anyType;
}

function isUnknown({ kind }: ValueType): boolean {
  return kind === 'any' || kind === 'null';
}

function fits(kind: ValueType['kind'], type: ValueType): boolean {
  return isUnknown(type) || type.kind === kind;
}

function toType(kind: ValueType['kind']): ValueType {
  return kind === 'list' || kind === 'object' ? anyType : { kind };
}
