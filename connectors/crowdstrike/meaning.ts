import type { Meaning, SampleAnswer } from '../kit/meaning/meaning.ts';

const filtering = 'https://github.com/CrowdStrike/psfalcon/wiki/Filtering-Results';
const responses = 'https://www.falconpy.io/Usage/Response-Handling.html';
const collections = 'https://developer.crowdstrike.com/api-reference/collections';

/** An answer whose status says success, with what went wrong in its body. */
const inside = (code: number, message: string, kind: SampleAnswer['kind']): SampleAnswer => ({
  status: 200,
  body: { meta: { trace_id: 't' }, resources: [], errors: [{ code, message }] },
  kind,
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant.', page: `${collections}/` },
    listing: { leavesOut: [], paging: 'position', page: `${collections}/` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: `${collections}/` },
    identity: { none: 'Ids are given by Falcon.', page: `${collections}/` },
    filter: { languages: ['fql'], page: filtering },
    lag: { unknown: 'Searches have an index of their own, and no bound is told; half a minute is waited.' },
    ceilings: { unknown: 'Each list has its own largest page; most give 10,000 records by position.' },
    login: {
      answers: [
        {
          status: 403,
          body: { errors: [{ code: 403, message: 'access denied, invalid bearer token' }] },
          kind: 'auth_expired',
        },
        {
          status: 403,
          body: { errors: [{ code: 403, message: 'access denied, scope not permitted' }] },
          kind: 'permission',
        },
        {
          status: 401,
          body: { errors: [{ code: 401, message: 'access denied, authorization failed' }] },
          kind: 'auth_invalid',
        },
      ],
      page: responses,
    },
    errorsInside: {
      answers: [
        inside(400, 'invalid filter', 'validation'),
        inside(403, 'access denied', 'permission'),
        inside(404, 'no matching entity found', 'not_found'),
        inside(409, 'duplicate name', 'conflict'),
        inside(429, 'rate limit exceeded', 'rate_limited'),
        inside(500, 'internal error', 'transient'),
      ],
      page: responses,
    },
    scopes: { unknown: 'Each collection has a scope of its own.' },
  },
  objects: {
    hosts: {
      changed: {
        field: 'modified_timestamp',
        inclusive: true,
        zone: 'utc',
        granularityMs: 1000,
        lateMs: 60_000,
        misses: 'Hosts that are hidden or removed.',
        page: `${collections}/hosts/`,
      },
      listing: { leavesOut: ['hidden'], paging: 'cursor', page: `${collections}/hosts/` },
      deletes: { seen: 'absence', how: 'A hidden host is in the list of hidden hosts.', page: `${collections}/hosts/` },
      ceilings: { pageSize: 5000, page: `${collections}/hosts/` },
      scopes: { read: ['Hosts:read'], page: `${collections}/hosts/` },
    },
    hidden_hosts: {
      listing: { leavesOut: [], paging: 'cursor', page: `${collections}/hosts/` },
      ceilings: { pageSize: 5000, page: `${collections}/hosts/` },
      scopes: { read: ['Hosts:read'], page: `${collections}/hosts/` },
    },
    host_containments: { scopes: { write: ['Hosts:write'], page: `${collections}/hosts/` } },
    host_groups: {
      ceilings: { pageSize: 500, page: `${collections}/host-group/` },
      scopes: { read: ['Host groups:read'], write: ['Host groups:write'], page: `${collections}/host-group/` },
    },
    alerts: {
      changed: {
        field: 'updated_timestamp',
        inclusive: true,
        zone: 'utc',
        granularityMs: 1000,
        lateMs: 60_000,
        misses: 'Comments.',
        page: `${collections}/alerts/`,
      },
      listing: { leavesOut: ['hidden'], paging: 'cursor', page: `${collections}/alerts/` },
      ceilings: { pageSize: 1000, page: `${collections}/alerts/` },
      scopes: { read: ['Alerts:read'], write: ['Alerts:write'], page: `${collections}/alerts/` },
    },
    users: {
      identity: { field: 'uid', unique: true, ignoresCase: true, page: `${collections}/user-management/` },
      ceilings: { pageSize: 500, page: `${collections}/user-management/` },
      scopes: {
        read: ['User management:read'],
        write: ['User management:write'],
        page: `${collections}/user-management/`,
      },
    },
  },
};
