/** Entries of a database: the pages of one of its data sources. */
import { z } from 'zod';
import type { DynamicObjects, HttpObject } from '../kit/object-types.ts';
import { nonIdempotent } from '../kit/rest-writes.ts';
import { changesOfPages, inBody, listOf } from './protocol.ts';
import { NewEntry, Page } from './schema.ts';

const isUuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/;

/** @see https://developers.notion.com/reference/query-a-data-source */
function entriesOf(id: string): HttpObject {
  return listOf(
    {
      title: `Entries of ${id}`,
      path: `/v1/data_sources/${id}/query`,
      docs: 'query-a-data-source',
      request: {
        method: 'POST',
        body: {
          // Entries that have been there for long come first, and keep their place.
          sorts: [{ timestamp: 'created_time', direction: 'ascending' }],
          filter: { timestamp: 'last_edited_time', last_edited_time: { on_or_after: '1970-01-01T00:00:00.000Z' } },
        },
      },
      // Times are those of the minute. @see https://developers.notion.com/reference/page
      incremental: { kind: 'server_filter', parameter: 'filter.last_edited_time.on_or_after', in: 'body' },
      paginate: inBody,
      schema: Page,
    },
    {
      create: nonIdempotent(
        {
          method: 'POST',
          path: '/v1/pages',
          body: { parent: { type: 'data_source_id', data_source_id: id } },
          bodyFields: { properties: '{properties}', icon: '{icon}', cover: '{cover}', children: '{children}' },
        },
        { targetIdPath: 'id', schema: NewEntry },
      ),
      ...changesOfPages,
    },
  );
}

const none = z.strictObject({});

export const entries: DynamicObjects<HttpObject> = {
  title: 'Entries of databases',
  help: 'The id of a data source: in the database, ••• → Manage data sources → Copy data source ID.',
  sourceOptions: none,
  targetOptions: none,
  resolve: ({ object }) => {
    if (!isUuid.test(object)) {
      const message = 'Must be the id of a data source: a UUID in lower case.';
      return { ok: false, problems: [{ path: 'object', code: 'invalid_value', message }] };
    }
    return { ok: true, object: entriesOf(object) };
  },
  examples: [
    {
      title: 'Read the entries of an inventory that changed since the last run',
      request: { config: {}, object: '1c23ba17-240e-8053-8b4d-000b3c41d5a7', options: {}, role: 'source' },
    },
    {
      title: 'Add an entry for each record',
      request: { config: {}, object: '1c23ba17-240e-8053-8b4d-000b3c41d5a7', options: {}, role: 'target' },
    },
  ],
};
