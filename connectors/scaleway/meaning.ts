import type { CarefulIdentity, Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn } from '../kit/meaning/not-documented.ts';

const iam = 'https://www.scaleway.com/en/developers/api/iam/';
const instances = 'https://www.scaleway.com/en/developers/api/instances/';
const sets = 'https://www.scaleway.com/en/docs/iam/reference-content/permission-sets/';
const viewLogs = 'https://www.scaleway.com/en/docs/iam/how-to/view-logs/';

/** Only of groups it is told that names are unique. Lists that are searched for a name may have others that begin so. */
const named = (page: string, { unique }: Pick<CarefulIdentity, 'unique'>): Partial<ObjectMeaning> => ({
  identity: caseNotIn('name', { unique }, page),
  lag: lagNotIn(page),
});

const permitted = (read: string, write: string): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { read: [read], write: [write], page: sets },
});

const ofInstances: Partial<ObjectMeaning> = {
  ceilings: { pageSize: 100, page: instances },
  ...permitted('InstancesReadOnly', 'InstancesFullAccess'),
};

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: iam },
    listing: { leavesOut: [], paging: 'position', page: iam },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: iam },
    identity: { none: 'Ids are given by Scaleway.', page: iam },
    filter: { none: 'Values are parameters of their own.', page: iam },
    lag: { none: 'Its writes look nothing up.', page: iam },
    ceilings: { pageSize: 100, page: iam },
    login: {
      // Types of errors are told, their statuses are not: what is played goes by the type under either.
      answers: [
        { status: 401, body: { type: 'denied_authentication', method: 'api_key' }, kind: 'auth_invalid' },
        { status: 403, body: { type: 'denied_authentication', method: 'api_key' }, kind: 'auth_invalid' },
        { status: 403, body: { type: 'permissions_denied' }, kind: 'permission' },
      ],
      page: 'https://github.com/scaleway/scaleway-sdk-go/blob/master/scw/errors.go',
    },
    errorsInside: { none: 'Errors have a status of their own.', page: iam },
    ...permitted('IAMReadOnly', 'IAMManager'),
  },
  objects: {
    groups: named(iam, { unique: true }),
    applications: named(iam, { unique: false }),
    policies: named(iam, { unique: false }),
    logs: {
      scopes: { notDocumented: { pages: [sets, viewLogs], careful: { refusals: 'stop' } } },
      changed: {
        field: 'created_at',
        askedAs: 'created_after',
        inclusive: false,
        zone: 'utc',
        granularityMs: 1,
        late: { marginMs: 60_000 },
        misses: 'Nothing: entries do not change.',
        page: iam,
      },
    },
    ssh_keys: permitted('SSHKeysReadOnly', 'SSHKeysFullAccess'),
    servers: { ...ofInstances, ...named(instances, { unique: false }) },
    volumes: ofInstances,
    ips: ofInstances,
    security_groups: { ...ofInstances, ...named(instances, { unique: false }) },
  },
};
