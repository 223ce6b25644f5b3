import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../core/json.ts';
import { reads, requests } from '../../../kit/http/complete-operations.ts';
import type { GivenPages, HttpPages } from '../../../kit/http/operations.ts';
import { beginIncremental, startReading } from './incremental.ts';
import { interpretPage } from './interpret.ts';
import { planPage } from './plan.ts';

const scope = { baseUrl: 'https://api.example', config: {} };
const noon = Date.parse('2026-11-21T12:00:00.500Z');

function define(incremental: GivenPages['incremental'], rest: Partial<GivenPages> = {}): HttpPages {
  const read = reads({
    kind: 'pages',
    request: { method: 'GET', path: '/items' },
    format: { kind: 'json', recordsPath: 'items' },
    paginate: { kind: 'cursor', parameter: 'c', path: 'next' },
    incremental,
    ...rest,
  });
  if (read.kind !== 'pages') throw new Error('Not a reading in pages.');
  return read;
}

function begin(read: HttpPages, from: Parameters<typeof beginIncremental>[1]): Json {
  return read.incremental === undefined ? null : (beginIncremental(read.incremental, from) ?? null);
}

function ask(read: HttpPages, cursor: Json): string {
  const planned = planPage(read, startReading(read, cursor, noon), scope);
  return planned.ok ? decodeURIComponent(planned.plan.url.replace(scope.baseUrl, '')) : planned.fault.message;
}

function answer(read: HttpPages, cursor: Json, body: object, headers: Record<string, string> = {}, status = 200) {
  const bytes = Buffer.from(JSON.stringify({ items: [], ...body }));
  const fault = status === 200 ? undefined : { kind: 'config' as const, message: 'x' };
  const got = { status, headers, url: 'https://api.example/items', body: bytes, fault };
  const page = interpretPage(read, got, startReading(read, cursor, noon), () => true);
  if ('fault' in page) throw new Error(page.fault.kind);
  return page;
}

const filter = { kind: 'server_filter', parameter: 'since', lookbackMs: 60_000 } as const;

