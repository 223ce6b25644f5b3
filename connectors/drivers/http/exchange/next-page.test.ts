import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Json, JsonObject } from '../../../../core/json.ts';
import { findNextPage, type PageFacts } from './next-page.ts';
import { shrinkPage } from './page-cursor.ts';
import { paginationSchema } from '../../../kit/http/pagination-schema.ts';
import { toPageParameters } from './pagination.ts';

type WithOptional = z.input<typeof paginationSchema>;

function next(given: WithOptional, facts: Partial<PageFacts>, cursor: Json = null) {
  const found = findNextPage(paginationSchema.parse(given), cursor, {
    url: 'https://api.example/items',
    headers: {},
    document: {},
    records: [{ id: 1 }, { id: 2 }],
    isAllowed: ({ host }) => host === 'api.example',
    ...facts,
  });
  return 'fault' in found ? found.fault.kind : found.next;
}

/** What asks for the page behind one: the empty object where there is none. */
function ask(given: WithOptional, facts: Partial<PageFacts>, cursor: Json = null): object {
  const found = next(given, facts, cursor);
  if (found === undefined) return {};
  if (typeof found === 'string') return { fault: found };
  const { query, body, headers, holes, url } = toPageParameters(paginationSchema.parse(given), found);
  const parts = { query, body, headers, holes, ...(url === undefined ? {} : { url }) };
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0));
}

const last: JsonObject[] = [{ id: 1 }, { id: 2, at: '2026-01-01', sort: [5, 'b'] }];

