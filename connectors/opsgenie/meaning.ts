import type { Meaning, SampleAnswer } from '../kit/meaning/meaning.ts';

const docs = 'https://docs.opsgenie.com/docs';

/** A page that would end behind the 20,000th record is refused. */
const tooFar: SampleAnswer = {
  status: 422,
  body: { message: 'Sum of offset and limit should be lower than 20000', took: 0.1, requestId: 'a' },
  kind: 'validation',
};

/** Of what is looked up before it is written: at the address that its name makes. */
const atItsAddress = {
  none: 'Nothing is searched: a record is asked for at its own address.',
  page: 'https://github.com/opsgenie/opsgenie-oas/blob/master/swagger.json',
};

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: `${docs}/api-overview` },
    listing: { leavesOut: [], paging: 'whole', page: `${docs}/pagination` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: `${docs}/api-overview` },
    identity: { none: 'Ids are given by Opsgenie.', page: `${docs}/api-overview` },
    filter: { none: 'Values are part of the address.', page: `${docs}/api-overview` },
    lag: { none: 'Nothing is looked up before it is written.', page: `${docs}/api-overview` },
    ceilings: { none: 'The list comes as a whole.', page: `${docs}/pagination` },
    login: {
      answers: [
        { status: 401, body: { message: 'Could not authenticate', took: 0.1, requestId: 'a' }, kind: 'auth_invalid' },
        { status: 403, body: { message: 'You are not authorized', took: 0.1, requestId: 'a' }, kind: 'permission' },
        { status: 429, body: { message: 'You are making too many requests!' }, kind: 'rate_limited' },
      ],
      page: `${docs}/response`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${docs}/response` },
    scopes: {
      read: ['Read', 'Configuration Access'],
      write: ['Create and Update', 'Delete', 'Configuration Access'],
      page: `${docs}/api-key-management`,
    },
  },
  objects: {
    alerts: {
      listing: { leavesOut: [], paging: 'position', page: `${docs}/pagination` },
      ceilings: { pageSize: 100, records: 20_000, beyond: tooFar, page: `${docs}/alert-api` },
    },
    incidents: {
      filter: { none: 'The query is a constant.', page: `${docs}/incident-api` },
      listing: { leavesOut: [], paging: 'position', page: `${docs}/pagination` },
      ceilings: { pageSize: 100, records: 20_000, beyond: tooFar, page: `${docs}/incident-api` },
    },
    users: {
      lag: atItsAddress,
      listing: { leavesOut: [], paging: 'position', page: `${docs}/pagination` },
      ceilings: { pageSize: 100, page: `${docs}/user-api` },
      identity: { field: 'username', unique: true, ignoresCase: true, page: `${docs}/user-api` },
    },
    teams: { lag: atItsAddress },
    schedules: { lag: atItsAddress },
    escalations: { lag: atItsAddress },
  },
};
