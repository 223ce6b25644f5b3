import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn, pageSizeNotIn } from '../kit/meaning/not-documented.ts';

const api = 'https://developers.cloudflare.com/api/resources';
const fundamentals = 'https://developers.cloudflare.com/fundamentals/api';
const permissions = `${fundamentals}/reference/permissions/`;

const allowed = (read: string, write?: string): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { read: [read], ...(write === undefined ? {} : { write: [write] }), page: permissions },
});

const whole = (page: string): Pick<ObjectMeaning, 'listing' | 'ceilings'> => ({
  listing: { leavesOut: [], paging: 'whole', page },
  ceilings: { none: 'The list comes as a whole.', page },
});

const readOnly: Pick<ObjectMeaning, 'lag'> = { lag: { none: 'It is only read.', page: api } };
const notLookedUp: Pick<ObjectMeaning, 'lag'> = { lag: { none: 'Its writes look nothing up.', page: api } };

const pagesOf = (pageSize: number, page: string): Pick<ObjectMeaning, 'ceilings'> => ({ ceilings: { pageSize, page } });

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: api },
    listing: { leavesOut: [], paging: 'position', page: `${fundamentals}/how-to/make-api-calls/` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: api },
    identity: { none: 'Ids are given by Cloudflare.', page: api },
    filter: { none: 'Values are parameters of their own.', page: api },
    lag: lagNotIn(
      `${api}/zones/methods/list/`,
      `${api}/dns/subresources/records/methods/list/`,
      `${api}/rules/subresources/lists/methods/list/`,
      `${api}/zero_trust/subresources/tunnels/subresources/cloudflared/methods/list/`,
    ),
    ceilings: pageSizeNotIn(
      `${api}/firewall/subresources/access_rules/`,
      `${api}/zero_trust/subresources/access/subresources/users/`,
      `${api}/zero_trust/subresources/access/subresources/groups/`,
    ),
    login: {
      answers: [
        {
          status: 400,
          body: { success: false, errors: [{ code: 6003, message: 'Invalid request headers' }] },
          kind: 'auth_invalid',
        },
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: 'https://github.com/cloudflare/cloudflare-typescript/issues/161',
    },
    errorsInside: {
      none: '`success` is always true in an answer with the status 200: errors have a status of their own.',
      page: 'https://github.com/cloudflare/api-schemas',
    },
  },
  objects: {
    zones: {
      ...pagesOf(50, `${api}/zones/methods/list/`),
      ...allowed('Zone Read', 'Zone Write'),
      identity: { field: 'name', unique: true, ignoresCase: true, page: 'https://www.rfc-editor.org/rfc/rfc4343' },
    },
    dns_records: {
      ...allowed('DNS Read', 'DNS Write'),
      ...pagesOf(5_000_000, `${api}/dns/subresources/records/methods/list/`),
      identity: { field: 'name', unique: false, ignoresCase: true, page: 'https://www.rfc-editor.org/rfc/rfc4343' },
    },
    account_members: {
      ...notLookedUp,
      ...pagesOf(50, `${api}/accounts/subresources/members/methods/list/`),
      ...allowed('Account Settings Read', 'Account Settings Write'),
    },
    account_roles: {
      ...readOnly,
      ...pagesOf(50, `${api}/accounts/subresources/roles/methods/list/`),
      ...allowed('Account Settings Read'),
    },
    lists: {
      ...whole(`${api}/rules/subresources/lists/methods/list/`),
      ...allowed('Account Filter Lists Read', 'Account Filter Lists Write'),
      identity: caseNotIn('name', { unique: false }, `${api}/rules/subresources/lists/methods/list/`),
    },
    ip_access_rules: {
      ...notLookedUp,
      ...allowed('Account Firewall Access Rules Read', 'Account Firewall Access Rules Write'),
    },
    tunnels: {
      listing: {
        leavesOut: ['deleted'],
        paging: 'position',
        page: `${api}/zero_trust/subresources/tunnels/subresources/cloudflared/methods/list/`,
      },
      ...pagesOf(1000, `${api}/zero_trust/subresources/tunnels/subresources/cloudflared/methods/list/`),
      ...allowed('Cloudflare Tunnel Read', 'Cloudflare Tunnel Write'),
      identity: caseNotIn(
        'name',
        { unique: true },
        `${api}/zero_trust/subresources/tunnels/subresources/cloudflared/methods/list/`,
      ),
    },
    access_users: { ...readOnly, ...allowed('Access: Users Read') },
    access_groups: {
      ...notLookedUp,
      ...allowed(
        'Access: Organizations, Identity Providers, and Groups Read',
        'Access: Organizations, Identity Providers, and Groups Write',
      ),
    },
    audit_logs: {
      ...readOnly,
      changed: {
        field: 'when',
        askedAs: 'since',
        inclusive: false,
        zone: 'utc',
        granularityMs: 1000,
        late: { marginMs: 60_000 },
        misses: 'Nothing: entries are never changed.',
        page: `${api}/audit_logs/methods/list/`,
      },
      ...pagesOf(1000, `${api}/audit_logs/methods/list/`),
      ...allowed('Account Settings Read'),
    },
  },
};
