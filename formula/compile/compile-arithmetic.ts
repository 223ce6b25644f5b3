import { anyType, describeType } from '../value-type.ts';
import type { ArithmeticOperator, BinaryNode } from '../syntax/nodes.ts';
import { arithmeticType } from './arithmetic-type.ts';
import { addValues, divideValues, multiplyValues, remainderOfValues, subtractValues } from '../values/arithmetic.ts';
import { FormulaError } from '../values/formula-error.ts';
import type { Evaluation } from '../values/evaluation.ts';
import type { Maybe } from '../values/value.ts';
import { type Code, type Operand, sumCosts } from './operand.ts';
import type { Locator, Scope } from './scope.ts';

/** `+`, `-`, `*`, `/`, `%`: null if an operand has no value. */
export function compileArithmetic(node: BinaryNode, scope: Scope): Operand {
  const left = scope.compile(node.left);
  const right = scope.compile(node.right);
  const operator = toArithmetic(node.operator);
  const type = arithmeticType(operator, left.type, right.type);
  if (type === undefined) reportOperands(node, left, right, scope);
  const cost = sumCosts([left, right]) + 1;
  const locate = scope.locator(node);
  if (type?.kind === 'string') {
    const parts = [...(left.parts ?? [toPart(left)]), toPart(right)];
    return { type, cost, parts, code: compileJoin(parts, locate) };
  }
  return { type: type ?? anyType, cost, code: compilers[operator](left.code, right.code, locate) };
}

/** Constants need no check. */
function toPart({ constant, code }: Operand): string | Code {
  return typeof constant?.value === 'string' ? constant.value : code;
}

type Compile = (left: Code, right: Code, locate: Locator) => Code;

/** Joins the parts of a chain of texts; null if any part has no value. */
function compileJoin(parts: readonly (string | Code)[], locate: Locator): Code {
  return (record, run) => {
    let text = '';
    for (let i = 0; i < parts.length; i += 1) {
      const code = parts[i];
      const part = typeof code === 'function' ? code(record, run) : code;
      if (typeof part === 'string') text += part;
      else return i === 0 ? settle(addValues, part, text, run, locate) : settle(addValues, text, part, run, locate);
      if (text.length > 64) run.checkText(text.length);
    }
    return text;
  };
}

const max = Number.MAX_SAFE_INTEGER;

/** Fast path: operands and result lie within 2^53. Everything else takes the exact path. */
const compilers: Readonly<Record<ArithmeticOperator, Compile>> = {
  '+': (left, right, locate) => (record, run) => {
    const a = left(record, run);
    const b = right(record, run);
    if (typeof a === 'number' && typeof b === 'number' && a <= max && a >= -max && b <= max && b >= -max) {
      const sum = a + b;
      if (sum <= max && sum >= -max) return sum;
    }
    return settle(addValues, a, b, run, locate);
  },
  '-': (left, right, locate) => (record, run) => {
    const a = left(record, run);
    const b = right(record, run);
    if (typeof a === 'number' && typeof b === 'number' && a <= max && a >= -max && b <= max && b >= -max) {
      const difference = a - b;
      if (difference <= max && difference >= -max) return difference;
    }
    return settle(subtractValues, a, b, run, locate);
  },
  '*': (left, right, locate) => (record, run) => {
    const a = left(record, run);
    const b = right(record, run);
    if (typeof a === 'number' && typeof b === 'number' && a <= max && a >= -max && b <= max && b >= -max) {
      const product = a * b;
      if (product <= max && product >= -max) return product;
    }
    return settle(multiplyValues, a, b, run, locate);
  },
  '/': (left, right, locate) => (record, run) =>
    settle(divideValues, left(record, run), right(record, run), run, locate),
  '%': (left, right, locate) => (record, run) =>
    settle(remainderOfValues, left(record, run), right(record, run), run, locate),
};

function settle(
  compute: (a: Maybe, b: Maybe, run: Evaluation) => Maybe,
  a: Maybe,
  b: Maybe,
  run: Evaluation,
  locate: Locator,
): Maybe {
  if (a === null || a === undefined || b === null || b === undefined) return null;
  try {
    return compute(a, b, run);
  } catch (error) {
    throw error instanceof FormulaError ? error.placeAt(locate()) : error;
  }
}

function toArithmetic(operator: BinaryNode['operator']): ArithmeticOperator {
  return operator === '-' || operator === '*' || operator === '/' || operator === '%' ? operator : '+';
}

function reportOperands(node: BinaryNode, { type: a }: Operand, { type: b }: Operand, scope: Scope): void {
  const found = `${describeType(a)} and ${describeType(b)}`;
  const kinds = [a.kind, b.kind];
  const isMixedText = node.operator === '+' && kinds.includes('string');
  const help = isMixedText ? '; use `string(…)` to convert a value to text, or `concat(…)` to join values' : '';
  const message = `\`${node.operator}\` does not accept ${found}${help}`;
  scope.report(node, { code: 'type_mismatch', message, found });
}
