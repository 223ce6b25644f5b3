import type { Changed, Fact, Meaning } from '../kit/meaning/meaning.ts';
import { pageSizeNotIn } from '../kit/meaning/not-documented.ts';

const graph = 'https://learn.microsoft.com/en-us/graph';
const api = `${graph}/api`;
const constraints = `${api}/resources/security-error-codes`;

const updated = (page: string): Fact<Changed> => ({
  field: 'lastUpdateDateTime',
  inclusive: true,
  zone: 'utc',
  granularityMs: 1,
  late: { marginMs: 60_000 },
  misses: 'Nothing that the vendor names.',
  page: `${api}/${page}`,
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: `${api}/security-list-securescores` },
    listing: { leavesOut: ['older than the retention of the tenant'], paging: 'cursor', page: `${graph}/paging` },
    deletes: {
      seen: 'absence',
      how: 'Records are not deleted; they are no longer listed when their retention ends.',
      page: `${api}/security-list-incidents`,
    },
    identity: { none: 'Ids are given by Defender, and nothing is created.', page: `${api}/resources/security-alert` },
    filter: { none: 'Filters take instants only.', page: `${api}/security-list-alerts_v2` },
    lag: {
      none: 'Nothing is looked up: records are only changed, by their ids.',
      page: `${api}/security-alert-update`,
    },
    ceilings: pageSizeNotIn(`${api}/security-list-securescorecontrolprofiles`),
    login: {
      answers: [
        {
          status: 401,
          body: {
            error: { code: 'InvalidAuthenticationToken', message: 'Access token has expired or is not yet valid.' },
          },
          kind: 'auth_invalid',
        },
        {
          status: 403,
          body: { error: { code: 'Forbidden', message: 'Missing application roles.' } },
          kind: 'permission',
        },
      ],
      page: `${graph}/resolve-auth-errors`,
    },
    errorsInside: {
      answers: [
        {
          status: 206,
          headers: { warning: '199 - "{Vendor2}/{Provider 2}/504/10000"' },
          body: { value: [] },
          kind: 'transient',
        },
      ],
      page: constraints,
    },
    scopes: { read: ['SecurityEvents.Read.All'], page: `${api}/security-list-securescores#permissions` },
  },
  objects: {
    secure_scores: {
      ceilings: {
        none: 'There is one a day, of 90 days, and a page has as many days as are asked for.',
        page: `${api}/resources/securescore`,
      },
    },
    incidents: {
      changed: updated('security-list-incidents'),
      ceilings: { pageSize: 50, page: 'https://github.com/wazuh/wazuh/issues/28070' },
      scopes: {
        read: ['SecurityIncident.Read.All'],
        write: ['SecurityIncident.ReadWrite.All'],
        page: `${api}/security-incident-update#permissions`,
      },
    },
    alerts: {
      changed: updated('security-list-alerts_v2'),
      ceilings: { pageSize: 1000, page: `${constraints}#constraints` },
      scopes: {
        read: ['SecurityAlert.Read.All'],
        write: ['SecurityAlert.ReadWrite.All'],
        page: `${api}/security-alert-update#permissions`,
      },
    },
  },
};
