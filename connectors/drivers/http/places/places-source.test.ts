import { describe, expect, it } from 'vitest';
import { ConnectorError } from '../../../../core/connector-error.ts';
import type { Json, JsonObject } from '../../../../core/json.ts';
import type { RecordSource } from '../../../../core/records.ts';
import { createPlacesSource, type AwsPlace, type Places } from './places-source.ts';

const { signal } = new AbortController();
const clock = { now: () => 0, monotonic: () => 0, sleep: () => Promise.resolve() };

/** Two pages in each place, of which the first has no more than the region. */
function open({ account, region }: AwsPlace): RecordSource {
  return {
    begin: (from) => ({ from: 'since' in from ? from.since : from.watermark }),
    readPage: (cursor) =>
      Promise.resolve(
        cursor === 2
          ? { records: [{ id: 2 }], next: undefined, bytes: 1, watermark: `${account}${region}` }
          : { records: [{ id: 1, cursor }], next: 2, bytes: 1 },
      ),
  };
}

function placesOf(regions: Record<string, string[]>, given: Partial<Places> = {}): Places {
  return {
    listAccounts: () => Promise.resolve(Object.keys(regions)),
    listRegions: (account) => Promise.resolve(regions[account] ?? []),
    open,
    isElsewhere: () => true,
    ...given,
  };
}

/** A clock that ends each page after its first call. */
function slow(): typeof clock {
  let now = 0;
  return { ...clock, monotonic: () => (now += 1500) };
}

async function readAll(
  source: RecordSource,
  from: Json = null,
): Promise<{ records: JsonObject[]; watermark: unknown }> {
  const records: JsonObject[] = [];
  for (let cursor: Json = from; ;) {
    const page = await source.readPage(cursor, signal);
    records.push(...page.records);
    if (page.next === undefined) return { records, watermark: page.watermark };
    cursor = page.next;
  }
}

const all = { '1': ['a', 'b'], '2': ['a'] };
const names = (records: JsonObject[]): string[] =>
  records.map(({ account_id: account, region, id }) => JSON.stringify([account, region, id]));
const everything = ['1 a 1', '1 a 2', '1 b 1', '1 b 2', '2 a 1', '2 a 2'].map((text) => {
  const [account, region, id] = text.split(' ');
  return JSON.stringify([account, region, Number(id)]);
});

describe('connectors/drivers/http/places/places-source', () => {
  it('reads each region of each account, and says where records are from', async () => {
    const source = createPlacesSource(placesOf(all), { clock }, false);

    expect(await source.readPage(null, signal)).toMatchObject({ next: undefined, bytes: 6 });
    expect(names((await readAll(source)).records)).toEqual(everything);
  });

  it('reads on where it stood, in another process, page by page', async () => {
    const records: JsonObject[] = [];
    let cursor: Json | undefined = null;
    while (cursor !== undefined) {
      const page = await createPlacesSource(placesOf(all), { clock: slow() }, true).readPage(cursor, signal);
      expect(page.records).toHaveLength(1);
      records.push(...page.records);
      cursor = page.next;
    }

    expect(names(records)).toEqual(everything);
  });

  it('goes on with the next place where the one that it stood in is gone', async () => {
    const first = await createPlacesSource(placesOf(all), { clock: slow() }, true).readPage(null, signal);
    const left = createPlacesSource(placesOf({ '1': ['b'], '2': ['a'], '3': [] }), { clock }, true);

    expect(names((await readAll(left, first.next ?? null)).records)).toEqual(everything.slice(2));
  });

  it('reads changes of each place since its own last reading, and a new place whole', async () => {
    const { watermark } = await readAll(createPlacesSource(placesOf(all), { clock }, true));
    const grown = createPlacesSource(placesOf({ '1': ['b', 'c'] }), { clock }, true);
    const start = grown.begin?.({ watermark: JSON.parse(JSON.stringify(watermark)) });
    const { records, watermark: next } = await readAll(grown, start ?? null);

    expect(watermark).toEqual({ marks: { '1/a': '1a', '1/b': '1b', '2/a': '2a' } });
    expect(records.flatMap(({ cursor }) => (cursor === undefined ? [] : [cursor]))).toEqual([{ from: '1b' }, null]);
    expect(next).toEqual({ marks: { '1/b': '1b', '1/c': '1c' } });
  });

  it('reads all places since an instant, and does not go on from the watermark of a single place', async () => {
    const source = createPlacesSource(placesOf(all), { clock }, true);
    const start = source.begin?.({ since: '2026-01-01T00:00:00Z' }) ?? null;
    const { records } = await readAll(source, start);

    expect(records.filter(({ id }) => id === 1).map(({ cursor }) => cursor)).toEqual(
      Array.from({ length: 3 }, () => ({ from: '2026-01-01T00:00:00Z' })),
    );
    expect(source.begin?.({ watermark: 1 })).toBeUndefined();
  });

  it.each([
    ['permission', 403, 'permission', 'Denied. This was in account 1, region a.'],
    ['auth_invalid', 401, 'config', 'the region may be disabled'],
    // Of the call that assumes the role.
    ['auth_invalid', undefined, 'auth_invalid', 'Denied. This was in account 1, region a.'],
  ] as const)('ends with %s (%s) of a place as %s', async (kind, status, expected, text) => {
    const context = { connectorId: 'aws', operation: 'list', status };
    const readPage = () => Promise.reject(new ConnectorError(kind, 'Denied.', context));
    const source = createPlacesSource(placesOf(all, { open: () => ({ readPage }) }), { clock }, false);

    await expect(source.readPage(null, signal)).rejects.toMatchObject({
      kind: expected,
      message: expect.stringContaining(text),
    });
  });
});
