import type { ErrorCode } from '../../core/errors.ts';
import type { Route } from '../route.ts';

/** What every operation may answer with. */
const always: readonly ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'insufficient_scope',
  'request_timeout',
  'uri_too_long',
  'unsupported_media_type',
  'headers_too_large',
  'internal_error',
  'service_unavailable',
];

/** All refusals of a route: those of its kind, and its own. */
export function listErrors(route: Route): ErrorCode[] {
  return [
    ...always,
    ...(route.path.includes('{') ? (['not_found'] as const) : []),
    ...(route.method === 'get' || route.method === 'delete' ? [] : (['payload_too_large'] as const)),
    ...(route.errors ?? []),
  ];
}
