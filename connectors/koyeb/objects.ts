import type { HttpObject } from '../kit/object-types.ts';
import { type ListedObject, restApi } from '../kit/rest.ts';
import { type Collection, findOrCreate, idempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf } = restApi({
  docs: (page) => `https://www.koyeb.com/docs/reference/api#tag/${page}`,
  // 100 at most. @see https://www.koyeb.com/docs/reference/api#section/Pagination
  paged: (pageSize) => ({ kind: 'offset', parameter: 'offset', sizeParameter: 'limit', pageSize }),
});

/** Lists are in a member of their path's last name. */
function listed(
  { path, ...more }: Omit<ListedObject, 'recordsPath' | 'pageSize'> & { recordsPath?: string },
  operations?: HttpObject['operations'],
): HttpObject {
  const recordsPath = path.slice(path.lastIndexOf('/') + 1);
  return listOf({ path, recordsPath, pageSize: 100, ...more }, operations);
}

/** Records of a collection stand in a member of their kind: `app`. Requests hold them as they are. */
function writes(path: string, kind: string, more: Partial<Collection> = {}): HttpObject['operations'] {
  return writesAt({
    path,
    targetIdPath: `${kind}.id`,
    find: { path, query: { name: '{name}' }, recordsPath: path.slice(path.lastIndexOf('/') + 1), idPath: 'id' },
    ...more,
  });
}

export const objects: Readonly<Record<string, HttpObject>> = {
  apps: listed({ title: 'Apps', path: '/apps', docs: 'Apps', schema: schemas.App }, writes('/apps', 'app')),
  services: listed(
    { title: 'Services', path: '/services', docs: 'Services', schema: schemas.Service },
    writesAt({ path: '/services', targetIdPath: 'service.id', only: ['create', 'update', 'delete'] }),
  ),
  deployments: listed({
    title: 'Deployments',
    path: '/deployments',
    docs: 'Deployments',
    schema: schemas.Deployment,
  }),
  instances: listed({ title: 'Instances', path: '/instances', docs: 'Instances', schema: schemas.Instance }),
  domains: listed(
    { title: 'Domains', path: '/domains', docs: 'Domains', schema: schemas.Domain },
    {
      // A change moves a domain to another app: it names none.
      create: findOrCreate('POST /domains', {
        find: { path: '/domains', query: { name: '{name}' }, recordsPath: 'domains', idPath: 'id' },
        targetIdPath: 'domain.id',
      }),
      update: idempotent('PATCH /domains/{id}'),
      delete: idempotent('DELETE /domains/{id}'),
    },
  ),
  secrets: listed(
    { title: 'Secrets', path: '/secrets', docs: 'Secrets', schema: schemas.Secret },
    writes('/secrets', 'secret'),
  ),
  volumes: listed(
    { title: 'Volumes', path: '/volumes', docs: 'Persistent-Volumes', schema: schemas.Volume },
    writes('/volumes', 'volume', { method: 'POST' }),
  ),
  snapshots: listed(
    { title: 'Snapshots of volumes', path: '/snapshots', docs: 'Snapshots', schema: schemas.Snapshot },
    writesAt({ path: '/snapshots', targetIdPath: 'snapshot.id', only: ['create', 'delete'] }),
  ),
  projects: listed(
    { title: 'Projects', path: '/projects', docs: 'Projects', schema: schemas.Project },
    writes('/projects', 'project'),
  ),
  members: listed({
    title: 'Members of the organization',
    path: '/organization_members',
    recordsPath: 'members',
    docs: 'Organization-Members',
    schema: schemas.Member,
  }),
  credentials: listed(
    { title: 'API tokens', path: '/credentials', docs: 'Credentials', schema: schemas.Credential },
    writesAt({ path: '/credentials', targetIdPath: 'credential.id', only: ['create', 'update', 'delete'] }),
  ),
  activities: listOf({
    title: 'Activities',
    path: '/activities',
    docs: 'Activity',
    recordsPath: 'activities',
    schema: schemas.Activity,
    paginate: {
      kind: 'offset',
      parameter: 'offset',
      sizeParameter: 'limit',
      pageSize: 100,
      hasMorePath: 'has_next',
    },
  }),
};
