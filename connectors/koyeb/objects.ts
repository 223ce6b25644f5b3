import type { HttpObject } from '../kit/object-types.ts';
import { type ListedObject, restApi } from '../kit/rest.ts';
import { type Collection, type Find, findOrCreate, idempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** 100 at most. @see https://www.koyeb.com/docs/reference/api#section/Pagination */
const paged = (pageSize: number) =>
  ({ kind: 'offset', parameter: 'offset', sizeParameter: 'limit', pageSize }) as const;

const { listOf } = restApi({
  docs: (page) => `https://www.koyeb.com/docs/reference/api#tag/${page}`,
  paged,
});

/** Lists are in a member of their path's last name. */
function listed(
  { path, ...more }: Omit<ListedObject, 'recordsPath' | 'pageSize'> & { recordsPath?: string },
  operations?: HttpObject['operations'],
): HttpObject {
  const recordsPath = path.slice(path.lastIndexOf('/') + 1);
  return listOf({ path, recordsPath, pageSize: 100, ...more }, operations);
}

/** Whether the filter takes whole names only is not told: all pages of its answer are searched. */
function byName(path: string, ignoresCase: false | 'undocumented' = 'undocumented'): Find {
  return {
    path,
    query: { name: '{name}' },
    recordsPath: path.slice(path.lastIndexOf('/') + 1),
    idPath: 'id',
    paginate: paged(100),
    ignoresCase,
    searchLagMs: 'undocumented',
  };
}

/** Records of a collection stand in a member of their kind: `app`. Requests hold them as they are. */
function writes(path: string, kind: string, more: Partial<Collection> = {}): HttpObject['operations'] {
  return writesAt({ path, targetIdPath: `${kind}.id`, find: byName(path), ...more });
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
        find: byName('/domains'),
        targetIdPath: 'domain.id',
      }),
      update: idempotent('PATCH /domains/{id}'),
      delete: idempotent('DELETE /domains/{id}'),
    },
  ),
  secrets: listed(
    { title: 'Secrets', path: '/secrets', docs: 'Secrets', schema: schemas.Secret },
    // Names have lowercase letters only. @see https://www.koyeb.com/docs/reference/secrets
    writes('/secrets', 'secret', { find: byName('/secrets', false) }),
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
