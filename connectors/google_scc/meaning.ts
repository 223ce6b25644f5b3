import type { Meaning } from '../kit/meaning/meaning.ts';

const rest = 'https://cloud.google.com/security-command-center/docs/reference/rest';
const findings = 'https://cloud.google.com/security-command-center/docs/how-to-api-list-findings';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: rest },
    listing: { leavesOut: [], paging: 'cursor', page: findings },
    deletes: { seen: 'absence', how: 'Deleted configurations are no longer listed.', page: rest },
    identity: { none: 'Records go by their names, which Google gives.', page: rest },
    filter: { none: 'Lists are read without filters.', page: rest },
    lag: { none: 'No record is looked for before it is written.', page: rest },
    ceilings: { pageSize: 1000, page: `${findings}#page-size` },
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
      page: 'https://cloud.google.com/apis/design/errors',
    },
    errorsInside: {
      none: 'Errors have a status of their own.',
      page: 'https://cloud.google.com/apis/design/errors',
    },
    scopes: {
      read: ['https://www.googleapis.com/auth/cloud-platform'],
      write: ['https://www.googleapis.com/auth/cloud-platform'],
      page: rest,
    },
  },
  objects: {
    findings: {
      changed: {
        none: 'No field has all changes: mutes have an instant of their own, and marks none. All findings are read.',
        page: `${rest}/v1/organizations.sources.findings`,
      },
      deletes: {
        seen: 'state',
        how: 'A finding that no longer holds is INACTIVE; it is no longer listed 13 months later at the earliest.',
        page: `${findings}#findings-retention`,
      },
    },
  },
};
