import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const docs = 'https://www.koyeb.com/docs/reference/api';

const found: Pick<ObjectMeaning, 'identity' | 'lag'> = {
  identity: { unknown: 'Whether names are unique, and whether the filter by name compares whole ones, is not told.' },
  lag: { unknown: 'Whether lists follow writes immediately is not told.' },
};

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: docs },
    listing: { unknown: 'Whether lists show records that are being deleted, or were, is not told.' },
    deletes: { unknown: 'Apps and services have a status DELETED; how long they are listed with it is not told.' },
    identity: { none: 'Ids are given by Koyeb.', page: docs },
    filter: { none: 'Values are parameters of their own.', page: docs },
    lag: { none: 'No record is looked for before it is written.', page: docs },
    ceilings: { pageSize: 100, page: `${docs}#section/Pagination` },
    login: {
      answers: [
        {
          status: 401,
          body: { status: 401, code: 'authentication_error', message: 'Request unauthenticated with bearer' },
          kind: 'auth_invalid',
        },
        {
          status: 403,
          body: {
            status: 403,
            code: 'authentication_required',
            message: "You don't have the requested permission to access to resource.",
          },
          kind: 'permission',
        },
      ],
      page: `${docs}#section/Errors`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${docs}#section/Errors` },
    scopes: { unknown: 'What a token may do beside its organization is not told.' },
  },
  objects: { apps: found, domains: found, secrets: found, volumes: found, projects: found },
};
