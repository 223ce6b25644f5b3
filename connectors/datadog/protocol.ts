import type { GivenPages, GivenRequest } from '../kit/http/operations.ts';
import { type RestApi, restApi } from '../kit/rest.ts';

/** How Datadog's API is spoken: resources of JSON:API, whose attributes become the record's own members. */

const api: RestApi = restApi({
  docs: (page) => `https://docs.datadoghq.com/api/latest/${page}`,
  records: { recordsPath: 'data' },
  pages: { extract: { lift: ['attributes'] } },
});

export const { listOf, pagesOf } = api;

/** Pages by their numbers, 100 records at most, until one is empty. @see https://docs.datadoghq.com/api/latest/users/#list-all-users */
export function counted(first: 0 | 1): GivenPages['paginate'] {
  return { kind: 'page', parameter: 'page[number]', first, sizeParameter: 'page[size]', pageSize: 100 };
}

/** The same of lists that are read once for each of many parents: Datadog fills its pages, so that one is enough for most. */
export function countedOfEach(): GivenPages['paginate'] {
  return {
    kind: 'page',
    parameter: 'page[number]',
    first: 0,
    sizeParameter: 'page[size]',
    pageSize: 100,
    shortPageEnds: true,
  };
}

/** A request with a body of these members. */
export function send(method: GivenRequest['method'], path: string, bodyFields: Record<string, string>): GivenRequest {
  return { method, path, bodyFields };
}
