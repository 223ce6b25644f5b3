import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn } from '../kit/meaning/not-documented.ts';

const docs = 'https://developer.dnsimple.com/v2';

/** It is looked up before it is written. */
const lookedUp: Pick<ObjectMeaning, 'lag'> = {
  lag: lagNotIn(
    `${docs}/domains/`,
    `${docs}/zones/records/`,
    `${docs}/contacts/`,
    `${docs}/domains/dnssec/`,
    `${docs}/templates/`,
    `${docs}/templates/records/`,
    `${docs}/secondary-dns/`,
    `${docs}/webhooks/`,
  ),
};

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: `${docs}/#filtering` },
    listing: { leavesOut: [], paging: 'position', page: `${docs}/#pagination` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: `${docs}/` },
    identity: { none: 'Ids are given by DNSimple.', page: `${docs}/` },
    filter: { none: 'Values are parameters of their own.', page: `${docs}/#filtering` },
    lag: { none: 'Its writes look nothing up.', page: `${docs}/` },
    ceilings: { pageSize: 100, page: `${docs}/#pagination` },
    login: {
      answers: [
        { status: 401, body: { message: 'Authentication failed' }, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: `${docs}/#response-codes`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${docs}/#response-codes` },
    scopes: { none: 'A token has all rights in its account.', page: `${docs}/#authentication` },
  },
  objects: {
    secondary_primaries: { ...lookedUp },
    template_records: { ...lookedUp },
    templates: { ...lookedUp },
    delegation_signers: { ...lookedUp },
    contacts: { ...lookedUp },
    zone_records: { ...lookedUp },
    domains: { ...lookedUp, identity: caseNotIn('name', { unique: true }, `${docs}/domains/`) },
    webhooks: {
      ...lookedUp,
      listing: { leavesOut: [], paging: 'whole', page: `${docs}/webhooks/` },
      ceilings: { none: 'The list comes as a whole.', page: `${docs}/webhooks/` },
    },
  },
};
