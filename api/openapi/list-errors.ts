import type { ErrorCode } from '../../core/errors.ts';
import type { DescribedRoute } from '../route.ts';

/** What every operation may answer with. */
const always: readonly ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'insufficient_scope',
  'forbidden',
  'organization_suspended',
  'request_timeout',
  'uri_too_long',
  'unsupported_media_type',
  'rate_limited',
  'headers_too_large',
  'internal_error',
  'service_unavailable',
];

/** What a change of one version may answer with. */
const changing: readonly ErrorCode[] = ['precondition_failed', 'precondition_required'];

/** What a request with an `Idempotency-Key` may be answered. */
const keyed: readonly ErrorCode[] = ['idempotency_key_reused', 'idempotency_in_progress'];

/** All refusals of a route: those of its kind, and its own. */
export function listErrors(route: DescribedRoute): ErrorCode[] {
  return [
    ...always,
    ...(route.path.includes('{') ? (['not_found'] as const) : []),
    ...(route.method === 'get' || route.method === 'delete' ? [] : (['payload_too_large'] as const)),
    ...(route.versioned === true && route.method !== 'get' ? changing : []),
    ...(route.namedIn === undefined ? [] : (['precondition_failed'] as const)),
    ...(route.method === 'get' || route.pure === true ? [] : keyed),
    ...(route.errors ?? []),
  ];
}
