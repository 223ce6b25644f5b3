import type { z } from 'zod';
import type { HttpObject } from '../kit/object-types.ts';
import { odata } from '../kit/presets/odata.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { paginate, extract } = odata();

/** The vendor cuts the pages. @see https://learn.microsoft.com/en-us/graph/paging */
const { listOf } = restApi({
  docs: (page) => `https://learn.microsoft.com/en-us/graph/api/${page}`,
  records: { recordsPath: 'value' },
  paginate,
  pages: { extract },
});

const site = '/sites/{config.site_id}';
const items = `${site}/lists/{list_id}/items`;

const select = (schema: z.ZodObject) => ({ $select: Object.keys(schema.shape).join(',') });

/** Goes to the recycle bin of the site. */
const removed = { effect: 'reversible', body: 'none' } as const;

export const objects: Readonly<Record<string, HttpObject>> = {
  lists: listOf(
    {
      title: 'Lists',
      path: `${site}/lists`,
      query: select(schemas.List),
      docs: 'list-list',
      schema: schemas.List,
      find: true,
    },
    {
      create: nonIdempotent(`POST ${site}/lists`, { targetIdPath: 'id' }),
      update: idempotent(`PATCH ${site}/lists/{id}`),
      delete: idempotent(`DELETE ${site}/lists/{id}`, removed),
    },
  ),
  list_items: listOf(
    {
      title: 'Items of lists',
      path: `${site}/lists/{parent.value}/items`,
      query: { $expand: 'fields' },
      docs: 'listitem-list',
      key: ['list_id', 'id'],
      schema: schemas.ListItem,
      parents: { from: { kind: 'config', name: 'list_ids' }, key: 'value', copy: { list_id: 'value' } },
    },
    {
      create: nonIdempotent(
        { method: 'POST', path: items, bodyFields: { fields: '{$record}' } },
        { targetIdPath: 'id', schema: schemas.NewItem },
      ),
      // Values of columns stand beside the ids. @see https://learn.microsoft.com/en-us/graph/api/listitem-update
      update: idempotent(`PATCH ${items}/{id}/fields`, { schema: schemas.ChangedItem }),
      delete: idempotent(`DELETE ${items}/{id}`, removed),
    },
  ),
  columns: listOf({
    title: 'Columns of the site',
    path: `${site}/columns`,
    query: select(schemas.Column),
    docs: 'site-list-columns',
    schema: schemas.Column,
    find: true,
  }),
  drives: listOf({
    title: 'Document libraries',
    path: `${site}/drives`,
    query: select(schemas.Drive),
    docs: 'drive-list',
    schema: schemas.Drive,
    find: true,
  }),
};
