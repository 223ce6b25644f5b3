import type { Meaning } from '../kit/meaning/meaning.ts';

const help = 'https://autotask.net/help/developerhelp/Content/APIs/REST';
const calls = `${help}/API_Calls/REST_API_Calls.htm`;
const queries = `${help}/API_Calls/REST_Advanced_Query_Features.htm`;

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'All records are asked for.', page: queries },
    listing: { leavesOut: [], paging: 'cursor', page: queries },
    deletes: { seen: 'absence', how: 'Deleted records are no longer found by queries.', page: queries },
    identity: { none: 'Ids are given by Autotask.', page: calls },
    filter: { none: 'The filter is constant.', page: queries },
    lag: { none: 'No record is looked for before it is written.', page: calls },
    ceilings: { pageSize: 500, page: queries },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
      ],
      page: `${help}/General_Topics/REST_Security_Auth.htm`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: calls },
    scopes: {
      unknown: 'A security level says what an API user may do; which right each entity needs is not told there.',
    },
  },
  objects: {
    companies: {
      deletes: { unknown: 'Companies can be made inactive; whether they can be deleted is not told there.' },
    },
    contacts: {
      deletes: { unknown: 'Contacts can be made inactive; whether they can be deleted is not told there.' },
    },
    resources: {
      deletes: { unknown: 'Resources can be made inactive; whether they can be deleted is not told there.' },
    },
  },
};
