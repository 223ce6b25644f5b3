import type { GivenPages } from '../http-operations.ts';

type Paged = Pick<GivenPages, 'format' | 'paginate' | 'extract'>;

/**
 * Reading of an OData collection: the server says where the next page is, and annotations are left out of records.
 *
 * How many records a page has is asked for by the header `Prefer: odata.maxpagesize=N`, or by the vendor's own means.
 *
 * @param version 4 (default), or 2 as SAP systems speak it.
 * @see https://docs.oasis-open.org/odata/odata-json-format/v4.01/odata-json-format-v4.01.html#sec_ControlInformationnextLinkodatanextL
 */
export function odata({ version = 4 }: { version?: 2 | 4 } = {}): Paged {
  if (version === 2) {
    return {
      format: { kind: 'json', recordsPath: 'd.results' },
      paginate: { kind: 'next_url', path: 'd.__next' },
      extract: { dropPrefix: '__' },
    };
  }
  return {
    format: { kind: 'json', recordsPath: 'value' },
    paginate: { kind: 'next_url', path: '["@odata.nextLink"]' },
    extract: { dropPrefix: '@' },
  };
}
