import type { Meaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn } from '../kit/meaning/not-documented.ts';

const docs = 'https://docs.hetzner.cloud/reference/cloud';
const errors = `${docs}#description/errors`;

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant.', page: docs },
    listing: { leavesOut: [], paging: 'position', page: `${docs}#description/pagination` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: docs },
    identity: caseNotIn('name', { unique: true }, docs),
    filter: { none: 'Values are parameters of their own.', page: docs },
    lag: lagNotIn(docs),
    ceilings: { pageSize: 50, page: `${docs}#description/pagination` },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, body: { error: { code: 'forbidden' } }, kind: 'permission' },
        { status: 403, body: { error: { code: 'token_readonly' } }, kind: 'permission' },
        { status: 429, body: { error: { code: 'rate_limit_exceeded' } }, kind: 'rate_limited' },
      ],
      page: errors,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: errors },
    scopes: {
      read: ['a token with read permission'],
      write: ['a token with read and write permission'],
      page: errors,
    },
  },
  objects: {},
};
