import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const graph = 'https://learn.microsoft.com/en-us/graph';

const scoped = (page: string, read: string, write?: string): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { read: [read], ...(write === undefined ? {} : { write: [write] }), page: `${graph}/api/${page}` },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: `${graph}/api/listitem-list` },
    listing: { leavesOut: ['items in the recycle bin'], paging: 'cursor', page: `${graph}/paging` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: `${graph}/api/listitem-delete` },
    identity: { none: 'Ids are given by SharePoint.', page: `${graph}/api/resources/listitem` },
    filter: { none: 'Lists are not filtered.', page: `${graph}/api/listitem-list` },
    lag: { none: 'No record is looked for before it is written.', page: `${graph}/api/resources/sharepoint` },
    ceilings: { none: 'The vendor cuts the pages.', page: `${graph}/paging` },
    login: {
      answers: [
        {
          status: 401,
          body: {
            error: { code: 'InvalidAuthenticationToken', message: 'Access token has expired or is not yet valid.' },
          },
          kind: 'auth_invalid',
        },
        { status: 403, body: { error: { code: 'accessDenied', message: 'Access denied' } }, kind: 'permission' },
        { status: 429, headers: { 'retry-after': '10' }, kind: 'rate_limited' },
      ],
      page: `${graph}/resolve-auth-errors`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${graph}/errors` },
  },
  objects: {
    lists: {
      listing: { leavesOut: ['lists of the system'], paging: 'cursor', page: `${graph}/api/list-list` },
      ...scoped('list-list', 'Sites.Read.All', 'Sites.Manage.All'),
    },
    list_items: scoped('listitem-list', 'Sites.Read.All', 'Sites.ReadWrite.All'),
    columns: scoped('site-list-columns', 'Sites.Read.All'),
    drives: scoped('drive-list', 'Files.Read.All'),
  },
};
