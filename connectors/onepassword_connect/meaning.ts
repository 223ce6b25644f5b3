import type { Meaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn, pageSizeNotIn } from '../kit/meaning/not-documented.ts';

const docs = 'https://developer.1password.com/docs/connect/api-reference/';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: docs },
    listing: { leavesOut: ['vaults that the token may not read'], paging: 'whole', page: `${docs}#vaults` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: docs },
    identity: { none: 'Ids are given by 1Password.', page: docs },
    filter: { none: 'The list is read without a filter.', page: docs },
    lag: { none: 'Nothing is looked up before it is written.', page: docs },
    ceilings: { none: 'The list comes as a whole.', page: docs },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
      ],
      page: `${docs}#response-status-codes`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${docs}#response-status-codes` },
    scopes: {
      none: 'A token may read, or read and write, each of the vaults that it was made for.',
      page: `${docs}#authentication`,
    },
  },
  objects: {
    items: {
      lag: lagNotIn(`${docs}#items`, 'https://github.com/1Password/terraform-provider-onepassword/pull/246'),
      // Whether lists show items that are archived is not told.
      deletes: {
        seen: 'absence',
        how: 'An item that is deleted is no longer found; it is not kept in the trash.',
        page: 'https://github.com/1Password/connect/blob/main/CHANGELOG.md',
      },
      listing: { leavesOut: ['items in vaults that the token may not read'], paging: 'whole', page: `${docs}#items` },
      identity: caseNotIn('title', { unique: false }, `${docs}#items`),
      filter: { languages: ['scim'], page: `${docs}#items` },
    },
    activity: {
      listing: { leavesOut: [], paging: 'position', page: `${docs}#api-activity` },
      ceilings: pageSizeNotIn(`${docs}#api-activity`),
    },
  },
};
