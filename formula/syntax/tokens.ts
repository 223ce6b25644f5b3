import { SyntaxProblem } from '../problem.ts';
import { matchAt } from './match-at.ts';
import { readNumber } from './read-number.ts';
import { readString } from './read-string.ts';

export type Token =
  | { readonly kind: 'name' | 'quoted_name' | 'symbol' | 'end'; readonly text: string; readonly offset: number }
  | { readonly kind: 'number'; readonly value: number; readonly text: string; readonly offset: number }
  | { readonly kind: 'string'; readonly value: string; readonly text: string; readonly offset: number };

const blank = /(?:[ \t\n\f\r]+|\/\/[^\n]*)+/y;
const name = /[A-Za-z_][A-Za-z0-9_]*/y;
const quotedName = /`[A-Za-z0-9_.\-/ ]+`/y;
const stringStart = /(?:[rR][bB]?|[bB][rR]?)?(?:"""|'''|"|')/y;
const numberStart = /\.?[0-9]/y;
const symbol = /\?\?|==|!=|<=|>=|&&|\|\||[-+*/%<>!?:.,()[\]{}]/y;

/** Splits a formula into tokens; the last one is the `end`. @throws {SyntaxProblem} */
export function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (true) {
    at += matchAt(blank, text, at)?.length ?? 0;
    if (at >= text.length) break;
    const { token, end } = readToken(text, at);
    tokens.push(token);
    at = end;
  }
  tokens.push({ kind: 'end', text: '', offset: text.length });
  return tokens;
}

function readToken(text: string, offset: number): { token: Token; end: number } {
  const start = matchAt(stringStart, text, offset);
  if (start !== undefined) {
    const { value, end } = readString(text, offset, start);
    return { token: { kind: 'string', value, text: text.slice(offset, end), offset }, end };
  }
  if (matchAt(numberStart, text, offset) !== undefined) {
    const { value, end } = readNumber(text, offset);
    return { token: { kind: 'number', value, text: text.slice(offset, end), offset }, end };
  }
  const word = matchAt(name, text, offset);
  if (word !== undefined) return { token: { kind: 'name', text: word, offset }, end: offset + word.length };
  const quoted = matchAt(quotedName, text, offset);
  if (quoted !== undefined) {
    return { token: { kind: 'quoted_name', text: quoted.slice(1, -1), offset }, end: offset + quoted.length };
  }
  const sign = matchAt(symbol, text, offset);
  if (sign !== undefined) return { token: { kind: 'symbol', text: sign, offset }, end: offset + sign.length };
  throw new SyntaxProblem({ code: 'syntax', offset, message: 'Unexpected character' });
}
