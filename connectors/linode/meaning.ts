import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn } from '../kit/meaning/not-documented.ts';

const docs = 'https://techdocs.akamai.com/linode-api/reference';

const scoped = (kind: string, page: string): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { read: [`${kind}:read_only`], write: [`${kind}:read_write`], page: `${docs}/${page}` },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'Lists are read in full.', page: `${docs}/api` },
    listing: { leavesOut: [], paging: 'position', page: `${docs}/api` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: `${docs}/api` },
    identity: { none: 'Ids are given by Linode.', page: `${docs}/api` },
    filter: { none: 'Values are parts of addresses.', page: `${docs}/api` },
    lag: { none: 'Nothing is looked up before it is written.', page: `${docs}/api` },
    ceilings: { pageSize: 500, page: `${docs}/get-users` },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: `${docs}/errors`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${docs}/errors` },
  },
  objects: {
    users: {
      lag: lagNotIn(`${docs}/get-users`),
      identity: caseNotIn('username', { unique: true }, `${docs}/get-users`),
      ...scoped('account', 'get-users'),
    },
    instances: {
      listing: {
        leavesOut: ['those that the user may not view'],
        paging: 'position',
        page: `${docs}/get-linode-instances`,
      },
      ...scoped('linodes', 'get-linode-instances'),
    },
    domains: scoped('domains', 'get-domains'),
  },
};
