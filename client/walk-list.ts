import { HubApiError } from './hub-api-error.ts';
import type { HubAnswer } from './hub-client.ts';

/** Each divides the one before, so that a walk by page numbers goes on where it stands. */
const pageSizes = [100, 50, 10, 2, 1];

/** Where a page begins, as the query of the list says it. */
export type PageQuery = { per_page: number } & ({ page: number } | { after?: string });

/**
 * Gives every record of a list, page by page. Where records are so long that a page is refused, by smaller pages.
 *
 * @param cursor The list goes on after an id: new records at its head shift nothing. Others are walked by page numbers,
 *   oldest first, where new records come at the end.
 */
export async function* walkList<Item>(
  readPage: (query: PageQuery) => Promise<HubAnswer<unknown>>,
  cursor: boolean,
): AsyncGenerator<Item, void> {
  const [largest = 1, ...smaller] = pageSizes;
  let perPage = largest;
  let given = 0;
  let after: string | undefined;
  for (;;) {
    const next = after === undefined ? {} : { after };
    const place = cursor ? next : { page: given / perPage + 1 };
    const answer = await readPage({ per_page: perPage, ...place }).catch((error: unknown) => {
      const size = isPageTooLarge(error) ? smaller.shift() : undefined;
      if (size === undefined) throw error;
      perPage = size;
    });
    if (answer === undefined) continue;
    const { data } = answer;
    if (!isList<Item>(data)) return;
    yield* data;
    given += data.length;
    after = readId(data.at(-1));
    if (data.length < perPage || (cursor && after === undefined)) return;
  }
}

function isPageTooLarge(error: unknown): boolean {
  const errors = error instanceof HubApiError ? error.details['errors'] : undefined;
  return isList<{ code?: unknown }>(errors) && errors.some(({ code }) => code === 'page_too_large');
}

/** As the document says of every list; what an item is, too. */
function isList<Item>(data: unknown): data is Item[] {
  return Array.isArray(data);
}

function readId(item: unknown): string | undefined {
  return typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string' ? item.id : undefined;
}
