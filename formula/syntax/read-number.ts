import { SyntaxProblem } from '../problem.ts';
import { matchAt } from './match-at.ts';

const hexadecimal = /0[xX][0-9a-fA-F]+/y;
const decimal = /(?:[0-9]*\.[0-9]+|[0-9]+)(?:[eE][+-]?[0-9]+)?/y;
const nameCharacter = /[A-Za-z0-9_]/;

/**
 * Reads a number at an offset: `12`, `0x1F`, `1.5`, `.5`, `2e3`.
 *
 * @throws {SyntaxProblem} for integers beyond 2^53, which a double cannot represent exactly.
 */
export function readNumber(text: string, offset: number): { value: number; end: number } {
  const written = matchAt(hexadecimal, text, offset) ?? matchAt(decimal, text, offset) ?? '';
  const end = offset + written.length;
  const next = text[end] ?? '';
  if (next === 'u' || next === 'U') {
    const message = 'Numbers have no suffix; remove it';
    throw new SyntaxProblem({ code: 'unsupported', offset: end, message, found: `\`${next}\`` });
  }
  if (nameCharacter.test(next)) {
    const message = `Expected an operator after the number, found \`${next}\``;
    throw new SyntaxProblem({ code: 'syntax', offset: end, message, expected: 'an operator', found: `\`${next}\`` });
  }
  const value = Number(written);
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return { value, end };
  const message = 'Numbers are limited to 2^53; write larger ones as decimal("…")';
  throw new SyntaxProblem({ code: 'number_too_large', offset, message });
}
