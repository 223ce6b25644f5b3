import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn } from '../kit/meaning/not-documented.ts';

const docs = 'https://www.mongodb.com/docs/atlas/api';
const roles = 'https://www.mongodb.com/docs/atlas/reference/user-roles/';
const operation = (name: string): string =>
  `https://www.mongodb.com/docs/api/doc/atlas-admin-api-v2/operation/operation-${name}`;

const byRole = (read: string, write?: string): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { read: [read], ...(write === undefined ? {} : { write: [write] }), page: roles },
});

/** Of what is looked up before it is written: at the address that its name makes. */
const atItsAddress = (name: string) => ({
  lag: { none: 'Nothing is searched: a record is asked for at its own address.', page: operation(name) },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: operation('listgroups') },
    listing: { leavesOut: [], paging: 'position', page: operation('listgroups') },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: operation('listgroups') },
    identity: { none: 'Ids are given by Atlas.', page: operation('listgroups') },
    filter: { none: 'Values are parameters of their own.', page: operation('listgroups') },
    lag: { none: 'Nothing is looked up before it is written.', page: operation('listgroups') },
    ceilings: { pageSize: 500, page: operation('listgroups') },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
        {
          status: 429,
          headers: { 'retry-after': '55' },
          body: { error: 429, errorCode: 'RATE_LIMITED_TOKEN_BUCKET', reason: 'Too Many Requests' },
          kind: 'rate_limited',
        },
      ],
      page: `${docs}/api-rate-limit/`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${docs}/api-errors/` },
    ...byRole('ORG_READ_ONLY', 'ORG_OWNER'),
  },
  objects: {
    projects: {
      ...atItsAddress('getgroupbyname'),
      identity: caseNotIn('name', { unique: true }, operation('getgroupbyname')),
      // Creating takes the first role, changing and deleting the second.
      scopes: { read: ['ORG_READ_ONLY'], write: ['ORG_GROUP_CREATOR', 'GROUP_OWNER'], page: roles },
    },
    clusters: {
      listing: {
        leavesOut: ['flex clusters', 'serverless clusters', 'deleted clusters whose backups are retained'],
        paging: 'position',
        page: operation('listclusters'),
      },
      scopes: { read: ['GROUP_READ_ONLY'], write: ['GROUP_OWNER'], page: operation('deletecluster') },
    },
    database_users: {
      ...atItsAddress('getgroupdatabaseuser'),
      // `Atlas` and `atlas` are two users of one project.
      identity: {
        field: 'username',
        unique: true,
        ignoresCase: false,
        page: 'https://github.com/mongodb/mongodb-atlas-cli/pull/1677',
      },
      ...byRole('GROUP_READ_ONLY', 'GROUP_OWNER'),
    },
    ip_access_list: byRole('GROUP_READ_ONLY'),
    alerts: {
      deletes: { seen: 'state', how: 'An alert that is over has the status CLOSED.', page: operation('listalerts') },
      scopes: { read: ['GROUP_READ_ONLY'], write: ['GROUP_OWNER'], page: operation('acknowledgealert') },
    },
    users: {
      lag: lagNotIn(operation('listorgusers')),
      identity: caseNotIn('username', { unique: true }, operation('listorgusers')),
    },
    teams: {
      ...atItsAddress('getorgteambyname'),
      listing: {
        leavesOut: ['teams that the key has no access to'],
        paging: 'position',
        page: operation('listorgteams'),
      },
      identity: caseNotIn('name', { unique: true }, operation('getorgteambyname')),
    },
    events: {
      changed: {
        field: 'created',
        askedAs: 'minDate',
        inclusive: true,
        zone: 'utc',
        granularityMs: 1000,
        late: { marginMs: 60_000 },
        misses: 'Nothing: events are never changed.',
        page: operation('listorgevents'),
      },
      ...byRole('ORG_READ_ONLY'),
    },
    invoices: byRole('ORG_BILLING_READ_ONLY'),
  },
};
