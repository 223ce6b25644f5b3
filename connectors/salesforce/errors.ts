import type { ErrorRule } from '../kit/http/error-rules.ts';

const code = '[0].errorCode';
const messagePath = '[0].message';

/**
 * Errors are a list, of one most of the time.
 *
 * @see https://developer.salesforce.com/docs/platform/api-rest/guide/errorcodes.md
 * @see https://developer.salesforce.com/docs/atlas.en-us.api.meta/api/sforce_api_calls_concepts_core_data_objects.htm
 */
export const errors: ErrorRule[] = [
  // Too many calls of 20 seconds or longer at once: it is over as soon as they are.
  { when: { path: messagePath, holds: ['ConcurrentRequests'] }, kind: 'rate_limited', messagePath },
  { when: { path: code, equals: ['REQUEST_LIMIT_EXCEEDED', 'STORAGE_LIMIT_EXCEEDED'] }, kind: 'quota', messagePath },
  {
    when: {
      path: code,
      equals: ['QUERY_TIMEOUT', 'SERVER_UNAVAILABLE', 'UNABLE_TO_LOCK_ROW', 'REQUEST_RUNNING_TOO_LONG'],
    },
    kind: 'transient',
    messagePath,
  },
  {
    when: {
      path: code,
      equals: [
        'API_DISABLED_FOR_ORG',
        'API_CURRENTLY_DISABLED',
        'INSUFFICIENT_ACCESS',
        'INSUFFICIENT_ACCESS_OR_READONLY',
        'INSUFFICIENT_ACCESS_ON_CROSS_REFERENCE_ENTITY',
      ],
    },
    kind: 'permission',
    messagePath,
  },
  { when: { path: code, equals: ['DUPLICATES_DETECTED', 'DUPLICATE_VALUE'] }, kind: 'conflict', messagePath },
  {
    when: { status: 300 },
    kind: 'conflict',
    message: 'Several records have this external id. Make it unique, or merge the records.',
  },
  {
    when: { path: code, equals: ['INVALID_FIELD', 'INVALID_TYPE', 'MALFORMED_QUERY'] },
    kind: 'config',
    messagePath,
  },
  {
    when: { status: 400, path: code },
    kind: 'validation',
    messagePath,
    fields: { list: '$', field: 'fields[0]', message: 'message' },
  },
];
