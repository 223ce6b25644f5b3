import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { tables } from './kinds.data.ts';

const docs = 'https://learn.microsoft.com/en-us';
const rest = `${docs}/rest/api/azure/`;
const errors = `${docs}/azure/azure-resource-manager/troubleshooting/common-deployment-errors`;

/** An index of all subscriptions, which follows the resources. */
const indexed: Partial<ObjectMeaning> = {
  ceilings: { pageSize: 1000, page: `${docs}/azure/governance/resource-graph/concepts/work-with-data` },
};

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant.', page: rest },
    listing: { leavesOut: ['those that the roles of the application hide'], paging: 'cursor', page: rest },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: rest },
    identity: { none: 'Records are addressed by their ids.', page: rest },
    filter: { none: 'Values are parts of addresses.', page: rest },
    lag: { none: 'Its writes look nothing up.', page: rest },
    ceilings: { none: 'The vendor cuts the pages.', page: `${rest}#async-operations-throttling-and-paging` },
    login: {
      answers: [
        { status: 401, body: { error: { code: 'ExpiredAuthenticationToken' } }, kind: 'auth_invalid' },
        { status: 401, body: { error: { code: 'InvalidAuthenticationTokenTenant' } }, kind: 'auth_invalid' },
        { status: 403, body: { error: { code: 'AuthorizationFailed' } }, kind: 'permission' },
        { status: 429, body: { error: { code: 'SubscriptionRequestsThrottled' } }, kind: 'rate_limited' },
      ],
      page: errors,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: errors },
    scopes: {
      read: ['the role Reader on the subscriptions'],
      write: ['the role Contributor on the subscriptions, and Owner for role assignments and locks'],
      page: `${docs}/azure/role-based-access-control/built-in-roles`,
    },
  },
  objects: {
    activity_log: {
      changed: {
        field: 'eventTimestamp',
        inclusive: true,
        zone: 'utc',
        granularityMs: 1,
        late: { ms: 1_200_000 },
        misses: 'Nothing: events do not change.',
        page: `${docs}/azure/azure-monitor/platform/activity-log`,
      },
      deletes: {
        seen: 'absence',
        how: 'Events are kept for 90 days.',
        page: `${docs}/azure/azure-monitor/platform/activity-log#retention-period`,
      },
    },
    ...Object.fromEntries(Object.keys(tables).map((name) => [name, indexed])),
    resource_changes: {
      ...indexed,
      deletes: {
        seen: 'absence',
        how: 'Changes are kept for 14 days.',
        page: `${docs}/azure/governance/resource-graph/changes/get-resource-changes`,
      },
    },
  },
};
