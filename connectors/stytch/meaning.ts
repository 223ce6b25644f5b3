import type { Meaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn } from '../kit/meaning/not-documented.ts';

const reference = 'https://stytch.com/docs/api-reference';
const searching = `${reference}/b2b/api/members/search-members`;
const errors = `${reference}/b2b/api/errors`;

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'Searches take no instant of change.', page: searching },
    listing: { leavesOut: [], paging: 'cursor', page: searching },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: searching },
    identity: { none: 'Ids are given by Stytch.', page: reference },
    filter: { none: 'Values are members of their own.', page: searching },
    lag: { none: 'Nothing is looked up before it is written.', page: reference },
    ceilings: { pageSize: 1000, page: searching },
    login: {
      answers: [
        { status: 401, body: { status_code: 401, error_type: 'unauthorized_credentials' }, kind: 'auth_invalid' },
        // @see https://stytch.com/docs/api-reference/b2b/api/errors/403
        { status: 403, body: { status_code: 403, error_type: 'organization_suspended' }, kind: 'permission' },
        // @see https://stytch.com/docs/api-reference/b2b/api/errors/429
        { status: 429, body: { status_code: 429, error_type: 'too_many_requests' }, kind: 'rate_limited' },
      ],
      page: `${errors}/401`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${errors}/400` },
    scopes: { none: 'A secret may do all in its project.', page: searching },
  },
  objects: {
    organizations: {
      identity: caseNotIn(
        'organization_slug',
        { unique: true },
        `${reference}/b2b/api/organizations/search-organizations`,
      ),
      lag: lagNotIn(`${reference}/b2b/api/organizations/search-organizations`),
    },
    members: {
      listing: { leavesOut: ['deleted'], paging: 'cursor', page: searching },
      identity: caseNotIn('email_address', { unique: true }, searching),
      lag: lagNotIn(searching),
    },
  },
};
