import type { Meaning } from '../kit/meaning/meaning.ts';
import { lagNotIn } from '../kit/meaning/not-documented.ts';

const api = 'https://docs.jumpcloud.com/api/1.0/index.html';
const groups = 'https://docs.jumpcloud.com/api/2.0/index.html';

/** The pages of the vendor's own module on lists of groups: the values of their filters are case-sensitive. */
const module = (page: string): string =>
  `https://github.com/TheJumpCloud/support/blob/master/PowerShell/JumpCloud%20Module/Docs/${page}.md`;

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'Records have no instant of change.', page: api },
    listing: { leavesOut: [], paging: 'position', page: api },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: api },
    identity: { none: 'Ids are given by JumpCloud.', page: api },
    filter: { none: 'The list is read without a filter.', page: api },
    lag: { none: 'Nothing is looked up before it is written.', page: api },
    ceilings: { pageSize: 100, page: api },
    login: { answers: [{ status: 401, kind: 'auth_invalid' }], page: `${api}#section/API-Key` },
    errorsInside: { none: 'Errors have a status of their own.', page: api },
    scopes: { none: 'A key has the rights of its administrator.', page: `${api}#section/API-Key` },
  },
  objects: {
    users: {
      lag: lagNotIn(`${api}#tag/Systemusers`),
      // The page of the list says of the values of its filters that case counts.
      identity: { field: 'email', unique: true, ignoresCase: false, page: `${api}#tag/Systemusers` },
      filter: { languages: ['plain'], page: `${api}#tag/Systemusers` },
    },
    user_groups: {
      lag: lagNotIn(`${groups}#tag/User-Groups`),
      identity: { field: 'name', unique: true, ignoresCase: false, page: module('Get-JCUserGroup') },
      filter: { languages: ['plain'], page: `${groups}#tag/User-Groups` },
    },
    system_groups: {
      lag: lagNotIn(`${groups}#tag/System-Groups`),
      identity: { field: 'name', unique: true, ignoresCase: false, page: module('Get-JCSystemGroup') },
      filter: { languages: ['plain'], page: `${groups}#tag/System-Groups` },
    },
  },
};
