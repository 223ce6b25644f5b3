import { SyntaxProblem } from '../problem.ts';

/**
 * Reads a string literal whose opening (`"`, `r'''`, …) has been found.
 *
 * @see https://github.com/google/cel-spec/blob/master/doc/langdef.md#string-and-bytes-values
 * @throws {SyntaxProblem} for unknown escapes, missing ends, and bytes, which JSON has not.
 */
export function readString(text: string, offset: number, opening: string): { value: string; end: number } {
  const quote = opening.replace(/^[rRbB]+/, '');
  const prefix = opening.slice(0, opening.length - quote.length).toLowerCase();
  if (prefix.includes('b')) {
    throw new SyntaxProblem({ code: 'unsupported', offset, message: 'Byte literals are not supported; write text' });
  }
  const start = offset + opening.length;
  const end = findEnd(text, start, quote, prefix === 'r');
  if (end === undefined) {
    const message = `The text that starts here has no closing ${quote}`;
    throw new SyntaxProblem({ code: 'syntax', offset, message, expected: quote, found: 'the end' });
  }
  const content = text.slice(start, end).replace(/\r\n?/g, '\n');
  return { value: prefix === 'r' ? content : unescape(content, start), end: end + quote.length };
}

function findEnd(text: string, start: number, quote: string, isRaw: boolean): number | undefined {
  for (let at = start; at < text.length; at += 1) {
    if (text.startsWith(quote, at)) return at;
    const character = text[at];
    if (character === '\\' && !isRaw) at += 1;
    else if (quote.length === 1 && (character === '\n' || character === '\r')) return undefined;
  }
  return undefined;
}

const escapePattern =
  /\\(?:([abfnrtv\\?"'`])|[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})|)/g;

const escapes: ReadonlyMap<string, string> = new Map([
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);

function unescape(content: string, start: number): string {
  if (!content.includes('\\')) return content;
  return content.replace(escapePattern, (whole, ...groups: (string | number | undefined)[]) => {
    const [character, x, u, U, octal, at] = groups;
    if (typeof character === 'string') return escapes.get(character) ?? character;
    const digits = x ?? u ?? U;
    const code = typeof digits === 'string' ? Number.parseInt(digits, 16) : Number.parseInt(String(octal), 8);
    const isCharacter = code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff);
    if (isCharacter) return String.fromCodePoint(code);
    const offset = start + (typeof at === 'number' ? at : 0);
    const message =
      whole === '\\' ? 'This escape is unknown; a backslash is written `\\\\`' : 'There is no such character';
    throw new SyntaxProblem({ code: 'syntax', offset, message });
  });
}
