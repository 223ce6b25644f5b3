/** How records of the directory are written, and which of their properties are asked for. */
import type { z } from 'zod';
import { filter } from '../kit/filters/filter-text.ts';
import { writes } from '../kit/http/complete-operations.ts';
import type { HttpWrite } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { odata } from '../kit/presets/odata.ts';
import { type Collection, idempotent, writesAt } from '../kit/rest-writes.ts';

/** Selects the properties of the schema: by default, users and groups lack most of them. */
export const select = (schema: z.ZodObject) => ({ $select: Object.keys(schema.shape).join(',') });

/**
 * Deleted users, groups and applications are kept for 30 days. @see
 * https://learn.microsoft.com/en-us/graph/api/resources/directory
 */
export const binned = { effect: 'reversible', body: 'none' } as const;

/**
 * Creates records, and changes the one that a lookup finds. New records can be found after some seconds.
 *
 * @see https://learn.microsoft.com/en-us/graph/aad-advanced-queries
 */
export function writesBy(field: string, schema: z.ZodObject, collection: Collection): HttpObject['operations'] {
  const find = {
    path: collection.path,
    query: { $filter: filter(`${field} eq {${field}|odata}`), ...select(schema) },
    recordsPath: 'value',
    paginate: odata().paginate,
    // @see https://learn.microsoft.com/en-us/graph/filter-query-parameter
    ignoresCase: true,
    searchLagMs: 'undocumented' as const,
    adoptsConflict: true,
  };
  return writesAt({ find, updateBy: 'address', ...collection });
}

/**
 * Creates or changes the record with a unique name, which the directory keeps unique and which never changes. Names that
 * people see are not unique: an upsert by one would take over a stranger's record. One that was written before is known by its
 * id.
 *
 * @see https://learn.microsoft.com/en-us/graph/api/group-upsert
 * @see https://learn.microsoft.com/en-us/graph/api/application-upsert
 */
export function writesByName(collection: Collection): HttpObject['operations'] {
  const byName = {
    method: 'PATCH',
    path: `${collection.path}(uniqueName={uniqueName|odata})`,
    headers: { prefer: 'create-if-missing' },
  } as const;
  return {
    ...writesAt({ ...collection, only: ['create', 'update', 'delete'] }),
    upsert: writes({
      request: byName,
      update: { method: 'PATCH', path: `${collection.path}/{$target_id}` },
      place: `POST ${collection.path}`,
      idempotency: { kind: 'put_by_key' },
      targetIdPath: 'id',
    }),
  };
}

/** The target of a reference. */
export const reference = (id: string) => ({
  '["@odata.id"]': `https://{config.graph_host}/v1.0/directoryObjects/{${id}|url}`,
});

/** @see https://learn.microsoft.com/en-us/graph/api/group-post-members */
export function members(path: string): { upsert: HttpWrite; delete: HttpWrite } {
  const isMember = { status: 400, bodyIncludes: ['object references already exist'] };
  return {
    upsert: idempotent({ method: 'POST', path: `${path}/$ref`, bodyFields: reference('id') }, { already: isMember }),
    delete: idempotent(`DELETE ${path}/{id}/$ref`, { body: 'none', effect: 'reversible' }),
  };
}
