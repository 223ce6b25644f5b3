import { describe, expect, it } from 'vitest';
import { HubApiError } from './hub-api-error.ts';
import { type PageQuery, walkList } from './walk-list.ts';

interface Numbered {
  id: string;
}

/** A list that grows by a record at its head with each page that is read. */
function createGrowingList(size: number) {
  let newest = size;
  const asked: PageQuery[] = [];
  const readPage = (query: PageQuery) => {
    asked.push(query);
    const all = Array.from({ length: newest }, (_, position) => ({ id: String(newest - position) }));
    newest += 1;
    const after = 'after' in query ? query.after : undefined;
    const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
    const data = all.slice(from, from + query.per_page);
    const around = { meta: undefined, status: 200, etag: undefined, requestId: undefined, replayed: false };
    return Promise.resolve({ data, ...around });
  };
  return { readPage, asked };
}

async function collect(items: AsyncIterable<Numbered>): Promise<number[]> {
  const ids: number[] = [];
  for await (const { id } of items) ids.push(Number(id));
  return ids;
}

describe('client/walk-list', () => {
  it.each([0, 1, 99, 100, 101, 200, 250])('gives each of %i records once while others are added', async (size) => {
    const { readPage } = createGrowingList(size);

    const ids = await collect(walkList<Numbered>(readPage, true));

    expect(ids).toEqual(Array.from({ length: size }, (_, position) => size - position));
  });

  it('reads a page only when it is needed', async () => {
    const { readPage, asked } = createGrowingList(250);

    for await (const { id } of walkList<Numbered>(readPage, true)) if (id === '151') break;

    expect(asked).toEqual([{ per_page: 100 }]);
  });

  it('counts pages where the list has no cursor', async () => {
    const { readPage, asked } = createGrowingList(0);

    await collect(walkList<Numbered>(readPage, false));

    expect(asked).toEqual([{ per_page: 100, page: 1 }]);
  });

  it('goes on with smaller pages where records are long', async () => {
    // From 150 on, no more than two go into a page.
    const all = Array.from({ length: 160 }, (_, position) => ({ id: String(position) }));
    const asked: number[] = [];
    const readPage = (query: PageQuery) => {
      const { per_page: size, page } = { page: 1, ...query };
      asked.push(size);
      const data = all.slice((page - 1) * size, page * size);
      if (size > 2 && data.some(({ id }) => Number(id) >= 150)) return Promise.reject(refusal);
      return Promise.resolve({
        data,
        meta: undefined,
        status: 200,
        etag: undefined,
        requestId: undefined,
        replayed: false,
      });
    };
    const refusal = new HubApiError({
      status: 400,
      code: 'invalid_request',
      message: 'The page is too large.',
      details: { errors: [{ path: 'query.per_page', code: 'page_too_large', message: 'Ask for fewer at once.' }] },
      requestId: undefined,
      retryAfterSeconds: undefined,
    });

    const ids = await collect(walkList<Numbered>(readPage, false));

    expect(ids).toEqual(all.map(({ id }) => Number(id)));
    expect([...new Set(asked)]).toEqual([100, 50, 10, 2]);
  });
});
