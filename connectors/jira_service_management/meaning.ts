import type { Meaning } from '../kit/meaning/meaning.ts';

const rest = 'https://developer.atlassian.com/cloud/jira/service-desk/rest';
const scopes = 'https://developer.atlassian.com/cloud/jira/service-desk/scopes-for-oauth-2-3LO-and-forge-apps/';

const customers = { read: ['manage:servicedesk-customer'], write: ['manage:servicedesk-customer'], page: scopes };

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: `${rest}/intro/` },
    listing: { leavesOut: [], paging: 'position', page: `${rest}/intro/#pagination` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: `${rest}/intro/` },
    identity: { none: 'Ids are given by Jira.', page: `${rest}/intro/` },
    filter: { none: 'Values are parameters of their own.', page: `${rest}/intro/` },
    lag: { none: 'Nothing is looked up before it is written.', page: `${rest}/intro/` },
    ceilings: {
      none: 'Pages are cut to a size of the server, and tell whether there are more.',
      page: `${rest}/intro/#pagination`,
    },
    login: {
      answers: [
        { status: 401, body: { errorMessage: 'Client must be authenticated.' }, kind: 'auth_invalid' },
        { status: 403, body: { errorMessage: 'You do not have permission.' }, kind: 'permission' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: `${rest}/intro/#status-codes`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${rest}/intro/#status-codes` },
    scopes: { read: ['read:servicedesk-request'], write: ['write:servicedesk-request'], page: scopes },
  },
  objects: {
    requests: {
      listing: {
        leavesOut: ['requests that the user may not see'],
        paging: 'position',
        page: `${rest}/api-group-request/`,
      },
    },
    customers: { scopes: customers },
    accounts: { ceilings: { none: 'They are not listed.', page: `${rest}/api-group-customer/` }, scopes: customers },
    organizations: { scopes: customers },
    organization_users: { scopes: customers },
    service_desk_organizations: { scopes: customers },
  },
};
