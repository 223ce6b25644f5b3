import type { GivenPages } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { type ListedObject, restApi } from '../kit/rest.ts';
import { idempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/**
 * Each record stands beside its cursor, and the next page follows the last one's; 100 at most.
 *
 * @see https://api-docs.render.com/reference/pagination
 */
function paged(pageSize: number): GivenPages['paginate'] {
  return { kind: 'keyset', parameter: 'cursor', fields: ['cursor'], sizeParameter: 'limit', pageSize };
}

const { listOf, pagesOf } = restApi({
  docs: (page) => `https://api-docs.render.com/reference/${page}`,
  paged,
});

const inWorkspace = { ownerId: '{config.workspace_id}' } as const;

/** Lists are asked for what changed. */
const sinceUpdated = { kind: 'server_filter', parameter: 'updatedAfter', format: 'iso' } as const;

/** A list whose records stand in a member of their own name. */
function wrappedIn(
  member: string,
  list: Omit<ListedObject, 'extract' | 'pageSize'>,
  operations: HttpObject['operations'] = {},
): HttpObject {
  return listOf({ ...list, pageSize: 100, extract: { each: member } }, operations);
}

/** What is read for each service. */
const ofServices = {
  from: pagesOf({ path: '/services', query: inWorkspace, pageSize: 100, extract: { each: 'service' } }),
  key: 'id',
  copy: { serviceId: 'id' },
} as const;

export const objects: Readonly<Record<string, HttpObject>> = {
  services: wrappedIn(
    'service',
    {
      title: 'Services',
      path: '/services',
      docs: 'list-services',
      query: inWorkspace,
      schema: schemas.Service,
      incremental: sinceUpdated,
      find: true,
    },
    writesAt({ path: '/services', only: ['create', 'update', 'delete'], targetIdPath: 'service.id' }),
  ),
  deploys: wrappedIn('deploy', {
    title: 'Deploys',
    path: '/services/{parent.id}/deploys',
    docs: 'list-deploys',
    schema: schemas.Deploy,
    parents: ofServices,
  }),
  environment_variables: wrappedIn(
    'envVar',
    {
      title: 'Environment variables of services',
      path: '/services/{parent.id}/env-vars',
      docs: 'get-env-vars-for-service',
      key: ['serviceId', 'key'],
      schema: schemas.EnvironmentVariable,
      parents: ofServices,
    },
    {
      upsert: idempotent('PUT /services/{serviceId}/env-vars/{key}'),
      delete: idempotent('DELETE /services/{serviceId}/env-vars/{key}'),
    },
  ),
  custom_domains: wrappedIn(
    'customDomain',
    {
      title: 'Custom domains',
      path: '/services/{parent.id}/custom-domains',
      docs: 'list-custom-domains',
      key: ['serviceId', 'name'],
      schema: schemas.CustomDomain,
      parents: ofServices,
    },
    { delete: idempotent('DELETE /services/{serviceId}/custom-domains/{name}') },
  ),
  postgres: wrappedIn(
    'postgres',
    {
      title: 'Postgres instances',
      path: '/postgres',
      docs: 'list-postgres',
      query: inWorkspace,
      schema: schemas.Postgres,
      incremental: sinceUpdated,
      find: true,
    },
    writesAt({ path: '/postgres', only: ['create', 'update', 'delete'] }),
  ),
  key_value: wrappedIn(
    'keyValue',
    {
      title: 'Key Value instances',
      path: '/key-value',
      docs: 'list-key-value',
      query: inWorkspace,
      schema: schemas.KeyValue,
      incremental: sinceUpdated,
      find: true,
    },
    writesAt({ path: '/key-value', only: ['create', 'update', 'delete'] }),
  ),
  projects: wrappedIn(
    'project',
    {
      title: 'Projects',
      path: '/projects',
      docs: 'list-projects',
      query: inWorkspace,
      schema: schemas.Project,
      incremental: sinceUpdated,
      find: true,
    },
    writesAt({ path: '/projects', only: ['create', 'update', 'delete'] }),
  ),
  environments: wrappedIn(
    'environment',
    {
      title: 'Environments',
      path: '/environments',
      docs: 'list-environments',
      query: { projectId: '{parent.id}' },
      schema: schemas.Environment,
      find: '/environments/{value}',
      parents: {
        from: pagesOf({ path: '/projects', query: inWorkspace, pageSize: 100, extract: { each: 'project' } }),
        key: 'id',
      },
    },
    writesAt({ path: '/environments', only: ['create', 'update', 'delete'] }),
  ),
  members: listOf({
    title: 'Members of the workspace',
    path: '/owners/{config.workspace_id}/members',
    docs: 'retrieve-owner-members',
    key: 'userId',
    schema: schemas.Member,
  }),
  audit_logs: listOf({
    title: 'Audit log of the workspace',
    path: '/owners/{config.workspace_id}/audit-logs',
    docs: 'list-owner-audit-logs',
    query: { direction: 'forward' },
    schema: schemas.AuditLog,
    pageSize: 1000,
    extract: { each: 'auditLog' },
    incremental: { kind: 'server_filter', parameter: 'startTime', format: 'iso' },
  }),
  webhooks: wrappedIn(
    'webhook',
    {
      title: 'Webhooks',
      path: '/webhooks',
      docs: 'list-webhooks',
      query: inWorkspace,
      schema: schemas.Webhook,
      find: true,
    },
    writesAt({ path: '/webhooks', only: ['create', 'update', 'delete'] }),
  ),
};
