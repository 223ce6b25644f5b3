import type { z } from 'zod';
import { filter, type FilterText } from '../kit/filters/filter-text.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { scim } from '../kit/presets/scim.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent } from '../kit/rest-writes.ts';
import { writes } from '../kit/http/complete-operations.ts';
import * as schemas from './schema.ts';

const { listOf } = restApi({ docs: (page) => `https://docs.databricks.com/api/workspace/${page}` });

const dayMs = 86_400_000;

/** Pages behind a token, which is missing or empty behind the last one. */
const paged = (sizeParameter: string, pageSize: number) =>
  ({ kind: 'cursor', parameter: 'page_token', path: 'next_page_token', sizeParameter, pageSize }) as const;

interface Principal {
  title: string;
  type: string;
  docs: string;
  by: FilterText;
  schema: z.ZodType;
}

/** @see https://docs.databricks.com/api/workspace/users */
function principals({ title, type, docs, by, schema }: Principal): HttpObject {
  const path = `/api/2.0/preview/scim/v2/${type}`;
  const record = `${path}/{id}`;
  const write = findOrCreate(
    { method: 'POST', path },
    {
      find: {
        path,
        query: { filter: by },
        recordsPath: 'Resources',
        optional: true,
        idPath: 'id',
        ignoresCase: 'undocumented',
        searchLagMs: 'undocumented',
      },
      update: { method: 'PATCH', path: `${path}/{$target_id}` },
      patch: 'scim',
      targetIdPath: 'id',
    },
  );
  return listOf(
    { title, path, docs, schema, ...scim(), find: true },
    {
      create: write,
      upsert: write,
      update: idempotent({ method: 'PATCH', path: record }, { patch: 'scim' }),
      delete: idempotent(`DELETE ${record}`, { effect: 'destructive', already: { status: 404 } }),
    },
  );
}

export const objects: Readonly<Record<string, HttpObject>> = {
  users: principals({
    title: 'Users',
    type: 'Users',
    docs: 'users',
    by: filter('userName eq {userName|scim}'),
    schema: schemas.User,
  }),
  groups: principals({
    title: 'Groups, with their members',
    type: 'Groups',
    docs: 'groups',
    by: filter('displayName eq {displayName|scim}'),
    schema: schemas.Group,
  }),
  service_principals: principals({
    title: 'Service principals',
    type: 'ServicePrincipals',
    docs: 'serviceprincipals',
    by: filter('applicationId eq {applicationId|scim}'),
    schema: schemas.ServicePrincipal,
  }),
  clusters: listOf(
    {
      title: 'Clusters',
      path: '/api/2.1/clusters/list',
      docs: 'clusters/list',
      key: 'cluster_id',
      format: { kind: 'json', recordsPath: 'clusters', optional: true },
      paginate: paged('page_size', 100),
      schema: schemas.Cluster,
    },
    {
      // Terminates it; it can be started again for 30 days.
      delete: idempotent(
        { method: 'POST', path: '/api/2.1/clusters/delete', bodyFields: { cluster_id: '{cluster_id}' } },
        { effect: 'reversible' },
      ),
    },
  ),
  cluster_policies: listOf({
    title: 'Cluster policies',
    path: '/api/2.0/policies/clusters/list',
    docs: 'clusterpolicies/list',
    key: 'policy_id',
    format: { kind: 'json', recordsPath: 'policies', optional: true },
    schema: schemas.ClusterPolicy,
  }),
  jobs: listOf(
    {
      title: 'Jobs',
      path: '/api/2.2/jobs/list',
      docs: 'jobs/list',
      key: 'job_id',
      format: { kind: 'json', recordsPath: 'jobs', optional: true },
      paginate: paged('limit', 100),
      schema: schemas.Job,
    },
    {
      delete: idempotent(
        { method: 'POST', path: '/api/2.2/jobs/delete', bodyFields: { job_id: '{job_id}' } },
        { effect: 'destructive' },
      ),
    },
  ),
  job_runs: listOf(
    {
      title: 'Runs of jobs',
      path: '/api/2.2/jobs/runs/list',
      docs: 'jobs/listruns',
      key: 'run_id',
      format: { kind: 'json', recordsPath: 'runs', optional: true },
      // Less than 25.
      paginate: paged('limit', 24),
      // By when runs started: those of the last day are read again, since they end later.
      incremental: { kind: 'server_filter', parameter: 'start_time_from', format: 'epoch_ms', lookbackMs: dayMs },
      schema: schemas.Run,
    },
    {
      // Exactly one run is started for a token. @see https://docs.databricks.com/api/workspace/jobs/runnow
      create: writes({
        request: { method: 'POST', path: '/api/2.2/jobs/run-now' },
        idempotency: { kind: 'client_token', path: 'idempotency_token', ttlMs: 60 * dayMs },
        targetIdPath: 'run_id',
        schema: schemas.NewRun,
      }),
      delete: idempotent(
        { method: 'POST', path: '/api/2.2/jobs/runs/cancel', bodyFields: { run_id: '{run_id}' } },
        { effect: 'destructive' },
      ),
    },
  ),
};
