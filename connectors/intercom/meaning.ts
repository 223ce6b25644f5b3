import type { Changed, Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn } from '../kit/meaning/not-documented.ts';

const docs = 'https://developers.intercom.com/docs';
const api = `${docs}/references/rest-api/api.intercom.io`;
const paging = `${docs}/build-an-integration/learn-more/rest-apis/pagination-cursor`;
/** "The max amount for any API is 150." */
const largest = `${docs}/build-an-integration/learn-more/rest-apis/pagination`;
const permissions = `${docs}/build-an-integration/learn-more/authentication/setting-up-oauth`;
const scopes = `${docs}/build-an-integration/learn-more/authentication/oauth-scopes`;

/** A search may find a change some minutes later, the vendor says of contacts. */
const searched = (page: string, more: Partial<Changed> = {}): Pick<ObjectMeaning, 'changed' | 'ceilings'> => ({
  changed: {
    field: 'updated_at',
    askedAs: 'value',
    inclusive: false,
    zone: 'utc',
    granularityMs: 1000,
    late: { ms: 600_000 },
    misses: 'Records that were deleted.',
    page: `${api}/${page}`,
    ...more,
  },
  ceilings: { pageSize: 150, page: largest },
});

const scoped = (read: string, ...write: string[]): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { read: [read], ...(write.length === 0 ? {} : { write }), page: permissions },
});

/** Lists that none of the permissions names. */
const unscoped = (page: string): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { notDocumented: { pages: [scopes, `${api}/${page}`], careful: { refusals: 'stop' } } },
});

const whole = (page: string): Pick<ObjectMeaning, 'listing' | 'ceilings'> => ({
  listing: { leavesOut: [], paging: 'whole', page: `${api}/${page}` },
  ceilings: { none: 'The list comes as a whole.', page: `${api}/${page}` },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: api },
    listing: {
      leavesOut: [],
      paging: 'cursor',
      page: paging,
    },
    deletes: { seen: 'absence', how: 'Deleted records are no longer found.', page: api },
    identity: { none: 'Ids are given by Intercom.', page: api },
    filter: { none: 'Searches hold instants only, as members of a body.', page: `${api}/contacts/searchcontacts` },
    lag: { none: 'No record is searched for before it is written.', page: api },
    ceilings: { none: 'Records of this kind are not listed.', page: api },
    login: {
      answers: [
        {
          status: 401,
          body: { type: 'error.list', errors: [{ code: 'unauthorized', message: 'Access Token Invalid' }] },
          kind: 'auth_invalid',
        },
        {
          status: 403,
          body: { type: 'error.list', errors: [{ code: 'action_forbidden', message: 'Not allowed' }] },
          kind: 'permission',
        },
        {
          status: 429,
          body: { type: 'error.list', errors: [{ code: 'rate_limit_exceeded', message: 'Exceeded rate limit' }] },
          kind: 'rate_limited',
        },
      ],
      page: `${docs}/references/rest-api/errors/error-codes`,
    },
    errorsInside: {
      none: 'Errors have a status of their own.',
      page: `${docs}/references/rest-api/errors/http-responses`,
    },
  },
  objects: {
    contacts: {
      // Days are those of the workspace's time zone.
      ...searched('contacts/searchcontacts', {
        granularityMs: 86_400_000,
        misses: 'Contacts that were deleted, archived or merged into another.',
      }),
      ceilings: { pageSize: 150, page: paging },
      // Of archived ones: https://github.com/intercom/intercom-node/issues/333
      listing: {
        leavesOut: ['archived', 'merged into another'],
        paging: 'cursor',
        page: `${api}/contacts/searchcontacts`,
      },
      identity: caseNotIn('external_id', { unique: true }, `${api}/contacts/showcontactbyexternalid`),
      lag: lagNotIn(`${api}/contacts/showcontactbyexternalid`),
      ...scoped('Read and list users and companies', 'Read and write users'),
    },
    contact_tags: { scopes: { write: ['Read and write users', 'Write tags'], page: permissions } },
    companies: {
      deletes: {
        seen: 'absence',
        how: 'Deleted companies are archived some time later, and no longer listed.',
        page: `${api}/companies/deletecompany`,
      },
      // The system itself finds the company that a write is for.
      identity: caseNotIn('company_id', { unique: true }, `${api}/companies/createorupdatecompany`),
      ceilings: { none: 'The vendor cuts the pages.', page: `${api}/companies/scrolloverallcompanies` },
      ...scoped('Read and list users and companies', 'Write users and companies'),
    },
    conversations: {
      ...searched('conversations/searchconversations'),
      ceilings: { pageSize: 150, page: `${api}/conversations/searchconversations` },
      ...scoped('Read conversations', 'Write conversations'),
    },
    conversation_replies: { scopes: { write: ['Write conversations'], page: permissions } },
    tickets: { ...searched('tickets/searchtickets'), ...scoped('Read tickets', 'Write tickets') },
    ticket_replies: { scopes: { write: ['Write tickets'], page: permissions } },
    ticket_types: { ...whole('ticket-types/listtickettypes'), ...unscoped('ticket-types/listtickettypes') },
    admins: { ...whole('admins/listadmins'), ...scoped('Read admins') },
    teams: { ...whole('teams/listteams'), ...unscoped('teams/listteams') },
    tags: { ...whole('tags/listtags'), ...scoped('Read tags') },
    segments: { ...whole('segments/listsegments'), ...scoped('Read and list users and companies') },
  },
};
