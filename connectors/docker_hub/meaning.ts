import type { Meaning } from '../kit/meaning/meaning.ts';

const docs = 'https://docs.docker.com/reference/api/hub/latest/';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: docs },
    listing: { leavesOut: [], paging: 'position', page: `${docs}#tag/repositories` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: docs },
    identity: { none: 'Ids are given by Docker Hub.', page: docs },
    filter: { none: 'Values are parameters of their own.', page: docs },
    lag: { none: 'No record is looked for before it is written.', page: docs },
    ceilings: { pageSize: 100, page: `${docs}#tag/repositories` },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: `${docs}#tag/rate-limiting`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: docs },
    scopes: { unknown: 'Which scope of a token each list needs is not told.' },
  },
  objects: {
    access_tokens: { ceilings: { unknown: 'The largest page is not told; 10 is the default.' } },
    audit_events: {
      changed: { unknown: 'How late an event may be listed is not told.' },
      ceilings: { unknown: 'The largest page is not told; 25 is the default.' },
    },
    users: {
      filter: { languages: ['scim'], page: `${docs}#tag/scim` },
      ceilings: { pageSize: 200, page: `${docs}#tag/scim` },
      identity: { unknown: 'Whether case counts in user names is not told.' },
      lag: { unknown: 'Whether a person is found immediately after the creation is not told.' },
    },
  },
};
