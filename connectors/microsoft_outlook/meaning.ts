import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { pageSizeNotIn } from '../kit/meaning/not-documented.ts';

const graph = 'https://learn.microsoft.com/en-us/graph';

const scoped = (page: string, read: string, write?: string): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { read: [read], ...(write === undefined ? {} : { write: [write] }), page: `${graph}/api/${page}` },
});

const modified = (misses: string, page: string): Pick<ObjectMeaning, 'changed'> => ({
  changed: {
    field: 'lastModifiedDateTime',
    inclusive: true,
    zone: 'utc',
    granularityMs: 1000,
    late: { marginMs: 60_000 },
    misses,
    page: `${graph}/api/${page}`,
  },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: `${graph}/api/user-list-mailfolders` },
    listing: { leavesOut: [], paging: 'position', page: `${graph}/paging` },
    deletes: {
      seen: 'absence',
      how: 'A deleted item is among the deleted items, and no longer listed when it has left these.',
      page: `${graph}/api/message-delete`,
    },
    identity: { none: 'Ids are given by Outlook.', page: `${graph}/outlook-immutable-id` },
    filter: { none: 'Filters hold instants only.', page: `${graph}/filter-query-parameter` },
    lag: { none: 'No record is looked for before it is written.', page: `${graph}/outlook-mail-concept-overview` },
    ceilings: pageSizeNotIn(
      `${graph}/api/user-list-mailfolders`,
      `${graph}/api/user-list-calendars`,
      `${graph}/api/user-list-events`,
    ),
    login: {
      answers: [
        {
          status: 401,
          body: {
            error: { code: 'InvalidAuthenticationToken', message: 'Access token has expired or is not yet valid.' },
          },
          kind: 'auth_invalid',
        },
        {
          status: 403,
          body: {
            error: { code: 'ErrorAccessDenied', message: 'Access is denied. Check credentials and try again.' },
          },
          kind: 'permission',
        },
        { status: 429, headers: { 'retry-after': '10' }, kind: 'rate_limited' },
      ],
      page: `${graph}/resolve-auth-errors`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${graph}/errors` },
  },
  objects: {
    mail_folders: {
      listing: {
        leavesOut: ['folders in other folders', 'hidden folders'],
        paging: 'position',
        page: `${graph}/api/user-list-mailfolders`,
      },
      ...scoped('user-list-mailfolders', 'Mail.ReadBasic.All'),
    },
    messages: {
      ...modified('Messages that were deleted for good.', 'user-list-messages'),
      ceilings: { pageSize: 1000, page: `${graph}/api/user-list-messages` },
      ...scoped('user-list-messages', 'Mail.Read', 'Mail.ReadWrite'),
    },
    sent_mail: {
      ceilings: { none: 'Sent messages are not listed.', page: `${graph}/api/user-sendmail` },
      scopes: { write: ['Mail.Send'], page: `${graph}/api/user-sendmail` },
    },
    calendars: scoped('user-list-calendars', 'Calendars.Read'),
    events: {
      ...modified('Events that were deleted.', 'user-list-events'),
      listing: {
        leavesOut: ['occurrences of a series'],
        paging: 'position',
        page: `${graph}/api/user-list-events`,
      },
      ...scoped('user-list-events', 'Calendars.Read', 'Calendars.ReadWrite'),
    },
    contacts: {
      ...modified('Contacts that were deleted.', 'user-list-contacts'),
      listing: {
        leavesOut: ['contacts in other folders than the default one'],
        paging: 'position',
        page: `${graph}/api/user-list-contacts`,
      },
      ceilings: { pageSize: 1000, page: 'https://github.com/microsoftgraph/microsoft-graph-docs/issues/4798' },
      ...scoped('user-list-contacts', 'Contacts.Read', 'Contacts.ReadWrite'),
    },
  },
};
