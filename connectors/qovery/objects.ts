import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent, nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** Lists come as a whole. */
const { listOf, pagesOf } = restApi({
  docs: (page) => `https://api-doc.qovery.com/#tag/${page}`,
  records: { recordsPath: 'results' },
});

const organization = '/organization/{config.organization_id}';

/** Looks for a name in the whole list. Names are case insensitive, as the description says of creations. */
const byName = {
  recordsPath: 'results',
  idPath: 'id',
  paginate: { kind: 'none' },
  ignoresCase: true,
  searchLagMs: 'undocumented',
} as const;

/** What is read for each project. */
const ofProjects = {
  from: pagesOf({ path: `${organization}/project` }),
  key: 'id',
  copy: { projectId: 'id' },
} as const;

export const objects: Readonly<Record<string, HttpObject>> = {
  projects: listOf(
    {
      title: 'Projects',
      path: `${organization}/project`,
      docs: 'Projects',
      schema: schemas.Project,
      find: '/project/{value}',
    },
    writesAt({
      path: `${organization}/project`,
      record: '/project/{id}',
      method: 'PUT',
      find: { path: `${organization}/project`, ...byName },
      updateBy: 'address',
    }),
  ),
  environments: listOf(
    {
      title: 'Environments',
      path: '/project/{parent.id}/environment',
      docs: 'Environments',
      schema: schemas.Environment,
      parents: ofProjects,
    },
    {
      create: findOrCreate('POST /project/{projectId}/environment', {
        find: { path: '/project/{projectId}/environment', ...byName },
        targetIdPath: 'id',
      }),
      update: idempotent('PUT /environment/{id}'),
      delete: idempotent('DELETE /environment/{id}'),
    },
  ),
  project_variables: listOf(
    {
      title: 'Environment variables of projects',
      path: '/project/{parent.id}/environmentVariable',
      docs: 'Project-Environment-Variable',
      schema: schemas.Variable,
      parents: ofProjects,
    },
    {
      create: nonIdempotent('POST /project/{projectId}/environmentVariable', { targetIdPath: 'id' }),
      update: idempotent('PUT /project/{projectId}/environmentVariable/{id}'),
      delete: idempotent('DELETE /project/{projectId}/environmentVariable/{id}'),
    },
  ),
  clusters: listOf(
    {
      title: 'Clusters',
      path: `${organization}/cluster`,
      docs: 'Clusters',
      schema: schemas.Cluster,
    },
    { delete: idempotent(`DELETE ${organization}/cluster/{id}`) },
  ),
  members: listOf({
    title: 'Members of the organization',
    path: `${organization}/member`,
    docs: 'Members',
    schema: schemas.Member,
  }),
  custom_roles: listOf({
    title: 'Custom roles',
    path: `${organization}/customRole`,
    docs: 'Organization-Custom-Role',
    schema: schemas.CustomRole,
  }),
  container_registries: listOf({
    title: 'Container registries',
    path: `${organization}/containerRegistry`,
    docs: 'Container-Registries',
    schema: schemas.ContainerRegistry,
  }),
  helm_repositories: listOf({
    title: 'Helm repositories',
    path: `${organization}/helmRepository`,
    docs: 'Helm-repositories',
    schema: schemas.HelmRepository,
  }),
  api_tokens: listOf({
    title: 'API tokens',
    path: `${organization}/apiToken`,
    docs: 'Organization-Api-Token',
    schema: schemas.ApiToken,
  }),
  webhooks: listOf(
    {
      title: 'Webhooks',
      path: `${organization}/webhook`,
      docs: 'Organization-Webhook',
      schema: schemas.Webhook,
    },
    writesAt({ path: `${organization}/webhook`, method: 'PUT', only: ['create', 'update', 'delete'] }),
  ),
};
