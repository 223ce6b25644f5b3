import { filter } from '../kit/filters/filter-text.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf, pagesOf } = restApi({
  docs: (page) => `https://developer.1password.com/docs/connect/api-reference/#${page}`,
});

const items = '/vaults/{vault.id}/items';

export const objects: Readonly<Record<string, HttpObject>> = {
  vaults: listOf({ title: 'Vaults', path: '/vaults', docs: 'vaults', schema: schemas.Vault, find: true }),
  // The list has no fields of items, and so no secrets.
  items: listOf(
    {
      title: 'Items',
      path: '/vaults/{parent.id}/items',
      docs: 'items',
      key: ['vault.id', 'id'],
      schema: schemas.Item,
      parents: { from: pagesOf({ path: '/vaults' }), key: 'id' },
    },
    {
      create: findOrCreate(`POST ${items}`, {
        find: {
          path: items,
          query: { filter: filter('title eq {title|scim}') },
          recordsPath: '$',
          idPath: 'id',
          paginate: { kind: 'none' },
          // The server reads its own copy of the vaults, which follows behind what it writes; no bound is documented.
          // @see https://github.com/1Password/terraform-provider-onepassword/pull/246
          ignoresCase: 'undocumented',
          searchLagMs: 'undocumented',
        },
        targetIdPath: 'id',
        keepsKey: true,
      }),
      delete: idempotent(`DELETE ${items}/{id}`),
    },
  ),
  activity: listOf({
    title: 'API activity',
    path: '/activity',
    docs: 'api-activity',
    key: 'requestId',
    schema: schemas.Activity,
    paginate: { kind: 'offset', parameter: 'offset', sizeParameter: 'limit', pageSize: 50 },
  }),
};
