import type { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { restApi } from '../kit/rest.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { idempotent, keeping } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf } = restApi({ docs: (page) => `https://www.elastic.co/docs/api/doc/elasticsearch/${page}` });

interface Named {
  title: string;
  path: string;
  docs: string;
  /** The field that takes the name of a record, which is a member's of the answer. */
  key: string;
  schema: z.ZodType;
  /** What a write takes, beside the name in its address. */
  body: readonly string[];
  write: z.ZodType;
}

/** Reads a setting by its name, which is a member's of the answer. */
const byName = (answer: JsonObject): JsonObject => Object.values(answer).find((value) => isJsonObject(value)) ?? {};

/**
 * Settings by name: a PUT creates them, or replaces them as a whole, with what a change does not give as it was read.
 *
 * @see https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-ilm-put-lifecycle
 */
function named({ title, path, docs, key, schema, body, write }: Named): HttpObject {
  const put = idempotent(
    {
      method: 'PUT',
      path: `${path}/{${key}}`,
      bodyFields: Object.fromEntries(body.map((member) => [member, `{${member}}`])),
    },
    { schema: write, ...keeping(`${path}/{${key}}`, { keepsRest: [...body], shape: byName }) },
  );
  return listOf(
    { title, path, docs, key, schema, format: { kind: 'json', recordsPath: '$', keyField: key } },
    { upsert: put, update: put, delete: idempotent(`DELETE ${path}/{${key}}`, { effect: 'destructive' }) },
  );
}

export const objects: Readonly<Record<string, HttpObject>> = {
  indices: listOf(
    {
      title: 'Indices',
      path: '/_cat/indices',
      docs: 'operation/operation-cat-indices',
      key: 'index',
      // Without the hidden ones, such as those behind data streams.
      query: { bytes: 'b', expand_wildcards: 'open,closed' },
      schema: schemas.Index,
    },
    { delete: idempotent('DELETE /{index}', { effect: 'destructive' }) },
  ),
  data_streams: listOf({
    title: 'Data streams',
    path: '/_data_stream',
    docs: 'operation/operation-indices-get-data-stream',
    key: 'name',
    recordsPath: 'data_streams',
    schema: schemas.DataStream,
  }),
  lifecycle_policies: named({
    title: 'Lifecycle policies (ILM)',
    path: '/_ilm/policy',
    docs: 'group/endpoint-ilm',
    key: 'name',
    schema: schemas.LifecyclePolicy,
    body: ['policy'],
    write: schemas.NewLifecyclePolicy,
  }),
  ingest_pipelines: named({
    title: 'Ingest pipelines',
    path: '/_ingest/pipeline',
    docs: 'group/endpoint-ingest',
    key: 'id',
    schema: schemas.Pipeline,
    body: ['description', 'processors', 'on_failure', 'version', '_meta'],
    write: schemas.NewPipeline,
  }),
  users: named({
    title: 'Users of the native realm',
    path: '/_security/user',
    docs: 'operation/operation-security-get-user',
    key: 'username',
    schema: schemas.User,
    body: ['email', 'full_name', 'password', 'roles', 'enabled', 'metadata'],
    write: schemas.NewUser,
  }),
  roles: named({
    title: 'Roles',
    path: '/_security/role',
    docs: 'operation/operation-security-get-role',
    key: 'name',
    schema: schemas.Role,
    body: ['description', 'cluster', 'indices', 'applications', 'run_as', 'metadata'],
    write: schemas.NewRole,
  }),
  role_mappings: named({
    title: 'Role mappings',
    path: '/_security/role_mapping',
    docs: 'operation/operation-security-get-role-mapping',
    key: 'name',
    schema: schemas.RoleMapping,
    body: ['enabled', 'roles', 'role_templates', 'rules', 'metadata'],
    write: schemas.NewRoleMapping,
  }),
  api_keys: listOf(
    {
      title: 'API keys, without their secrets',
      path: '/_security/api_key',
      docs: 'operation/operation-security-get-api-key',
      recordsPath: 'api_keys',
      schema: schemas.ApiKey,
    },
    {
      delete: idempotent(
        { method: 'DELETE', path: '/_security/api_key', bodyFields: { 'ids[0]': '{id}' } },
        { effect: 'destructive' },
      ),
    },
  ),
  watches: listOf(
    {
      title: 'Watches',
      path: '/_watcher/_query/watches',
      docs: 'group/endpoint-watcher',
      key: '_id',
      request: { method: 'POST', body: { sort: [{ _id: 'asc' }] } },
      recordsPath: 'watches',
      paginate: {
        kind: 'offset',
        parameter: 'from',
        sizeParameter: 'size',
        in: 'body',
        pageSize: 100,
        totalPath: 'count',
      },
      schema: schemas.Watch,
    },
    {
      upsert: idempotent(
        {
          method: 'PUT',
          path: '/_watcher/watch/{_id}',
          bodyFields: Object.fromEntries(
            ['trigger', 'input', 'condition', 'actions', 'metadata'].map((member) => [member, `{${member}}`]),
          ),
        },
        { schema: schemas.NewWatch },
      ),
      delete: idempotent('DELETE /_watcher/watch/{_id}', { effect: 'destructive' }),
    },
  ),
};
