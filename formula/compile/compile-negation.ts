import { describeType, numberType } from '../value-type.ts';
import type { UnaryNode } from '../syntax/nodes.ts';
import { Decimal } from '../values/decimal.ts';
import { Duration } from '../values/duration.ts';
import { FormulaError } from '../values/formula-error.ts';
import { typeOfValue } from '../values/value.ts';
import { constantOperand, type Operand } from './operand.ts';
import type { Scope } from './scope.ts';

/** `-x` for a number, a decimal or a duration. */
export function compileNegation(node: UnaryNode, scope: Scope): Operand {
  const operand = scope.compile(node.operand);
  const { type, constant } = operand;
  const number = constant?.value;
  if (typeof number === 'number') return constantOperand(numberType, number === 0 ? 0 : -number);
  if (!['number', 'decimal', 'duration', 'any', 'null'].includes(type.kind)) {
    const found = describeType(type);
    scope.report(node, { code: 'type_mismatch', message: `Expected a number after \`-\`, found ${found}`, found });
  }
  const [read, locate] = [operand.code, scope.locator(node)];
  return {
    type,
    cost: operand.cost + 1,
    code(record, run) {
      const value = read(record, run);
      if (typeof value === 'number') return -value;
      if (value === null || value === undefined) return null;
      if (value instanceof Decimal || value instanceof Duration) return value.negated();
      const message = `Expected a number after \`-\`, found ${typeOfValue(value)}`;
      throw new FormulaError('type_mismatch', message).placeAt(locate());
    },
  };
}
