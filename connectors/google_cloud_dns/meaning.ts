import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn, pageSizeNotIn } from '../kit/meaning/not-documented.ts';

const rest = 'https://cloud.google.com/dns/docs/reference/rest/v1';
const errors = 'https://cloud.google.com/apis/design/errors';

/** It is looked up before it is written. */
const lookedUp = (resource: string): Pick<ObjectMeaning, 'lag'> => ({
  lag: lagNotIn(`${rest}/${resource}/create`, `${rest}/${resource}/get`),
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: rest },
    listing: { leavesOut: [], paging: 'cursor', page: `${rest}/managedZones/list` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: rest },
    identity: { none: 'Records are read only.', page: rest },
    filter: { none: 'Values are parameters of their own.', page: rest },
    lag: { none: 'No record is looked for before it is written.', page: rest },
    ceilings: pageSizeNotIn(
      `${rest}/managedZones/list`,
      `${rest}/resourceRecordSets/list`,
      `${rest}/dnsKeys/list`,
      `${rest}/changes/list`,
      `${rest}/policies/list`,
      `${rest}/responsePolicies/list`,
      `${rest}/responsePolicyRules/list`,
    ),
    login: {
      answers: [
        {
          status: 401,
          body: { error: { code: 401, status: 'UNAUTHENTICATED', message: 'The request has invalid credentials.' } },
          kind: 'auth_invalid',
        },
        {
          status: 403,
          body: { error: { code: 403, status: 'PERMISSION_DENIED', message: 'Permission denied.' } },
          kind: 'permission',
        },
        {
          status: 429,
          body: { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded.' } },
          kind: 'rate_limited',
        },
      ],
      page: errors,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: errors },
    scopes: {
      read: ['https://www.googleapis.com/auth/ndev.clouddns.readonly'],
      write: ['https://www.googleapis.com/auth/ndev.clouddns.readwrite'],
      page: `${rest}/managedZones/list`,
    },
  },
  objects: {
    zones: {
      ...lookedUp('managedZones'),
      // Names are in lower case only.
      identity: { field: 'name', unique: true, ignoresCase: false, page: `${rest}/managedZones` },
    },
    record_sets: {
      ...lookedUp('resourceRecordSets'),
      // A zone has one set of a name and a type.
      identity: caseNotIn(
        'name',
        { unique: true },
        `${rest}/resourceRecordSets`,
        `${rest}/resourceRecordSets/get`,
        'https://cloud.google.com/dns/docs/records',
      ),
    },
    policies: {
      ...lookedUp('policies'),
      identity: caseNotIn('name', { unique: true }, `${rest}/policies`, `${rest}/policies/get`),
    },
    response_policies: {
      ...lookedUp('responsePolicies'),
      identity: caseNotIn(
        'responsePolicyName',
        { unique: true },
        `${rest}/responsePolicies`,
        `${rest}/responsePolicies/get`,
      ),
    },
    response_policy_rules: {
      ...lookedUp('responsePolicyRules'),
      identity: caseNotIn(
        'ruleName',
        { unique: true },
        `${rest}/responsePolicyRules`,
        `${rest}/responsePolicyRules/get`,
      ),
    },
  },
};
