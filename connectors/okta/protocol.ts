import type { GivenPages } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { type RestApi, restApi } from '../kit/rest.ts';
import { idempotent } from '../kit/rest-writes.ts';

/** How Okta's API is spoken. */

/** Pages are linked: `Link: <…after=…>; rel="next"`. @see https://developer.okta.com/docs/api/#pagination */
const api: RestApi = restApi({
  docs: (tag) => `https://developer.okta.com/docs/api/openapi/okta-management/management/tag/${tag}/`,
  paged: (pageSize) => ({ kind: 'link_header', sizeParameter: 'limit', pageSize }),
  find: true,
});

export const { listOf, objectOf, pagesOf } = api;

interface Of {
  key: string[];
  parents: NonNullable<GivenPages['parents']>;
}

/** Lists that are read for each record of another list, whose id their records receive. */
export function of(path: string, pageSize: number, field: string, query = {}): Of {
  return {
    key: [field, 'id'],
    parents: { from: pagesOf({ path, pageSize, query }), key: 'id', copy: { [field]: 'id' } },
  };
}

/**
 * Whether records of a collection are in force: writing activates one, deleting deactivates it. Most have to be inactive
 * before they can be deleted.
 */
export function activationsOf(title: string, path: string, docs: string, key: readonly string[] = ['id']): HttpObject {
  const call = (act: 'activate' | 'deactivate') => `POST ${path}/{id}/lifecycle/${act}` as const;
  return objectOf(
    { title, docs, key: [...key] },
    {
      upsert: idempotent(call('activate'), { body: 'none' }),
      delete: idempotent(call('deactivate'), { body: 'none', effect: 'reversible' }),
    },
  );
}
