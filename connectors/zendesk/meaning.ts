import type { Fact, Changed, Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { lagNotIn } from '../kit/meaning/not-documented.ts';

const reference = 'https://developer.zendesk.com/api-reference';
const ticketing = `${reference}/ticketing`;
const exports =
  'https://developer.zendesk.com/documentation/ticketing/managing-tickets/using-the-incremental-export-api/';
const responses = `${reference}/introduction/requests/#response-format`;
const archive = 'https://support.zendesk.com/hc/en-us/articles/4408887617050';
const scopes = `${ticketing}/oauth/grant_type_tokens/#scopes`;

const exported: Fact<Changed> = {
  field: 'after_cursor',
  inclusive: true,
  zone: 'utc',
  granularityMs: 1000,
  // What changed in the minute before a request comes with a later one.
  late: { marginMs: 60_000 },
  misses: 'Changes of parts that are records of their own, such as memberships.',
  page: exports,
};

const oauth = (kind: string, write = true): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { read: [`${kind}:read`], ...(write ? { write: [`${kind}:write`] } : {}), page: scopes },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'Only exports are read by change.', page: exports },
    listing: { leavesOut: [], paging: 'cursor', page: `${reference}/introduction/pagination/` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: `${ticketing}/introduction/` },
    identity: { none: 'Ids are given by Zendesk.', page: `${ticketing}/introduction/` },
    filter: { none: 'Values are parameters of their own.', page: `${ticketing}/introduction/` },
    lag: { none: 'Lists and addresses of records do not use the search index.', page: `${ticketing}/introduction/` },
    ceilings: { pageSize: 100, page: `${reference}/introduction/pagination/` },
    login: {
      answers: [
        { status: 401, body: { error: "Couldn't authenticate you" }, kind: 'auth_invalid' },
        {
          status: 403,
          body: { error: { title: 'Forbidden', message: 'You do not have access to this page.' } },
          kind: 'permission',
        },
        { status: 429, body: { error: 'APIRateLimitExceeded' }, kind: 'rate_limited' },
      ],
      page: responses,
    },
    errorsInside: { none: 'Errors have a status of their own; jobs for many records are not used.', page: responses },
    scopes: { read: ['read'], write: ['write'], page: scopes },
  },
  objects: {
    tickets: {
      listing: { leavesOut: ['archived', 'deleted'], paging: 'cursor', page: archive },
      deletes: {
        seen: 'state',
        how: 'The export shows a deleted ticket with the status deleted. A ticket that is archived leaves the list, too.',
        page: exports,
      },
      ...oauth('tickets'),
    },
    ticket_changes: {
      changed: exported,
      listing: { leavesOut: [], paging: 'cursor', page: exports },
      deletes: { seen: 'state', how: 'A deleted ticket has the status deleted.', page: exports },
      ceilings: { pageSize: 1000, page: exports },
      ...oauth('tickets', false),
    },
    ticket_comments: {
      listing: { leavesOut: ['those of archived and deleted tickets'], paging: 'cursor', page: archive },
      ...oauth('tickets'),
    },
    ticket_audits: {
      listing: { leavesOut: ['those of archived and deleted tickets'], paging: 'cursor', page: archive },
      ...oauth('tickets', false),
    },
    users: {
      listing: { leavesOut: ['deleted'], paging: 'cursor', page: `${ticketing}/users/users/#list-deleted-users` },
      deletes: { seen: 'state', how: 'The export shows a deleted user with active false.', page: exports },
      identity: {
        field: 'external_id',
        unique: true,
        ignoresCase: true,
        page: `${ticketing}/users/users/#create-or-update-user`,
      },
      ...oauth('users'),
    },
    user_changes: {
      changed: exported,
      listing: { leavesOut: [], paging: 'cursor', page: exports },
      deletes: { seen: 'state', how: 'A deleted user has active false.', page: exports },
      ceilings: { pageSize: 1000, page: exports },
      ...oauth('users', false),
    },
    organizations: {
      identity: {
        field: 'name',
        unique: true,
        ignoresCase: true,
        page: `${ticketing}/organizations/organizations/#search-organizations`,
      },
      lag: lagNotIn(`${ticketing}/organizations/organizations/#search-organizations`),
      ...oauth('organizations'),
    },
    ticket_forms: {
      // By numbers of pages, which end at 10 000 records.
      listing: { leavesOut: [], paging: 'position', page: `${reference}/introduction/pagination/` },
      ceilings: {
        pageSize: 100,
        records: 10_000,
        beyond: { status: 400, kind: 'validation' },
        page: 'https://support.zendesk.com/hc/en-us/articles/5591904358938-New-limits-for-offset-based-pagination',
      },
    },
    custom_statuses: {
      listing: { leavesOut: [], paging: 'whole', page: `${ticketing}/tickets/custom_ticket_statuses/` },
      deletes: {
        seen: 'state',
        how: 'A custom status is deactivated: it has active false.',
        page: `${ticketing}/tickets/custom_ticket_statuses/`,
      },
    },
    views: {
      listing: {
        leavesOut: ['those that the user may not see'],
        paging: 'cursor',
        page: `${ticketing}/business-rules/views/#list-views`,
      },
    },
    macros: {
      listing: {
        leavesOut: ['personal macros of others, for users who are not administrators'],
        paging: 'cursor',
        page: `${ticketing}/business-rules/macros/#list-macros`,
      },
    },
  },
};
