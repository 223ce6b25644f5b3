import { errorCodes, type ErrorCode } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { DescribedRoute } from '../route.ts';
import { listErrors } from './list-errors.ts';

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };

/** Headers of answers. One that is `required` comes with every answer that names it. */
export const headerComponents = {
  'Request-Id': {
    description: 'The id of the request: the one that was sent, or a new one. Name it when you ask for help.',
    required: true,
    schema: text,
    example: 'req_01kanm3t1fe7krd5v2mgxzs2v8',
  },
  RateLimit: {
    description:
      'The limit to heed: how many requests are left (`r`), and the seconds until all are there again (`t`).',
    required: true,
    schema: text,
    example: '"key";r=99;t=1',
  },
  'RateLimit-Policy': {
    description: 'What the limit allows: requests (`q`) in a window of seconds (`w`).',
    required: true,
    schema: text,
    example: '"key";q=600;w=60',
  },
  'X-RateLimit-Limit': {
    description: 'Requests that the limit allows in a minute.',
    required: true,
    schema: count,
    example: 600,
  },
  'X-RateLimit-Remaining': { description: 'Requests that are left.', required: true, schema: count, example: 99 },
  'X-RateLimit-Reset': {
    description: 'Seconds until all requests are there again.',
    required: true,
    schema: count,
    example: 1,
  },
  ETag: {
    description:
      'Names the version that is shown. Send it as `If-Match` with a change, as `If-None-Match` to read again.',
    required: true,
    schema: text,
    example: '"3-k2R7dJqk0Zr2Yw5b"',
  },
  Location: {
    description: 'Address of the resource.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
    example: '/v1/connections/conn_01kanm3t1fe7krd5v2mgxzs2v8',
  },
  Link: {
    description:
      'The pages around this one: `first`, `prev`, `next`, `last` (RFC 8288). Absent where there is no other.',
    schema: text,
    example: '</v1/connections?page=2&per_page=100>; rel="next"',
  },
  'Idempotent-Replayed': {
    description: 'The answer is the kept one of an earlier request with the same `Idempotency-Key`.',
    schema: { const: 'true' },
    example: 'true',
  },
  'Preference-Applied': {
    description: 'Which preferences were applied.',
    schema: text,
    example: 'wait=10',
  },
  'Set-Cookie': {
    description: 'The session, or the attempt to sign in. Scripts cannot read it.',
    schema: text,
    example: '__Host-hub_session=…; Max-Age=604800; Path=/; Secure; HttpOnly; SameSite=Lax',
  },
  'Hub-Notice': {
    description: '`content-type-missing`: the request had no `Content-Type`, which will not always be let pass.',
    schema: { const: 'content-type-missing' },
    example: 'content-type-missing',
  },
  'Retry-After': {
    description: 'Seconds after which the same request makes sense again.',
    required: true,
    schema: count,
    example: 2,
  },
  'WWW-Authenticate': {
    description: 'What the credential lacks (RFC 6750).',
    required: true,
    schema: text,
    example: 'Bearer error="invalid_token"',
  },
} as const satisfies Record<string, JsonObject>;

type HeaderName = keyof typeof headerComponents;

const rateLimits: readonly HeaderName[] = [
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

/** True where an answer carries an entity tag. */
export function isTagged({ method, path, paginated, streams, tagged, versioned, located }: DescribedRoute): boolean {
  if (streams === true) return false;
  if (method === 'get') return paginated !== true || tagged === true;
  // A change that makes another resource shows that one; its version is learnt by reading it.
  const showsAnother = located === true && path.includes('{');
  return versioned === true && method !== 'delete' && !showsAnother;
}

/** Whether an `Idempotency-Key` makes a difference. */
export function isKeyed({ method, pure }: DescribedRoute): boolean {
  return method !== 'get' && pure !== true;
}

/** Headers of the answer to a request that was carried out. */
export function successHeaders(route: DescribedRoute): JsonObject {
  // Without a credential, nothing is counted but attempts.
  if (route.scope === 'none') return toRefs(['Request-Id', 'Set-Cookie']);
  return toRefs([
    'Request-Id',
    ...rateLimits,
    ...(isTagged(route) ? (['ETag'] as const) : []),
    ...(route.located === true ? (['Location'] as const) : []),
    ...(route.paginated === true ? (['Link'] as const) : []),
    ...(isKeyed(route) ? (['Idempotent-Replayed'] as const) : []),
    ...(route.outcome === undefined ? [] : (['Preference-Applied'] as const)),
    'Hub-Notice',
  ]);
}

/** Headers of the response that a result is pending. */
export function pendingHeaders(): JsonObject {
  return toRefs(['Request-Id', ...rateLimits, 'Retry-After', 'Hub-Notice']);
}

/** Headers of an answer without a body. */
export function notModifiedHeaders(): JsonObject {
  return toRefs(['Request-Id', 'ETag', ...rateLimits]);
}

/** Headers of a refusal, by its status. Those that only some codes of the status bring are not promised. */
export function errorHeaders(status: number): JsonObject {
  const optional = (...names: readonly HeaderName[]): JsonObject =>
    Object.fromEntries(names.map((name) => [name, { ...headerComponents[name], required: false }]));
  const common = toRefs(['Request-Id']);
  switch (status) {
    case 401:
      return { ...common, ...toRefs(['WWW-Authenticate']) };
    case 403:
      return { ...common, ...optional('WWW-Authenticate') };
    case 409:
      return { ...common, ...optional('Retry-After') };
    case 429:
      return { ...common, ...toRefs(['Retry-After']), ...optional(...rateLimits) };
    case 503:
      return { ...common, ...toRefs(['Retry-After']) };
    default:
      return common;
  }
}

/** Every status that a route refuses with, in order, with its codes. */
export function listRefusals(routes: readonly DescribedRoute[]): [status: number, codes: ErrorCode[]][] {
  const used = new Set(routes.flatMap(listErrors));
  const byStatus = Map.groupBy(used, (code) => errorCodes[code].httpStatus);
  return [...byStatus]
    .map(([status, codes]): [number, ErrorCode[]] => [status, codes.toSorted()])
    .toSorted(([a], [b]) => a - b);
}

function toRefs(names: readonly HeaderName[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
