import { FormulaError } from '../values/formula-error.ts';
import { toText } from '../values/to-text.ts';
import { isList, type Maybe, type Value } from '../values/value.ts';
import { decodeQuery } from '../values/query.ts';
import { example, type FunctionFamily, overload, parameter } from './define.ts';
import { list, object, text, texts } from './signature.ts';

const values = parameter('list', list);
const value = parameter('value', text);
const separator = parameter('separator', text);

function toField(input: Maybe): string {
  return input === null || input === undefined ? '' : toText(input);
}

function requireSign(sign: string): void {
  if (sign.length === 1 && !/["\r\n]/.test(sign)) return;
  throw new FormulaError('invalid_argument', 'The separator must be one character other than a quote');
}

/** @see https://www.rfc-editor.org/rfc/rfc4180#section-2 */
function writeLine(fields: readonly Value[], sign: string): string {
  requireSign(sign);
  return fields
    .map((field) => {
      const written = toField(field);
      const isPlain = !written.includes(sign) && !/["\r\n]/.test(written);
      return isPlain ? written : `"${written.replaceAll('"', '""')}"`;
    })
    .join(sign);
}

/** Reads one line; line ends within quotes are part of their field. */
function readLine(line: string, sign: string): string[] {
  requireSign(sign);
  const fields: string[] = [];
  let at = 0;
  while (true) {
    const { field, end } = line[at] === '"' ? readQuoted(line, at + 1) : readPlain(line, at, sign);
    fields.push(field);
    if (end >= line.length) return fields;
    if (line[end] !== sign) throw new FormulaError('invalid_argument', 'Unexpected text after a closing quote');
    at = end + 1;
  }
}

function readPlain(line: string, start: number, sign: string): { field: string; end: number } {
  const found = line.indexOf(sign, start);
  const end = found === -1 ? line.length : found;
  return { field: line.slice(start, end), end };
}

function readQuoted(line: string, start: number): { field: string; end: number } {
  let field = '';
  let at = start;
  while (true) {
    const quote = line.indexOf('"', at);
    if (quote === -1) throw new FormulaError('invalid_argument', 'Unclosed quote');
    field += line.slice(at, quote);
    if (line[quote + 1] !== '"') return { field, end: quote + 1 };
    field += '"';
    at = quote + 2;
  }
}

function encodeQuery(members: [string, Value][]): string {
  const query = new URLSearchParams();
  for (const [name, member] of members) {
    for (const one of isList(member) ? member : [member]) if (one !== null) query.append(name, toText(one));
  }
  return query.toString();
}

/** CSV lines and query strings; `toJson` and `fromJson` do so for any value. */
export const records: FunctionFamily = {
  name: 'Lines and queries',
  functions: [
    {
      name: 'csvLine',
      description: 'Formats a line of CSV with commas or the given separator; null items become empty fields.',
      overloads: [
        overload([values], text, (fields, run) => {
          const line = writeLine(fields, ',');
          run.checkText(line.length);
          return line;
        }),
        overload([values, separator], text, (fields, sign, run) => {
          const line = writeLine(fields, sign);
          run.checkText(line.length);
          return line;
        }),
      ],
      examples: [example("csvLine(['a', 1, null, 'x, \"y\"'])", 'a,1,,"x, ""y"""')],
    },
    {
      name: 'parseCsvLine',
      description: 'Parses a line of CSV with commas or the given separator.',
      overloads: [
        overload([value], texts, (line) => readLine(line, ',')),
        overload([value, separator], texts, readLine),
      ],
      examples: [
        example('parseCsvLine(\'a,,"x, ""y"""\')', ['a', '', 'x, "y"']),
        example("parseCsvLine('a;b', ';')", ['a', 'b']),
      ],
    },
    {
      name: 'queryEncode',
      description: 'Formats an object as a query string; a list repeats its name.',
      overloads: [
        overload([parameter('object', object)], text, (input, run) => {
          const query = encodeQuery(Object.entries(input));
          run.checkText(query.length);
          return query;
        }),
      ],
      examples: [example("queryEncode({'q': 'a b', 'id': [1, 2]})", 'q=a+b&id=1&id=2')],
    },
    {
      name: 'queryDecode',
      description: 'Parses a query string into an object of texts; a repeated name gives a list.',
      overloads: [overload([value], object, decodeQuery)],
      examples: [example("queryDecode('q=a+b&id=1&id=2')", { q: 'a b', id: ['1', '2'] })],
    },
  ],
};
