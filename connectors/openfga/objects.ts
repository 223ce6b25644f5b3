import type { HttpObject } from '../kit/object-types.ts';
import type { HttpWrite } from '../kit/http/operations.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** 100 records in a page at most; an empty token ends the list. @see https://github.com/openfga/api */
const paginate = {
  kind: 'cursor',
  parameter: 'continuation_token',
  path: 'continuation_token',
  sizeParameter: 'page_size',
  pageSize: 100,
} as const;

const { listOf } = restApi({ docs: (page) => `https://openfga.dev/api/service#/${page}`, paginate });

const store = '/stores/{config.store_id}';

/**
 * A tuple is written or removed by itself. Servers before version 1.10 do not know how to ignore what is done already, and
 * refuse it with this sentence.
 */
function change(kind: 'writes' | 'deletes', members: readonly string[], refusal: string): HttpWrite {
  const ignored = kind === 'writes' ? { on_duplicate: 'ignore' } : { on_missing: 'ignore' };
  return idempotent(
    {
      method: 'POST',
      path: `${store}/write`,
      body: { [kind]: ignored },
      bodyFields: Object.fromEntries(members.map((member) => [`${kind}.tuple_keys[0].${member}`, `{${member}}`])),
    },
    {
      already: { status: 400, bodyIncludes: [refusal] },
      ...(kind === 'writes' ? { schema: schemas.NewTuple } : { effect: 'reversible' }),
    },
  );
}

const names = ['user', 'relation', 'object'];

export const objects: Readonly<Record<string, HttpObject>> = {
  tuples: listOf(
    {
      title: 'Relationship tuples',
      path: `${store}/read`,
      docs: 'Relationship%20Tuples/Read',
      recordsPath: 'tuples',
      key: names,
      schema: schemas.Tuple,
      request: { method: 'POST', body: { consistency: 'HIGHER_CONSISTENCY' } },
      paginate: { ...paginate, in: 'body' },
      extract: { lift: ['key'] },
    },
    {
      upsert: change('writes', [...names, 'condition'], 'cannot write a tuple which already exists'),
      delete: change('deletes', names, 'cannot delete a tuple which does not exist'),
    },
  ),
  tuple_changes: listOf({
    title: 'Changes of tuples',
    path: `${store}/changes`,
    docs: 'Relationship%20Tuples/ReadChanges',
    recordsPath: 'changes',
    key: ['timestamp', 'operation', 'tuple_key.user', 'tuple_key.relation', 'tuple_key.object'],
    schema: schemas.Change,
    // The last page repeats its token, from where the next reading goes on.
    paginate: { ...paginate, emptyPageEnds: true },
    incremental: { kind: 'change_feed', path: 'continuation_token' },
  }),
  authorization_models: listOf(
    {
      title: 'Authorization models',
      path: `${store}/authorization-models`,
      docs: 'Authorization%20Models/ReadAuthorizationModels',
      recordsPath: 'authorization_models',
      schema: schemas.Model,
    },
    // Models are never changed: each is a version of its own.
    { create: nonIdempotent(`POST ${store}/authorization-models`, { targetIdPath: 'authorization_model_id' }) },
  ),
  stores: listOf(
    {
      title: 'Stores',
      path: '/stores',
      docs: 'Stores/ListStores',
      recordsPath: 'stores',
      schema: schemas.Store,
      find: true,
    },
    {
      // Names are not unique, and lists are read from a replica where there is one.
      // @see https://github.com/openfga/openfga/blob/main/pkg/storage/postgres/postgres.go
      create: nonIdempotent('POST /stores', { targetIdPath: 'id' }),
      delete: idempotent('DELETE /stores/{id}'),
    },
  ),
};
