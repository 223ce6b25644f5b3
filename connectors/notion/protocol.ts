/** How Notion's API is spoken. */
import type { HttpObject } from '../kit/object-types.ts';
import { type RestApi, restApi } from '../kit/rest.ts';
import { idempotent } from '../kit/rest-writes.ts';

const pageSize = 100;

/** 100 at most. @see https://developers.notion.com/reference/intro#pagination */
const common = { path: 'next_cursor', hasMorePath: 'has_more', sizeParameter: 'page_size', pageSize } as const;
export const inBody = { kind: 'cursor', parameter: 'start_cursor', in: 'body', ...common } as const;
export const inQuery = { kind: 'cursor', parameter: 'start_cursor', ...common } as const;

const api: RestApi = restApi({
  docs: (page) => `https://developers.notion.com/reference/${page}`,
  records: { recordsPath: 'results' },
});

export const { listOf } = api;

/** Pages are changed at their address, and deleted by moving them to the bin. @see https://developers.notion.com/reference/patch-page */
export const changesOfPages: HttpObject['operations'] = {
  update: idempotent('PATCH /v1/pages/{id}'),
  delete: idempotent({ method: 'PATCH', path: '/v1/pages/{id}', body: { in_trash: true } }, { effect: 'reversible' }),
};
