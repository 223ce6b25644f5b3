import type { Meaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn } from '../kit/meaning/not-documented.ts';

/** The vendor's own client of the API, whose comments say what its parameters do. */
const sdk = 'https://github.com/splunk/splunk-sdk-python/blob/develop/splunklib';
const client = `${sdk}/client.py`;
const terraform = 'https://github.com/splunk/terraform-provider-splunk/blob/master/docs/resources';
/** Which capability allows what. */
const capabilities = 'https://docs.splunk.com/Documentation/Splunk/latest/Admin/Authorizeconf';
const unstated = { notDocumented: { pages: [capabilities], careful: { refusals: 'stop' } } } as const;

export const meaning: Meaning = {
  asOf: '2026-11-28',
  all: {
    changed: { none: 'Lists take no instant of change.', page: client },
    listing: { leavesOut: [], paging: 'position', page: client },
    deletes: { seen: 'absence', how: 'Deleted entries are no longer listed.', page: client },
    identity: { none: 'It is only read.', page: client },
    filter: { none: 'Names are parts of the address.', page: client },
    lag: { none: 'It is only read.', page: client },
    ceilings: { none: 'A page has as many entries as `count` says.', page: client },
    login: {
      answers: [
        {
          status: 401,
          body: { messages: [{ type: 'WARN', text: 'call not properly authenticated' }] },
          kind: 'auth_invalid',
        },
      ],
      page: `${sdk}/binding.py`,
    },
    errorsInside: {
      answers: [
        {
          status: 200,
          body: { messages: [{ type: 'FATAL', text: 'Error in search parser.' }], results: [] },
          kind: 'validation',
        },
      ],
      page: `${sdk}/results.py`,
    },
    scopes: unstated,
  },
  objects: {
    indexes: {
      identity: caseNotIn('name', { unique: true }, `${terraform}/indexes.md`),
      lag: lagNotIn(`${terraform}/indexes.md`),
      scopes: { read: ['indexes_list_all, where it is set up'], write: ['indexes_edit'], page: capabilities },
    },
    saved_searches: {
      listing: {
        leavesOut: ['searches of others, without the capability list_saved_searches'],
        paging: 'position',
        page: capabilities,
      },
      identity: caseNotIn('name', { unique: true }, `${terraform}/saved_searches.md`),
      lag: lagNotIn(`${terraform}/saved_searches.md`),
      scopes: { read: ['list_saved_searches'], write: ['schedule_search'], page: capabilities },
    },
    search_jobs: {
      deletes: { seen: 'absence', how: 'A job whose time to live is over is no longer available.', page: client },
      scopes: { read: ['search'], write: ['search'], page: capabilities },
    },
    users: {
      identity: caseNotIn('name', { unique: true }, `${terraform}/authentication_users.md`),
      lag: lagNotIn(`${terraform}/authentication_users.md`),
      scopes: { read: ['list_all_users'], write: ['edit_user'], page: capabilities },
    },
    roles: { scopes: { read: ['list_all_roles'], page: capabilities } },
    events: {
      identity: { none: 'Events have no ids.', page: client },
      // They stand in the pages on the collector, which could not be read.
      errorsInside: { unknown: 'How the collector refuses events is in none of the pages that were read.' },
      ceilings: { none: 'Events are only written.', page: client },
      scopes: { unknown: 'Which indexes a token of the collector allows is in none of the pages that were read.' },
    },
  },
};
