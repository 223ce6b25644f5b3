import { FormulaError } from '../values/formula-error.ts';
import { example, type FunctionEntry, type FunctionFamily, overload, parameter } from './define.ts';
import { integer, number } from './signature.ts';

/** Bit operations use 64-bit integers, as in CEL; results beyond 2^53 cannot be represented. */
const width = 64;

function toNumber(bits: bigint): number {
  const result = Number(BigInt.asIntN(width, bits));
  if (Number.isSafeInteger(result)) return result;
  throw new FormulaError('number_too_large', 'The result exceeds 2^53');
}

function checkShift(by: number): void {
  if (by < 0) throw new FormulaError('out_of_range', 'The number of bits to shift must be 0 or more');
}

function binary(
  name: string,
  description: string,
  run: (a: bigint, b: bigint) => bigint,
  call: string,
  result: number,
): FunctionEntry {
  return {
    name,
    description,
    overloads: [
      overload([parameter('value', integer), parameter('other', integer)], number, (a, b) =>
        toNumber(run(BigInt(a), BigInt(b))),
      ),
    ],
    examples: [example(call, result)],
  };
}

function shift(
  name: string,
  description: string,
  run: (a: bigint, by: bigint) => bigint,
  call: string,
  result: number,
): FunctionEntry {
  return {
    name,
    description,
    overloads: [
      overload([parameter('value', integer), parameter('by', integer)], number, (a, by) => {
        checkShift(by);
        return by >= width ? 0 : toNumber(run(BigInt(a), BigInt(by)));
      }),
    ],
    examples: [example(call, result)],
  };
}

/** Functions over the bits of whole numbers. @see https://github.com/google/cel-go/tree/master/ext#math */
export const bits: FunctionFamily = {
  name: 'Bits',
  functions: [
    binary('math.bitAnd', 'Bitwise AND.', (a, b) => a & b, 'math.bitAnd(6, 3)', 2),
    binary('math.bitOr', 'Bitwise OR.', (a, b) => a | b, 'math.bitOr(6, 3)', 7),
    binary('math.bitXor', 'Bitwise exclusive OR.', (a, b) => a ^ b, 'math.bitXor(6, 3)', 5),
    {
      name: 'math.bitNot',
      description: 'Bitwise NOT.',
      overloads: [overload([parameter('value', integer)], number, (a) => toNumber(~BigInt(a)))],
      examples: [example('math.bitNot(1)', -2)],
    },
    shift('math.bitShiftLeft', 'Shifts the bits to the left.', (a, by) => a << by, 'math.bitShiftLeft(1, 4)', 16),
    shift(
      'math.bitShiftRight',
      'Shifts the bits to the right and fills with zeros.',
      (a, by) => BigInt.asUintN(width, a) >> by,
      'math.bitShiftRight(1024, 3)',
      128,
    ),
  ],
};