describe('connectors/drivers/http/exchange/next-page', () => {
  it.each<[string, WithOptional, Partial<PageFacts>, object]>([
    [
      'a token in the body',
      { kind: 'cursor', in: 'body', parameter: 'page.from', path: 'next' },
      { document: { next: 'a' } },
      { body: { 'page.from': 'a' } },
    ],
    [
      'a token of several parts',
      {
        kind: 'cursor',
        parameter: 'name',
        path: 'next.name',
        with: { type: 'next.type', identifier: 'next.identifier' },
      },
      { document: { next: { name: 'www.example.', type: 'A', identifier: '' } } },
      { query: { name: 'www.example.', type: 'A' } },
    ],
    [
      'a token that the answer has as a list of its parts',
      { kind: 'cursor', parameter: 'next_offset', path: 'next' },
      { document: { next: ['1532951895000', 'af0ba235'] } },
      { query: { next_offset: '1532951895000,af0ba235' } },
    ],
    [
      'a token in headers',
      { kind: 'cursor', in: 'header', parameter: 'X-Next', header: 'X-Next' },
      { headers: { 'x-next': 'a' } },
      { headers: { 'x-next': 'a' } },
    ],
    [
      'a token in the template',
      { kind: 'cursor', in: 'template', parameter: 'p', path: 'next' },
      { document: { next: 'a' } },
      { holes: { $page: 'a' } },
    ],
    [
      'the last key',
      { kind: 'keyset', parameter: 'marker', fields: ['id'] },
      { records: last },
      { query: { marker: '2' } },
    ],
    [
      'the last key, where a link says that there are more',
      { kind: 'keyset', parameter: 'marker', fields: ['id'], linked: true },
      { records: last, headers: { link: '</items?page=2>; rel="next"' } },
      { query: { marker: '2' } },
    ],
    [
      'the link, where a page has no records',
      { kind: 'keyset', parameter: 'marker', fields: ['id'], linked: true, first: '0' },
      { records: [], headers: { link: '</items?page=2>; rel="next"' } },
      { query: { marker: '0' }, url: 'https://api.example/items?page=2' },
    ],
    [
      'nothing, where no link says that there are more',
      { kind: 'keyset', parameter: 'marker', fields: ['id'], linked: true },
      { records: last },
      {},
    ],
    [
      'a condition on the last key',
      { kind: 'keyset', parameter: 'q', fields: ['at', 'id'], after: 'at>{at}^id>{id}', first: 'all' },
      { records: last },
      { query: { q: 'at>2026-01-01^id>2' } },
    ],
    [
      'the key behind a list that is cut',
      { kind: 'link_header', pageSize: 2, sizeParameter: 'limit', resume: { parameter: 'after', field: 'id' } },
      { records: last },
      { query: { limit: '2', after: '2' }, holes: { $page_size: 2 } },
    ],
    [
      'nothing behind a list that is not',
      { kind: 'link_header', pageSize: 3, sizeParameter: 'limit', resume: { parameter: 'after', field: 'id' } },
      { records: last },
      {},
    ],
    ['sort values', { kind: 'search_after' }, { records: last }, { body: { search_after: [5, 'b'] } }],
    [
      'a range',
      { kind: 'range_header', pageSize: 2 },
      { headers: { 'content-range': 'items 0-1/5' } },
      { headers: { range: 'items=2-3' }, holes: { $page_size: 2 } },
    ],
    [
      'an object with a link',
      { kind: 'next_url', path: 'links.next' },
      { document: { links: { next: { href: '?p=2' } } } },
      { url: 'https://api.example/items?p=2' },
    ],
    [
      'one of several links',
      { kind: 'next_url', path: 'links' },
      {
        document: {
          links: [
            { rel: 'self', href: '?p=1' },
            { rel: 'next', href: '?p=2' },
          ],
        },
      },
      { url: 'https://api.example/items?p=2' },
    ],
    [
      'a foreign link',
      { kind: 'next_url', path: 'next' },
      { document: { next: 'https://evil.example/' } },
      { fault: 'config' },
    ],
    [
      'records without the key',
      { kind: 'keyset', parameter: 'marker', fields: ['name'] },
      {},
      { fault: 'schema_drift' },
    ],
    ['records without sort values', { kind: 'search_after' }, {}, { fault: 'schema_drift' }],
    [
      'pages whose number is a text',
      { kind: 'page', parameter: 'p', totalPagesPath: 'n' },
      { document: { n: '2' } },
      { query: { p: '2' } },
    ],
    ...[null, 0, -1].map((n): [string, WithOptional, Partial<PageFacts>, object] => [
      `pages whose number is unknown, as ${n}`,
      { kind: 'page', parameter: 'p', totalPagesPath: 'n' },
      { document: { n } },
      { query: { p: '2' } },
    ]),
    [
      'records whose number is unknown',
      { kind: 'offset', parameter: 'o', totalPath: 'n' },
      { document: { n: -1 } },
      { query: { o: '2' } },
    ],
    [
      'an empty page that is not the last of all',
      { kind: 'page', parameter: 'p', totalPagesPath: 'n' },
      { document: { n: 3 }, records: [] },
      { query: { p: '2' } },
    ],
    [
      'the size of an empty page behind which there are more records',
      { kind: 'offset', parameter: 'o', totalPath: 'n', pageSize: 5 },
      { document: { n: 6 }, records: [] },
      { query: { o: '5' }, holes: { $page_size: 5 } },
    ],
    [
      'a cursor that is an object',
      { kind: 'cursor', parameter: 'c', path: 'c' },
      { document: { c: { after: 'x' } } },
      { fault: 'schema_drift' },
    ],
    ...[
      { kind: 'cursor' as const, parameter: 'c', path: 'c', hasMorePath: 'more' },
      { kind: 'next_url' as const, path: 'c', hasMorePath: 'more' },
    ].map((given): [string, WithOptional, Partial<PageFacts>, object] => [
      `nothing, of the kind ${given.kind}, although there is more`,
      given,
      { document: { c: null, more: true } },
      { fault: 'schema_drift' },
    ]),
    [
      'a link whose address is somewhere else',
      { kind: 'next_url', path: 'next' },
      { document: { next: { url: '?p=2' } } },
      { fault: 'schema_drift' },
    ],
  ])('goes on by %s', (_, given, facts, expected) => {
    expect(ask(given, facts)).toEqual(expected);
  });

  it.each<[string, WithOptional, Partial<PageFacts>]>([
    ['at the end of a range', { kind: 'range_header', pageSize: 2 }, { headers: { 'content-range': 'items 0-1/2' } }],
    ['where the range was ignored', { kind: 'range_header', pageSize: 2 }, {}],
    ['at a page without records', { kind: 'keyset', parameter: 'marker', fields: ['id'] }, { records: [] }],
    ['at a short page', { kind: 'page', parameter: 'p', pageSize: 3, shortPageEnds: true }, {}],
    [
      'at an empty page with a cursor',
      { kind: 'cursor', parameter: 'c', path: 'c', emptyPageEnds: true },
      { document: { c: 'x' }, records: [] },
    ],
    [
      'where the end is told',
      { kind: 'next_url', path: 'next', endPath: 'end' },
      { document: { next: '?p=2', end: true } },
    ],
    [
      'where the end is told in XML',
      { kind: 'cursor', parameter: 'c', path: 'c', hasMorePath: 'more' },
      { document: { c: 'x', more: 'false' } },
    ],
    [
      'at an empty page that is the last of all',
      { kind: 'page', parameter: 'p', totalPagesPath: 'n' },
      { document: { n: 1 }, records: [] },
    ],
    [
      'at an empty page of unknown size',
      { kind: 'offset', parameter: 'o', totalPath: 'n' },
      { document: { n: 6 }, records: [] },
    ],
    ...[null, '', false, {}, []].map((c): [string, WithOptional, Partial<PageFacts>] => [
      `at the cursor ${JSON.stringify(c)}`,
      { kind: 'cursor', parameter: 'c', path: 'c' },
      { document: { c } },
    ]),
    ...[null, '', false, {}, [], { href: null }, [{ rel: 'self', href: '?p=1' }]].map(
      (link): [string, WithOptional, Partial<PageFacts>] => [
        `at the link ${JSON.stringify(link)}`,
        { kind: 'next_url', path: 'next' },
        { document: { next: link } },
      ],
    ),
    ['at the last of all pages', { kind: 'page', parameter: 'p', totalPagesPath: 'n' }, { document: { n: 1 } }],
  ])('ends %s', (_, given, facts) => {
    expect(next(given, facts)).toBeUndefined();
  });

  it.each<[string, WithOptional]>([
    ['a key', { kind: 'keyset', parameter: 'marker', fields: ['id'] }],
    ['sort values', { kind: 'search_after' }],
    ['numbers', { kind: 'page', parameter: 'p' }],
  ])('stops where the system ignores %s', (_, given) => {
    const first = next(given, { records: last });
    const second = typeof first === 'object' ? next(given, { records: last }, first) : first;

    expect(second).toBe('schema_drift');
  });

  it('goes on over several empty pages to the last of all', () => {
    const given: WithOptional = { kind: 'page', parameter: 'p', totalPagesPath: 'n' };
    const facts = { document: { n: 5 }, records: [] };
    const asked: unknown[] = [];
    for (let at = next(given, facts); at !== undefined; at = next(given, facts, at)) {
      asked.push(typeof at === 'string' ? at : toPageParameters(paginationSchema.parse(given), at).query['p']);
    }

    expect(asked).toEqual(['2', '3', '4', '5']);
  });

  it.each<[string, WithOptional, Json, object[]]>([
    [
      'of an offset',
      { kind: 'offset', parameter: 'o', sizeParameter: 'n', pageSize: 5 },
      { at: 10, pages: 2, mark: '' },
      [
        { o: '10', n: '2' },
        { o: '10', n: '1' },
      ],
    ],
    [
      'of a numbered page',
      { kind: 'page', parameter: 'p', sizeParameter: 'n', pageSize: 6 },
      { at: 3, pages: 2, mark: '' },
      [{ p: '5', n: '3' }],
    ],
    [
      'of the first page',
      { kind: 'cursor', parameter: 'c', path: 'c', sizeParameter: 'n', pageSize: 2 },
      null,
      [{ n: '1' }],
    ],
    ['of no chosen size', { kind: 'cursor', parameter: 'c', path: 'c', pageSize: 2 }, null, []],
  ])('asks for half a page %s, as often as it can be halved', (_, given, cursor, expected) => {
    const pagination = paginationSchema.parse(given);
    const asked: object[] = [];
    for (let at = shrinkPage(pagination, cursor); at !== undefined; at = shrinkPage(pagination, at)) {
      asked.push(toPageParameters(pagination, at).query);
    }

    expect(asked).toEqual(expected);
  });

  it('replaces the size that a link repeats', () => {
    const pagination = paginationSchema.parse({ kind: 'link_header', sizeParameter: 'limit', pageSize: 100 });
    const at = shrinkPage(pagination, { at: 'https://api.example/items?limit=100&after=x', pages: 1, mark: '' });

    expect(toPageParameters(pagination, at ?? null).url).toBe('https://api.example/items?limit=50&after=x');
  });

  it('ends a read whose empty pages lead on and on, and lets some of them be empty', () => {
    const given = { kind: 'link_header' } as const;
    const read = (count: number, isEmpty: (page: number) => boolean): Json | undefined => {
      let cursor: Json | undefined = null;
      for (let page = 1; page <= count && typeof cursor !== 'string'; page += 1) {
        const headers = { link: `<https://api.example/items?page_token=${page}>; rel="next"` };
        cursor = next(given, { headers, ...(isEmpty(page) ? { records: [] } : {}) }, cursor ?? null);
      }
      return cursor;
    };

    expect(read(1000, () => true)).toMatchObject({ at: expect.stringContaining('page_token=1000') });
    expect(read(1001, () => true)).toBe('schema_drift');
    expect(read(2001, (page) => page % 1000 !== 0)).toMatchObject({ pages: 2001 });
  });
});
