import type { Meaning } from '../kit/meaning/meaning.ts';

/** The vendor's description of the API. The pages of the reference are made from it. */
const description = 'https://github.com/boto/botocore/blob/develop/botocore/data/route53/2013-04-01/service-2.json';
/** Errors of all services. */
const errors = 'https://docs.aws.amazon.com/awsconsolehelpdocs/latest/gsg/common-errors.html';
const actions = 'https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonroute53.html';

export const meaning: Meaning = {
  asOf: '2026-11-28',
  all: {
    changed: { none: 'The lists take no instant of change.', page: description },
    listing: { leavesOut: [], paging: 'cursor', page: description },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: description },
    identity: { none: 'Ids are given by Route 53.', page: description },
    filter: { none: 'Nothing is looked for by a filter.', page: description },
    lag: { none: 'No record is looked for before it is written.', page: description },
    ceilings: { pageSize: 100, page: description },
    login: {
      answers: [
        { status: 403, body: { Code: 'UnrecognizedClientException' }, kind: 'auth_invalid' },
        { status: 403, body: { Code: 'ExpiredTokenException' }, kind: 'auth_expired' },
        { status: 403, body: { Code: 'AccessDeniedException' }, kind: 'permission' },
        { status: 400, body: { Code: 'ThrottlingException' }, kind: 'rate_limited' },
      ],
      page: errors,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: errors },
  },
  objects: {
    hosted_zones: {
      scopes: {
        read: ['route53:ListHostedZones'],
        write: ['route53:CreateHostedZone', 'ec2:DescribeVpcs', 'route53:DeleteHostedZone'],
        page: actions,
      },
    },
    record_sets: {
      // Changes while pages are read show in some of them: a name that is written is listed from where its place is.
      listing: { leavesOut: [], paging: 'key', page: description },
      ceilings: { pageSize: 300, page: description },
      identity: { none: 'A set is written by its zone, name and type.', page: description },
      scopes: {
        read: ['route53:ListHostedZones', 'route53:ListResourceRecordSets'],
        write: ['route53:ChangeResourceRecordSets'],
        page: actions,
      },
    },
    health_checks: {
      listing: { leavesOut: [], paging: 'cursor', page: description },
      ceilings: { pageSize: 1000, page: description },
      scopes: {
        read: ['route53:ListHealthChecks'],
        write: ['route53:DeleteHealthCheck'],
        page: actions,
      },
    },
  },
};