describe('connectors/drivers/http/exchange/incremental', () => {
  it.each([
    ['iso', '/items?since=2026-11-21T11:59:00.500Z'],
    ['iso_s', '/items?since=2026-11-21T11:59:00Z'],
    ['sql', '/items?since=2026-11-21 11:59:00'],
    ['date', '/items?since=2026-11-21'],
    ['epoch_s', `/items?since=${Math.floor(noon / 1000) - 60}`],
    ['epoch_ms', `/items?since=${noon - 60_000}`],
  ] as const)('asks for changes behind a watermark, with some overlap, in %s', (format, url) => {
    const read = define({ ...filter, format });

    expect(ask(read, begin(read, { watermark: noon }))).toBe(url);
  });

  it.each([
    ['America/Los_Angeles', '2026-11-21 03:59'],
    ['Pacific/Kiritimati', '2026-11-22 01:59'],
    ['Asia/Kathmandu', '2026-11-21 17:44'],
    // Early enough wherever it is.
    ['Nowhere/Else', '2026-11-20 21:59'],
  ])('writes the minute on the clocks of %s', (zone, minute) => {
    const open = { request: { method: 'GET', path: '/me' }, path: 'zone' } as const;
    const read = define({ ...filter, format: 'minute', zone: 'opened' }, { open });
    const opened = answer(read, begin(read, { watermark: noon }), { zone });

    expect(ask(read, opened.next ?? null)).toBe(`/items?since=${minute}`);
  });

  it('stands in for what everything is asked for with', () => {
    const read = { ...define(filter), request: requests({ method: 'GET', path: '/items', query: { since: 'ever' } }) };

    expect(ask(read, null)).toBe('/items?since=ever');
    expect(ask(read, begin(read, { watermark: noon }))).toBe('/items?since=2026-11-21T11:59:00.500Z');
  });

  it('asks for everything without a watermark, and without overlap for an instant that somebody named', () => {
    const read = define({ ...filter, template: 'changed >= "{$since}"' });

    expect(ask(read, null)).toBe('/items');
    expect(ask(read, begin(read, { since: '2026-01-01T00:00:00Z' }))).toBe(
      '/items?since=changed >= "2026-01-01T00:00:00.000Z"',
    );
    expect(begin(read, { watermark: 'not a time' })).toBeNull();
  });

  it('takes what the configuration says into the condition', () => {
    const read = define({ ...filter, template: 'changed >= "{$since}" AND {config.filter}', format: 'date' });
    const planned = planPage(read, begin(read, { watermark: noon }), { ...scope, config: { filter: 'team = "a&b"' } });

    expect(planned).toMatchObject({ ok: true });
    expect(planned.ok && new URL(planned.plan.url).searchParams.get('since')).toBe(
      'changed >= "2026-11-21" AND team = "a&b"',
    );
  });

  it('gives as watermark when the reading began, by the clock that is behind, at its end only', () => {
    const read = define(filter);
    const date = 'Sat, 21 Nov 2026 11:59:59 GMT';

    const first = answer(read, null, { next: 'a' }, { date });
    const last = answer(read, first.next ?? null, {}, { date: 'Sat, 21 Nov 2026 12:30:00 GMT' });

    expect([first.watermark, last.watermark]).toEqual([undefined, Date.parse(date)]);
    expect(answer(read, null, {}).watermark).toBe(noon);
  });

  it('keeps what it asks for through all pages', () => {
    const read = define(filter);

    const { next = null } = answer(read, begin(read, { watermark: noon }), { next: 'a' });

    expect(ask(read, next)).toBe('/items?c=a&since=2026-11-21T11:59:00.500Z');
  });

  it('gives a watermark with each page where these come in order', () => {
    const read = define({ ...filter, orderedBy: 'changed' });

    expect(answer(read, null, { items: [{ changed: '2026-11-20T00:00:00Z' }], next: 'a' }).watermark).toBe(
      Date.parse('2026-11-20'),
    );
    expect(answer(read, null, {}).watermark).toBeUndefined();
  });

  it('reads spans one after the other up to now', () => {
    const hour = 3_600_000;
    const read = define({
      kind: 'time_window',
      from: 'a',
      to: 'b',
      format: 'epoch_ms',
      spanMs: 2 * hour,
      historyMs: 3 * hour,
    });
    const asked: string[] = [];
    let watermark: Json | undefined;

    for (let cursor: Json | undefined = null; cursor !== undefined;) {
      asked.push(ask(read, cursor));
      ({ next: cursor, watermark } = answer(read, cursor, {}));
    }

    expect(asked).toEqual([`/items?a=${noon - 3 * hour}&b=${noon - hour}`, `/items?a=${noon - hour}&b=${noon}`]);
    expect(watermark).toBe(noon);
  });

  it('says both ends of a span by one parameter', () => {
    const template = 'at ge {$since} and at le {$until}';
    const span = { spanMs: 7_200_000, historyMs: 3_600_000 };
    const read = define({ kind: 'time_window', from: 'f', template, format: 'epoch_ms', ...span });

    const asked = new URL(ask(read, null), 'https://api.example').searchParams.get('f');

    expect(asked).toBe(`at ge ${noon - 3_600_000} and at le ${noon}`);
  });

  it.each<[string, GivenPages['incremental'], object, Record<string, string>, string]>([
    ['a token', { kind: 'delta_token', path: 'sync', parameter: 'token' }, { sync: 'x' }, {}, '/items?token=x'],
    [
      'a token in a header',
      { kind: 'delta_token', header: 'X-Sync', parameter: 'token' },
      {},
      { 'x-sync': 'x' },
      '/items?token=x',
    ],
    [
      'an address',
      { kind: 'delta_token', path: 'delta' },
      { delta: 'https://api.example/delta?t=1' },
      {},
      '/delta?t=1',
    ],
    ['the place in a feed', { kind: 'change_feed', path: 'place' }, { place: 'p9' }, {}, '/items?c=p9'],
  ])('goes on with %s that the last page gave', (_, incremental, body, headers, url) => {
    const read = define(incremental);

    const { watermark = null } = answer(read, null, body, headers);

    expect(answer(read, null, { ...body, next: 'more' }, headers).watermark).toBeUndefined();
    expect(ask(read, begin(read, { watermark }))).toBe(url);
    expect(begin(read, { since: '2026-01-01T00:00:00Z' })).toBeNull();
  });

  it('takes "not modified" for nothing new, and keeps the first page\'s tag', () => {
    const read = define({ kind: 'etag' });

    const first = answer(read, null, { next: 'a' }, { etag: '"1"' });
    const last = answer(read, first.next ?? null, {}, { etag: '"other"' });
    const cursor = begin(read, { watermark: last.watermark ?? null });
    const planned = planPage(read, cursor, scope);

    expect(last.watermark).toBe('"1"');
    expect(planned.ok && planned.plan.headers).toEqual({ 'if-none-match': '"1"' });
    expect(answer(read, cursor, {}, {}, 304)).toEqual({ records: [], next: undefined });
  });
});
