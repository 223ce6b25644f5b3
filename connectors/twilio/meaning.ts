import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const docs = 'https://www.twilio.com/docs';
const answers = `${docs}/usage/twilios-response`;

const since = (field: string, askedAs: string, page: string): Pick<ObjectMeaning, 'changed'> => ({
  changed: {
    field,
    askedAs,
    inclusive: true,
    zone: 'utc',
    granularityMs: 1000,
    late: { marginMs: 60_000 },
    misses: 'Changes after that instant, such as those of status and price, and deletions.',
    page: `${docs}/${page}`,
  },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: `${docs}/usage/api` },
    listing: { leavesOut: [], paging: 'key', page: `${answers}#pagination` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: `${docs}/usage/api` },
    identity: { none: 'SIDs are given by Twilio.', page: `${docs}/usage/api` },
    filter: { none: 'Values are parameters of their own.', page: `${docs}/usage/api` },
    lag: { none: 'Nothing is looked up before it is written.', page: `${docs}/usage/api` },
    ceilings: { pageSize: 1000, page: `${docs}/api/errors/20007` },
    login: {
      answers: [
        { status: 401, body: { code: 20003, message: 'Authenticate', status: 401 }, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
        { status: 429, body: { code: 20429, message: 'Too Many Requests', status: 429 }, kind: 'rate_limited' },
      ],
      page: `${docs}/api/errors/20003`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: answers },
    scopes: {
      none: 'A main key may do all, a standard key all but keys and accounts, a restricted key what was chosen for it.',
      page: `${docs}/iam/api-keys/keys-in-console`,
    },
  },
  objects: {
    messages: since('date_sent', 'DateSent>', 'messaging/api/message-resource'),
    calls: since('start_time', 'StartTime>', 'voice/api/call-resource'),
    recordings: {
      ...since('date_created', 'DateCreated>', 'voice/api/recording'),
      listing: { leavesOut: ['deleted recordings'], paging: 'key', page: `${docs}/voice/api/recording` },
    },
    conferences: {
      changed: {
        none: 'The list is read in full: it takes days of the last update, not instants.',
        page: `${docs}/voice/api/conference-resource`,
      },
    },
    accounts: {
      deletes: { seen: 'state', how: 'A closed account has the status closed.', page: `${docs}/iam/api/account` },
    },
  },
};
