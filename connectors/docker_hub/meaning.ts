import type { Meaning } from '../kit/meaning/meaning.ts';
import { lagNotIn, pageSizeNotIn } from '../kit/meaning/not-documented.ts';

const docs = 'https://docs.docker.com/reference/api/hub/latest/';
/** Those of organization access tokens. A personal one has one permission for all repositories. */
const tokens = 'https://docs.docker.com/security/access-tokens/reference/';
const auditLogs = `${docs}#tag/audit-logs/operation/AuditLogs_ListAuditLogs`;

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: docs },
    listing: { leavesOut: [], paging: 'position', page: `${docs}#tag/repositories` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: docs },
    identity: { none: 'Ids are given by Docker Hub.', page: docs },
    filter: { none: 'Values are parameters of their own.', page: docs },
    lag: { none: 'No record is looked for before it is written.', page: docs },
    ceilings: { pageSize: 100, page: `${docs}#tag/repositories` },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: `${docs}#tag/rate-limiting`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: docs },
  },
  objects: {
    tags: { scopes: { read: ['scope-tag-read'], page: tokens } },
    access_tokens: {
      ceilings: pageSizeNotIn(`${docs}#tag/access-tokens`),
      // Whether a personal access token may list those of its user.
      scopes: {
        notDocumented: { pages: [`${docs}#tag/access-tokens`, tokens], careful: { refusals: 'stop' } },
      },
    },
    audit_events: {
      scopes: { read: ['scope-activity-read'], page: tokens },
      changed: {
        notDocumented: {
          pages: [auditLogs, 'https://docs.docker.com/admin/organization/activity-logs/'],
          careful: {
            field: 'timestamp',
            askedAs: 'from',
            zone: 'utc',
            granularityMs: 1,
            late: { marginMs: 240_000 },
            misses: 'Events that are listed later than that. Those that are listed do not change.',
          },
        },
      },
      ceilings: pageSizeNotIn(auditLogs),
    },
    users: {
      filter: { languages: ['scim'], page: `${docs}#tag/scim` },
      ceilings: { pageSize: 200, page: `${docs}#tag/scim` },
      // The schema that it gives says so of `userName`: `caseExact` is false, `uniqueness` server.
      identity: { field: 'userName', unique: true, ignoresCase: true, page: `${docs}#tag/scim` },
      scopes: { none: 'SCIM takes a token of its own, which has no scopes.', page: `${docs}#tag/scim` },
      lag: lagNotIn(`${docs}#tag/scim`),
    },
  },
};
