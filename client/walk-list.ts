import type { HubAnswer } from './hub-client.ts';

const perPageMax = 100;

/** Where a page begins, as the query of the list says it. */
export type PageQuery = { per_page: number } & ({ page: number } | { after?: string });

/**
 * Gives every record of a list, page by page.
 *
 * @param cursor The list goes on after an id: new records at its head shift nothing. Others are walked by page numbers,
 *   oldest first, where new records come at the end.
 */
export async function* walkList<Item>(
  readPage: (query: PageQuery) => Promise<HubAnswer<unknown>>,
  cursor: boolean,
): AsyncGenerator<Item, void> {
  let after: string | undefined;
  for (let page = 1; ; page += 1) {
    const next = after === undefined ? {} : { after };
    const { data } = await readPage({ per_page: perPageMax, ...(cursor ? next : { page }) });
    if (!isList<Item>(data)) return;
    yield* data;
    after = readId(data.at(-1));
    if (data.length < perPageMax || (cursor && after === undefined)) return;
  }
}

/** As the document says of every list; what an item is, too. */
function isList<Item>(data: unknown): data is Item[] {
  return Array.isArray(data);
}

function readId(item: unknown): string | undefined {
  return typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string' ? item.id : undefined;
}
