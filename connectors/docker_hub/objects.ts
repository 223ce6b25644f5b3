import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import { filter } from '../kit/filters/filter-text.ts';
import * as schemas from './schema.ts';

const { listOf } = restApi({
  docs: (page) => `https://docs.docker.com/reference/api/hub/latest/#tag/${page}`,
  records: { recordsPath: 'results' },
  // @see https://docs.docker.com/reference/api/hub/latest/#tag/repositories
  paged: (pageSize) => ({ kind: 'next_url', path: 'next', sizeParameter: 'page_size', pageSize }),
});

const users = '/scim/2.0/Users';

/** SCIM has a media type of its own. @see https://www.rfc-editor.org/rfc/rfc7644#section-8.1 */
const headers = { 'content-type': 'application/scim+json' } as const;

export const objects: Readonly<Record<string, HttpObject>> = {
  tags: listOf({
    title: 'Tags of repositories',
    path: '/namespaces/{config.namespace}/repositories/{parent.value}/tags',
    docs: 'repositories/operation/ListRepositoryTags',
    key: ['repository_name', 'name'],
    schema: schemas.Tag,
    pageSize: 100,
    parents: {
      from: { kind: 'config', name: 'repositories' },
      key: 'value',
      copy: { repository_name: 'value' },
    },
  }),
  access_tokens: listOf(
    {
      title: 'Personal access tokens',
      path: '/access-tokens',
      docs: 'access-tokens',
      key: 'uuid',
      schema: schemas.AccessToken,
      pageSize: 100,
      find: true,
    },
    {
      create: nonIdempotent('POST /access-tokens', { targetIdPath: 'uuid' }),
      update: idempotent('PATCH /access-tokens/{uuid}'),
      delete: idempotent('DELETE /access-tokens/{uuid}'),
    },
  ),
  audit_events: listOf({
    title: 'Audit log',
    path: '/auditlogs/{config.namespace}',
    docs: 'audit-logs/operation/AuditLogs_ListAuditLogs',
    key: ['timestamp', 'actor', 'action', 'name'],
    recordsPath: 'logs',
    schema: schemas.AuditEvent,
    paginate: { kind: 'page', parameter: 'page', sizeParameter: 'page_size', pageSize: 25 },
    incremental: { kind: 'server_filter', parameter: 'from', format: 'iso' },
  }),
  users: listOf(
    {
      title: 'People, as identity providers see them',
      path: users,
      docs: 'scim',
      recordsPath: 'resources',
      schema: schemas.User,
      paginate: {
        kind: 'offset',
        parameter: 'startIndex',
        first: 1,
        sizeParameter: 'count',
        pageSize: 200,
        totalPath: 'totalResults',
      },
      find: true,
    },
    {
      create: findOrCreate(
        { method: 'POST', path: users, headers },
        {
          find: {
            path: users,
            query: { filter: filter('userName eq {userName|scim}') },
            recordsPath: 'resources',
            idPath: 'id',
            // @see https://docs.docker.com/reference/api/hub/latest/#tag/scim
            ignoresCase: true,
            searchLagMs: 'undocumented',
          },
          targetIdPath: 'id',
          constants: { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'] },
        },
      ),
      update: idempotent(
        { method: 'PUT', path: `${users}/{id}`, headers },
        {
          constants: { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'] },
        },
      ),
    },
  ),
};
