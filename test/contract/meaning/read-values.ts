import type { FilterLanguage } from '../../../connectors/kit/filters/languages.ts';
import type { Json } from '../../../core/json.ts';
import { isJsonObject } from '../../../core/json.ts';
import { parseJson } from '../../../connectors/kit/type-guards.ts';
import type { JudgedRequest } from '../judged-request.ts';

/** How a language writes a literal, and reads it: told again here, so that the writer is not its own judge. */
export const grammars: Partial<Record<FilterLanguage, { literal: RegExp; read: (literal: string) => string }>> = {
  odata: { literal: /'(?:[^']|'')*'/, read: (text) => text.slice(1, -1).replaceAll("''", "'") },
  fql: { literal: /'(?:[^'\\]|\\[^])*'/, read: (text) => text.slice(1, -1).replace(/\\([^])/g, '$1') },
  fql_lower: { literal: /'(?:[^'\\]|\\[^])*'/, read: (text) => text.slice(1, -1).replace(/\\([^])/g, '$1') },
  jql: { literal: /"(?:[^"\\]|\\[^])*"/, read: (text) => text.slice(1, -1).replace(/\\([^])/g, '$1') },
  soql: { literal: /'(?:[^'\\]|\\[^])*'/, read: (text) => text.slice(1, -1).replace(/\\([^])/g, '$1') },
  lucene: { literal: /"(?:[^"\\]|\\[^])*"/, read: (text) => text.slice(1, -1).replace(/\\([^])/g, '$1') },
  cql: { literal: /"(?:[^"\\]|\\[^])*"/, read: (text) => text.slice(1, -1).replace(/\\([^])/g, '$1') },
  scim: { literal: /"(?:[^"\\\n]|\\.)*"/, read: (text) => String(JSON.parse(text)) },
  graphql: { literal: /"(?:[^"\\\n]|\\.)*"/, read: (text) => String(JSON.parse(text)) },
  json: { literal: /"(?:[^"\\\n]|\\.)*"/, read: (text) => String(JSON.parse(text)) },
  encoded_query: { literal: /(?!javascript:)(?<==)[^^]+/, read: (text) => text },
  // `FIELD:eq:VALUE`: the value is the rest, whatever it holds.
  plain: { literal: /(?<=^[^:]+:\$?eq:).+/, read: (text) => text },
};

/**
 * The values that a look-up asks for, as the vendor reads them.
 *
 * @param languages Those of its filters; none: values stand as they are.
 * @returns `undefined` for a text that is no filter of these languages.
 */
export function readValues(request: JudgedRequest, languages: readonly FilterLanguage[]): string[] | undefined {
  const plain = [
    ...request.url.pathname.split('/').map((segment) => decodeURIComponent(segment)),
    ...request.url.searchParams.values(),
    ...listTexts(readBody(request)),
  ];
  const found = languages.flatMap((language) => {
    const grammar = grammars[language];
    if (grammar === undefined) return [];
    const literal = new RegExp(grammar.literal.source, 'g');
    return [...request.url.searchParams.values(), ...listTexts(readBody(request))].map((text) => ({
      values: [...text.matchAll(literal)].map(([match]) => grammar.read(match)),
      rest: text.replaceAll(literal, ''),
      quote: grammar.literal.source.startsWith("'") ? "'" : grammar.literal.source.startsWith('"') ? '"' : '^',
    }));
  });
  // A quote that is left over ends a literal too early, or never.
  if (found.some(({ values, rest, quote }) => values.length > 0 && quote !== '^' && rest.includes(quote)))
    return undefined;
  return [...plain, ...found.flatMap(({ values }) => values)];
}

function readBody({ body = '', headers }: JudgedRequest): Json {
  if (headers['content-type']?.includes('form') === true) return Object.fromEntries(new URLSearchParams(body));
  try {
    return parseJson(body);
  } catch {
    return null;
  }
}

function listTexts(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(listTexts);
  return isJsonObject(value) ? Object.values(value).flatMap(listTexts) : [];
}
