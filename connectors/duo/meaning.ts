import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn, pageSizeNotIn } from '../kit/meaning/not-documented.ts';

const api = 'https://duo.com/docs/adminapi';
/** The vendor's own client, and its collection of requests with the descriptions of their parameters. */
const client =
  'https://github.com/duosecurity/duo_client_python/blob/6e207eb90326c76037530abe80cfd45c1c0053c9/duo_client';
const collection =
  'https://github.com/duosecurity/duo_postman_collection/blob/d7d83ef995490e924806c0d56babc2478d0e8fca/duo-admin-api';

const needs = (read: string, write: string): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { read: [read], write: [write], page: api },
});

/** Events of a log: by the window, whose instants are part of it. */
const logged = (field: string, anchor: string): Partial<ObjectMeaning> => ({
  changed: {
    field,
    askedAs: 'mintime',
    inclusive: true,
    zone: 'utc',
    granularityMs: 1,
    late: { ms: 120_000 },
    misses: 'Nothing: events do not change.',
    page: `${api}#${anchor}`,
  },
  listing: { leavesOut: [], paging: 'cursor', page: `${client}/admin.py` },
  deletes: { seen: 'absence', how: 'Events are shown for 180 days.', page: `${api}#${anchor}` },
  ceilings: { pageSize: 1000, page: `${api}#${anchor}` },
  scopes: { read: ['Grant read log'], page: `${api}#${anchor}` },
});

export const meaning: Meaning = {
  asOf: '2026-11-29',
  all: {
    changed: { none: 'The list takes no instant of change.', page: `${client}/admin.py` },
    listing: { leavesOut: [], paging: 'position', page: `${api}#response-paging` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: api },
    identity: { none: 'Ids are given by Duo.', page: api },
    filter: { none: 'Values are parameters of their own.', page: `${client}/admin.py` },
    lag: { none: 'No record is looked for before it is written.', page: api },
    ceilings: { pageSize: 500, page: collection },
    login: {
      answers: [
        {
          status: 401,
          body: { stat: 'FAIL', code: 40_103, message: 'Invalid signature in request credentials' },
          kind: 'auth_invalid',
        },
        { status: 403, body: { stat: 'FAIL', code: 40_301, message: 'Access forbidden' }, kind: 'permission' },
        // Nothing says how long to wait.
        { status: 429, body: { stat: 'FAIL', code: 42_901, message: 'Too Many Requests' }, kind: 'rate_limited' },
      ],
      page: `${api}#response-format`,
    },
    errorsInside: {
      answers: [
        {
          status: 200,
          body: { stat: 'FAIL', code: 50_000, message: 'Internal server error' },
          kind: 'transient',
        },
      ],
      page: `${client}/client.py`,
    },
    ...needs('Grant read resource', 'Grant write resource'),
  },
  objects: {
    users: {
      deletes: {
        seen: 'absence',
        how: 'Users that were sent to the trash are listed with the status `pending deletion` until they are gone.',
        page: `${api}#retrieve-users`,
      },
      identity: caseNotIn('username', { unique: true }, `${api}#retrieve-users`, `${api}#create-user`),
      lag: lagNotIn(`${api}#retrieve-users`),
      ceilings: { pageSize: 300, page: collection },
    },
    tokens: {
      identity: caseNotIn('serial', { unique: true }, `${api}#retrieve-hardware-tokens`),
      lag: lagNotIn(`${api}#retrieve-hardware-tokens`),
    },
    admins: {
      ceilings: pageSizeNotIn(collection, `${client}/admin.py`),
      ...needs('Grant administrators - Read', 'Grant administrators - Write'),
    },
    integrations: {
      ceilings: pageSizeNotIn(collection, `${client}/admin.py`),
      ...needs('Grant applications - Read', 'Grant applications - Write'),
    },
    authentication_logs: logged('isotimestamp', 'authentication-logs'),
    activity_logs: logged('ts', 'activity-logs'),
  },
};
