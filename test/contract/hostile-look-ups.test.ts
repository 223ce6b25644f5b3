import { describe, expect, it } from 'vitest';
import { listConnectors } from '../../connectors/registry.ts';
import type { HttpConnector } from '../../connectors/kit/connector.ts';
import type { FilterLanguage } from '../../connectors/kit/filters/languages.ts';
import { parseTemplate } from '../../connectors/kit/template.ts';
import { planFind, planSearch, type PlanScope } from '../../connectors/drivers/http/exchange/plan.ts';
import { toJsonObject } from '../../connectors/kit/type-guards.ts';
import { placeAt } from './encode-document.ts';
import type { JsonObject } from '../../core/json.ts';
import { listUses, type OperationUse, sampleBaseUrl } from '../../tools/contract/operation-uses.ts';
import { sampleForms } from '../../tools/contract/sample-forms.ts';

/** Values that end a literal, widen a filter or begin a script in one language or another. */
const hostile = [
  "O'Brien",
  'the "blue" one',
  String.raw`back\slash\'`,
  'up^down^ORactive=true',
  '*',
  'a*b?c_d%e',
  "' or '1' eq '1",
  '" OR "" = "',
  '(&(a=b)) || {x}',
  'Anna + Bob, {0} ~ [1 TO 2]',
  'javascript:gs.getUserID()',
  'ünï ☃ 名',
  'two\nlines',
];

/** How each language writes a literal, and reads it: told again here, so that the writer is not its own judge. */
const grammars: Partial<Record<FilterLanguage, { literal: RegExp; read: (literal: string) => string }>> = {
  odata: { literal: /'(?:[^']|'')*'/, read: (text) => text.slice(1, -1).replaceAll("''", "'") },
  fql: { literal: /'(?:[^'\\]|\\[^])*'/, read: (text) => text.slice(1, -1).replace(/\\([^])/g, '$1') },
  fql_lower: { literal: /'(?:[^'\\]|\\[^])*'/, read: (text) => text.slice(1, -1).replace(/\\([^])/g, '$1') },
  jql: { literal: /"(?:[^"\\]|\\[^])*"/, read: (text) => text.slice(1, -1).replace(/\\([^])/g, '$1') },
  soql: {
    literal: /'(?:[^'\\]|\\[^])*'/,
    read: (text) => text.slice(1, -1).replace(/\\([^])/g, (_, char: string) => (char === 'n' ? '\n' : char)),
  },
  scim: { literal: /"(?:[^"\\\n]|\\.)*"/, read: (text) => String(JSON.parse(text)) },
  encoded_query: { literal: /(?!javascript:)[^^]+/, read: (text) => text },
  plain: { literal: /[^]+/, read: (text) => text },
};

/** Words only, in any case: nothing that a search for text takes for an operator. */
const words = /^"[\p{Ll}\p{Lo}\p{M}\p{N}_ ]+"$/u;

const lookUps = listConnectors().flatMap((connector) =>
  connector.transport === 'http'
    ? listUses(connector)
        .filter(({ call }) => call.kind === 'search' || (call.kind === 'write' && call.part === 'find'))
        .map((use) => ({ connector, use, name: `${connector.id} ${use.id}` }))
    : [],
);

describe('test/contract/hostile-look-ups', () => {
  it('has look-ups to try', () => {
    expect(new Set(lookUps.map(({ connector }) => connector.id)).size).toBeGreaterThan(15);
  });

  it.each(lookUps)('asks for a value as nothing but a value: $name', ({ connector, use }) => {
    expect(hostile.flatMap((value) => findInjection(connector, use, value))).toEqual([]);
  });
});

/** Where the request for a record with a value says anything but that value; a look-up that is refused says nothing. */
function findInjection(connector: HttpConnector, use: OperationUse, value: string): string[] {
  const planned = plan(connector, use, value);
  if (planned?.ok !== true) return planned?.fault.kind === 'validation' ? [] : ['It is not planned.'];
  const sent = new URL(planned.plan.url).searchParams;
  return Object.entries(use.request.query).flatMap(([name, text]) => {
    const asked = sent.get(name) ?? '';
    return says(text, asked, value) ? [] : [`${name}: ${asked}`];
  });
}

function plan(connector: HttpConnector, { call, request }: OperationUse, value: string) {
  const { config, publicCredentials: auth } = sampleForms(connector);
  const scope: PlanScope = { baseUrl: sampleBaseUrl(connector), config, auth };
  if (call.kind === 'search') return planSearch(call.find, call.object.key?.[0] ?? 'id', [value], scope);
  if (call.kind !== 'write') return undefined;
  const texts = [request.path, ...Object.values(request.query), ...Object.values(request.bodyFields ?? {})];
  const holes = texts.flatMap((text) => parseTemplate(text).parts).filter((part) => typeof part !== 'string');
  const body = holes.reduce<JsonObject>(
    (record, { name }) => (isOfRecord(name) ? toJsonObject(placeAt(record, name, value)) : record),
    {},
  );
  return planFind(call.write, { effectId: 'e', operation: 'upsert', sourceKey: 'k', targetId: undefined, body }, scope);
}

function isOfRecord(name: string): boolean {
  return !/^(?:\$|config\.|auth\.|names\.)/.test(name);
}

/** Whether a text is what its template says, with one literal of the value in each hole. */
function says(template: string, asked: string, value: string): boolean {
  const holes: FilterLanguage[] = [];
  const { parts } = parseTemplate(template);
  const pattern = parts.map((part) => {
    if (typeof part === 'string') return part.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
    if (!isOfRecord(part.name) || part.name === 'key') return '[^]*?';
    holes.push(part.language ?? 'plain');
    return part.language === 'jql_words'
      ? '("[^"]*")'
      : `(${grammars[part.language ?? 'plain']?.literal.source ?? '$.'})`;
  });
  const match = new RegExp(`^${pattern.join('')}$`).exec(asked);
  return (
    match !== null &&
    holes.every((language, index) => {
      const literal = match[index + 1] ?? '';
      const meant = language === 'fql_lower' ? value.toLowerCase() : value;
      return language === 'jql_words' ? words.test(literal) : grammars[language]?.read(literal) === meant;
    })
  );
}
