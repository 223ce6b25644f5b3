import { describe, expect, it } from 'vitest';
import { ConnectorError, type ConnectorErrorKind } from '../../../core/connector-error.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { recordDepthMax } from '../../../core/json/nests-deeper.ts';
import type { RecordSource } from '../../../core/records.ts';
import { readList, readMax } from './read-list.ts';

interface Served {
  pages: (JsonObject[] | ConnectorErrorKind)[];
  asked: Json[];
  abandoned: Json[];
  source: RecordSource;
}

/** A source of pages; one that is an error fails once. */
function serve(pages: Served['pages']): Served {
  const served: Served = {
    pages,
    asked: [],
    abandoned: [],
    source: {
      readPage: (cursor) => {
        served.asked.push(cursor);
        const at = typeof cursor === 'number' ? cursor : 0;
        const page = pages[at] ?? [];
        if (typeof page === 'string') {
          pages[at] = [{ id: at }];
          return Promise.reject(new ConnectorError(page, 'no', { connectorId: 'x', operation: 'list' }));
        }
        return Promise.resolve({ records: page, next: at + 1 < pages.length ? at + 1 : undefined, bytes: 0 });
      },
      abandon: (cursor) => {
        served.abandoned.push(cursor);
        return Promise.resolve();
      },
    },
  };
  return served;
}

const ids = (from: number, count: number): JsonObject[] => Array.from({ length: count }, (_, n) => ({ id: from + n }));
const all = (record: JsonObject): JsonObject => record;

function read({ source }: Served, limit: number, pick: (record: JsonObject) => JsonObject | undefined = all) {
  return readList(source, { connectorId: 'x', limit, pick }, new AbortController().signal);
}

describe('runs/items/lookups/read-list', () => {
  it('reads to the end, and says that this is all', async () => {
    const served = serve([ids(0, 2), [], ids(2, 1)]);

    expect(await read(served, 3)).toMatchObject({ records: ids(0, 3), isComplete: true });
    expect([served.asked, served.abandoned]).toEqual([[null, 1, 2], []]);
  });

  it('stops at one more than is given, and gives up what is left', async () => {
    const served = serve([ids(0, 2), ids(2, 2), ids(4, 2)]);

    expect(await read(served, 3)).toMatchObject({ records: ids(0, 3), isComplete: false });
    expect([served.asked, served.abandoned]).toEqual([[null, 1], [2]]);
  });

  it('does not call it all where the limit is reached and other records are as asked', async () => {
    const last = (record: JsonObject): JsonObject | undefined => (Number(record['id']) > 3 ? record : undefined);

    expect(await read(serve([ids(0, 3), ids(3, 3)]), 2, last)).toMatchObject({ records: ids(4, 2), isComplete: true });
    expect(await read(serve([ids(0, 3), ids(3, 3)]), 1, last)).toMatchObject({ records: ids(4, 1), isComplete: false });
  });

  it('reads only so much of a system that does not filter, and says so', async () => {
    const served = serve(Array.from({ length: 30 }, (_, page) => ids(page * 1000, 1000)));

    expect(await read(served, 5, () => undefined)).toEqual({ records: [], bytes: 0, isComplete: false });
    expect(served.asked).toHaveLength(readMax / 1000);
    const small = serve(Array.from({ length: 300 }, () => []));
    expect(await read(small, 5)).toMatchObject({ isComplete: false });
    expect(small.asked).toHaveLength(100);
  });

  it('reads no more than an item may carry', async () => {
    const page = [{ text: 'x'.repeat(200_000) }, { text: 'x'.repeat(200_000) }];
    const served = serve([page, page, page]);

    const { bytes, isComplete } = await read(served, 1000);

    expect([served.asked.length, isComplete]).toEqual([2, false]);
    expect(bytes).toBeLessThan(600_000);
  });

  it('begins again where its place is forgotten, a few times', async () => {
    const served = serve([ids(0, 1), 'cursor_expired']);

    expect(await read(served, 9)).toMatchObject({ records: ids(0, 2), isComplete: true });
    expect(served.asked).toEqual([null, 1, null, 1]);
    const forgetful = serve([ids(0, 1), 'cursor_expired']);
    forgetful.source.readPage = (cursor) =>
      cursor === null
        ? Promise.resolve({ records: [], next: 1, bytes: 0 })
        : Promise.reject(new ConnectorError('cursor_expired', 'no', { connectorId: 'x', operation: 'list' }));
    await expect(read(forgetful, 9)).rejects.toMatchObject({ kind: 'cursor_expired' });
  });

  it('throws what the system says, and refuses a record that is nested too deep', async () => {
    await expect(read(serve(['permission']), 9)).rejects.toMatchObject({ kind: 'permission' });
    let deep: Json = 1;
    for (let level = 0; level < recordDepthMax + 2; level += 1) deep = [deep];
    await expect(read(serve([[{ deep }]]), 9)).rejects.toMatchObject({ kind: 'schema_drift' });
  });
});
