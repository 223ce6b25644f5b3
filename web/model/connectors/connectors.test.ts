import { describe, expect, it } from 'vitest';
import type { ConnectorSummary } from '../../../client/operations.data.ts';
import { describeOperations, filterConnectors } from './catalogue.ts';
import { findLine } from './json-positions.ts';
import { locateFindings, readDefinition, readParameters } from './read-definition.ts';

const summary = (id: string, change: Partial<ConnectorSummary>): ConnectorSummary => ({
  id,
  name: id,
  vendor: 'Acme',
  category: 'hr',
  tags: [],
  version: '1.0.0',
  docs_url: 'https://acme.example/docs',
  origin: 'hub',
  verification: {
    level: 'documented',
    source: 'documentation',
    as_of: '2026-11-01',
    operations: { verified: 0, total: 1 },
    sheets: { complete: 0, objects: 1 },
    peers: [],
  },
  ...change,
});

const text = `{
  "name": "Acme",
  "auth": [
    { "kind": "bearer" },
    {
      "kind": "telepathy"
    }
  ],
  "objects": { "odd.name": {
    "say \\"x\\"": 1,
    "key": "id"
  } }
}`;

describe('web/model/connectors/connectors', () => {
  it('finds connectors by every word, category and level', () => {
    const all = [summary('okta', { tags: ['sso'], category: 'identity' }), summary('bamboo', { vendor: 'Panda HR' })];
    const ids = (search: Parameters<typeof filterConnectors>[1]): string[] =>
      filterConnectors(all, search).map(({ id }) => id);

    expect([ids({}), ids({ q: 'SSO okta' }), ids({ q: 'sso panda' })]).toEqual([['bamboo', 'okta'], ['okta'], []]);
    expect([ids({ category: 'hr' }), ids({ level: 'proven' }), ids({ category: 'nonsense' })]).toEqual([
      ['bamboo'],
      [],
      ['bamboo', 'okta'],
    ]);
  });

  it('says what can be done with an object', () => {
    const operation = (id: string, incremental = false) => ({ id, kind: id, effect: 'none' as const, incremental });

    expect(describeOperations([operation('list', true), operation('find'), operation('upsert')])).toBe(
      'read (changes only), find, upsert',
    );
  });

  it.each([
    ['name', 2],
    ['auth[1].kind', 6],
    ['auth[0].kind', 4],
    ['objects.odd.name.key', 11],
    ['objects.odd.name.say "x"', 10],
    ['auth[7].kind', 3],
    ['objects.odd.name.operations.list', 9],
    ['nothing', 1],
    ['', 1],
  ])('finds the line of %s, or the nearest above it', (path, line) => {
    expect(findLine(text, path).line).toBe(line);
  });

  it('gives the whole line to be marked', () => {
    const { start, end } = findLine(text, 'auth[1].kind');

    expect(text.slice(start, end)).toBe('      "kind": "telepathy"');
    expect(findLine('{"a":1}', 'a')).toEqual({ line: 1, start: 0, end: 7 });
  });

  it('puts findings in the order of the text, whichever of the two ways they are named', () => {
    const found = locateFindings(text, [
      { path: 'definition.objects.odd.name.key', message: 'second' },
      { path: 'auth[1].kind', message: 'first' },
      { path: 'definition', message: 'whole' },
    ]);

    expect(found.map(({ message, line, path }) => [message, line, path])).toEqual([
      ['whole', 1, ''],
      ['first', 6, 'auth[1].kind'],
      ['second', 11, 'objects.odd.name.key'],
    ]);
  });

  it('says why a text is no definition, and reads parameters line by line', () => {
    expect([readDefinition('[1]').ok, readDefinition('{"a":').ok, readDefinition(text).ok]).toEqual([
      false,
      false,
      true,
    ]);
    expect(readParameters('tenant = acme\n\nregion\nzone=a=b')).toEqual({ tenant: 'acme', zone: 'a' });
  });
});
