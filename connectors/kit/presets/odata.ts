import type { GivenPages } from '../http/operations.ts';

type Paged = Pick<GivenPages, 'format' | 'paginate' | 'extract'>;

/**
 * Reading of an OData collection: the server says where the next page is, and annotations are left out of records.
 *
 * @param version 4 (default), or 2 as SAP systems speak it.
 * @param pageSize Records in a page. Vendors take it as `sizeParameter` (`$top`), or by the header `Prefer: odata.maxpagesize=N`.
 * @see https://docs.oasis-open.org/odata/odata-json-format/v4.01/odata-json-format-v4.01.html#sec_ControlInformationnextLinkodatanextL
 */
export function odata(given: { version?: 2 | 4; pageSize?: number; sizeParameter?: string } = {}): Paged {
  const { version = 4, ...size } = given;
  if (version === 2) {
    return {
      format: { kind: 'json', recordsPath: 'd.results' },
      paginate: { kind: 'next_url', path: 'd.__next', ...size },
      extract: { dropPrefix: '__' },
    };
  }
  return {
    format: { kind: 'json', recordsPath: 'value' },
    paginate: { kind: 'next_url', path: '["@odata.nextLink"]', ...size },
    extract: { dropPrefix: '@' },
  };
}
