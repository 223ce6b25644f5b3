import type { HttpObject } from '../kit/object-types.ts';
import { type ListedObject, restApi } from '../kit/rest.ts';
import * as schemas from './schema.ts';

const { listOf } = restApi({ docs: (page) => `https://fleetdm.com/docs/rest-api/rest-api#${page}` });

/** Pages count from 0; the order keeps records in their places while pages are read. */
const paginate = { kind: 'page', parameter: 'page', first: 0, sizeParameter: 'per_page', pageSize: 100 } as const;

/** Lists that say whether there are more. */
const telling = { ...paginate, hasMorePath: 'meta.has_next_results' } as const;

/** A list in the order of its records' ids, in a member of its own name. */
function inOrder(list: Omit<ListedObject, 'recordsPath'> & { recordsPath?: string }): HttpObject {
  const recordsPath = list.path.slice(list.path.lastIndexOf('/') + 1);
  return listOf({ recordsPath, query: { order_key: 'id' }, paginate: telling, ...list });
}

export const objects: Readonly<Record<string, HttpObject>> = {
  hosts: inOrder({ title: 'Hosts', path: '/hosts', docs: 'list-hosts', schema: schemas.Host, paginate }),
  labels: listOf({
    title: 'Labels',
    path: '/labels',
    docs: 'list-labels',
    recordsPath: 'labels',
    schema: schemas.Label,
  }),
  users: inOrder({ title: 'Users', path: '/users', docs: 'list-users', schema: schemas.User, paginate }),
  fleets: inOrder({ title: 'Fleets', path: '/fleets', docs: 'list-fleets', schema: schemas.Team, paginate }),
  reports: inOrder({ title: 'Reports', path: '/reports', docs: 'list-reports', schema: schemas.Report }),
  scripts: inOrder({ title: 'Scripts', path: '/scripts', docs: 'list-scripts', schema: schemas.Script }),
  software: inOrder({
    title: 'Software',
    path: '/software/titles',
    docs: 'list-software',
    recordsPath: 'software_titles',
    schema: schemas.SoftwareTitle,
  }),
  software_versions: inOrder({
    title: 'Versions of software',
    path: '/software/versions',
    docs: 'list-software-versions',
    recordsPath: 'software',
    schema: schemas.SoftwareVersion,
  }),
  operating_systems: listOf({
    title: 'Operating systems',
    path: '/os_versions',
    docs: 'list-operating-systems',
    key: 'os_version_id',
    recordsPath: 'os_versions',
    schema: schemas.OperatingSystem,
    paginate: telling,
  }),
  vulnerabilities: inOrder({
    title: 'Vulnerabilities',
    path: '/vulnerabilities',
    docs: 'list-vulnerabilities',
    key: 'cve',
    query: { order_key: 'cve' },
    schema: schemas.Vulnerability,
  }),
  activities: inOrder({ title: 'Activities', path: '/activities', docs: 'list-activities', schema: schemas.Activity }),
};
