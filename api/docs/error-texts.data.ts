import type { ErrorCode } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';

/** What a page under `/docs/errors/` tells of a code. Backquotes mark what is code. */
export interface ErrorText {
  meaning: string;
  /** When it comes, one case each. */
  when: readonly string[];
  remedy: string;
  /** What such an answer says. */
  example: { message: string; details?: JsonObject };
}

/** What each code of the catalogue means to a caller, and the way out. */
export const errorTexts: Readonly<Record<ErrorCode, ErrorText>> = {
  invalid_request: {
    meaning: 'The request breaks its contract.',
    when: [
      'The body is empty, is not JSON in UTF-8, or holds what no body may hold.',
      'A field or a query parameter is missing, unknown, repeated, or has a wrong value.',
      'What the body refers to does not exist: a connector, an account, a field of a record.',
    ],
    remedy:
      'Read `details.errors`: it lists every wrong field with its path, a code of its own and, where there are few, the allowed values. Correct the request before sending it again.',
    example: {
      message: 'The body is not valid.',
      details: { errors: [{ path: 'name', code: 'required', message: 'This field is required.' }] },
    },
  },
  unauthorized: {
    meaning: 'The hub does not know who is asking.',
    when: [
      'The request has no `Authorization` header, or one that is not a single Bearer credential.',
      'The credential is unknown, expired or disabled.',
    ],
    remedy:
      'Send `Authorization: Bearer` with a valid API key. `details.reason` says `expired` or `disabled` for a key whose secret was right, or a token whose signature was; a rotated key expires when its overlap ends.',
    example: { message: 'Send an API key or an access token: Authorization: Bearer <API_KEY>.' },
  },
  insufficient_scope: {
    meaning: 'The credential is valid and lacks a scope that this operation needs.',
    when: [
      'An operation is called whose scope the credential was not given.',
      'A credential is made, changed, rotated or deleted that has a scope which the caller lacks.',
    ],
    remedy: 'Use a credential with the scopes in `details.required_scopes`.',
    example: {
      message: 'This needs the scope accounts:write, which the credential does not have.',
      details: { required_scopes: ['accounts:write'] },
    },
  },
  forbidden: {
    meaning: 'The credential is valid, and may not do this.',
    when: [
      'The request comes from outside of the `allowed_cidrs` of the key.',
      'A key with an end or networks makes or widens a key beyond them, or admits a client or issuer, which have none.',
    ],
    remedy:
      'Call from an allowed network; behind a proxy, the operator names it in `HUB_TRUSTED_PROXIES`. Keep to the limits in `details.errors`, or use a credential without them.',
    example: { message: 'The credential may not be used from this address.' },
  },
  feature_not_enabled: {
    meaning: 'The organization does not have the feature that this operation belongs to.',
    when: ['An operation of a feature is called that is enabled for each organization apart.'],
    remedy: 'Have the feature enabled for the organization.',
    example: { message: 'This feature is not enabled for the organization.' },
  },
  not_found: {
    meaning: 'Nothing is at this address.',
    when: [
      'The address is no operation of the API.',
      'The id does not exist, has another form, or belongs to another organization. The answers are the same on purpose.',
    ],
    remedy: 'Check the path, the id, and which organization the credential belongs to.',
    example: { message: 'Nothing was found at this address.' },
  },
  method_not_allowed: {
    meaning: 'The address exists and does not take this method.',
    when: ['A resource is sent a method that it does not have, such as `PUT` to a list.'],
    remedy: 'Use one of the methods in the `Allow` header.',
    example: {
      message: 'This address does not support the method.',
      details: { allowed: ['GET', 'HEAD', 'POST'] },
    },
  },
  request_timeout: {
    meaning: 'The request did not arrive in time.',
    when: ['The headers took longer than 10 seconds to arrive, or the whole request longer than 30 seconds.'],
    remedy: 'Send it again, over a faster connection or with a smaller body.',
    example: { message: 'The request did not arrive in time.' },
  },
  conflict: {
    meaning: 'The request contradicts something that is stored.',
    when: ['A value has to be unique, such as a name, and something else has it already.'],
    remedy: 'Choose another value, or change the resource that has it.',
    example: { message: 'Something else has this value already.' },
  },
  invalid_state: {
    meaning: 'The resource is in a state that does not allow this.',
    when: [
      'A transition is asked for that the present state does not have, such as an active account back to pending.',
      'A key is rotated that does not work.',
    ],
    remedy: 'Read the resource, bring it into the right state, then send the request again.',
    example: { message: 'The present state does not allow this.' },
  },
  integration_not_ready: {
    meaning: 'The integration lacks a step of its set-up.',
    when: ['A draft is activated or executed.', 'A change would take a step away from an integration that is active.'],
    remedy: 'Complete the steps in `details.missing`, each of which comes with what it needs.',
    example: {
      message: 'This integration is not complete yet: mapping.',
      details: {
        missing: [{ step: 'mapping', message: 'Say how the fields of the target get their values.' }],
      },
    },
  },
  resource_in_use: {
    meaning: 'Something else depends on the resource.',
    when: [
      'A connection is deleted that integrations use, or an account that has some.',
      'A key would disable or delete itself.',
    ],
    remedy:
      'Change or delete what `details` names first, or ask for both with the parameter that the operation has for it. Use another credential to end a key.',
    example: {
      message: 'Integrations use this connection. Change or delete them first.',
      details: { integrations: ['int_01kanm3t1fe7krd5v2mgxzs2v8'] },
    },
  },
  run_already_finished: {
    meaning: 'The run has ended.',
    when: ['A run is canceled or approved that has succeeded, failed, or was canceled before.'],
    remedy: 'Nothing is left to do for this run; start a new one.',
    example: { message: 'The run has already finished.' },
  },
  idempotency_in_progress: {
    meaning: 'A request with the same `Idempotency-Key` is still being carried out.',
    when: ['A request is repeated before its first sending was answered.'],
    remedy: 'Wait for the time in `Retry-After`, then send the same request again: it gets the stored answer.',
    example: { message: 'A request with this Idempotency-Key is under way.' },
  },
  precondition_failed: {
    meaning: 'The resource has changed since the version in `If-Match`.',
    when: ['Somebody else changed the resource between reading and changing it.'],
    remedy: 'Read the resource again, apply the change to its new version, and send that with the new `ETag`.',
    example: { message: 'It was changed since. Read it again, then repeat the change.' },
  },
  payload_too_large: {
    meaning: 'The body is larger than this operation takes.',
    when: ['A body is larger than 1 MiB, or 4 MiB for the document of an integration.'],
    remedy: 'Send less in one request; `details.max_bytes` is the limit.',
    example: { message: 'The body is larger than 1048576 bytes.', details: { max_bytes: 1_048_576 } },
  },
  uri_too_long: {
    meaning: 'The address is too long.',
    when: ['The address, with its query, is longer than 8 KiB.'],
    remedy: 'Use fewer or shorter parameters.',
    example: { message: 'The address is longer than 8192 bytes.' },
  },
  unsupported_media_type: {
    meaning: 'The body is not declared as JSON in UTF-8.',
    when: [
      '`Content-Type` names another type or character set, or a body comes without it.',
      'The body is packed, as `Content-Encoding` says.',
    ],
    remedy:
      'Send `Content-Type: application/json`, with PATCH also `application/merge-patch+json`, and the body as it is.',
    example: { message: 'Content-Type must be application/json, in UTF-8.' },
  },
  idempotency_key_reused: {
    meaning: 'The `Idempotency-Key` was used before, with another request.',
    when: ['Two requests to one operation carry the same key and differ in caller, address, query or body.'],
    remedy: 'Use a new key for a new request, and the same key for a repetition of the same request only.',
    example: { message: 'This Idempotency-Key came with another request before.' },
  },
  connection_test_failed: {
    meaning: 'The connection was to be verified before it is stored, and its test failed.',
    when: ['A connection is created or changed with `verify=true`, and the third party refuses it.'],
    remedy: 'Read the checks in `details`, correct the parameters or the credentials, and try again.',
    example: { message: 'The test of the connection failed.' },
  },
  precondition_required: {
    meaning: 'The organization asks for `If-Match` on changes, and the request has none.',
    when: ['A resource is changed without naming its version, in an organization that requires it.'],
    remedy: 'Read the resource and send its `ETag` as `If-Match`.',
    example: { message: 'Send If-Match with the ETag of the version that you change.' },
  },
  rate_limited: {
    meaning: 'Too many requests came in a short time.',
    when: ['The credential, its organization, or an address without a credential is above its rate.'],
    remedy: 'Wait for the time in `Retry-After`. The `RateLimit` headers of every other answer say how much is left.',
    example: { message: 'Too many requests. Please wait before the next one.', details: { limit: 'key' } },
  },
  quota_exceeded: {
    meaning: 'A limit of the organization is reached.',
    when: [
      'An integration is executed that has its full number of runs waiting already.',
      'Too many tests, look-ups or authorizations of connections are under way.',
      'A webhook endpoint is added where there are as many as may be.',
    ],
    remedy:
      '`details.quota` says which limit it is, and `details.limit` how high. Wait until some of what counts has ended, or remove some.',
    example: {
      message: '100 runs of this integration wait already.',
      details: { quota: 'waiting_runs', limit: 100 },
    },
  },
  headers_too_large: {
    meaning: 'The headers of the request are too large.',
    when: ['The headers are larger than 16 KiB together.'],
    remedy: 'Send fewer or shorter headers.',
    example: { message: 'The headers are larger than 16384 bytes.' },
  },
  internal_error: {
    meaning: 'The hub has failed.',
    when: ['Something happened that the hub was not made for. The answer says nothing of the cause; the log does.'],
    remedy: 'Send the request again. If it fails again, report `details.request_id`.',
    example: { message: 'Something went wrong on our side. Please try again.' },
  },
  upstream_error: {
    meaning: 'The third-party system answered with an error while the hub asked it for this request.',
    when: ['An operation that asks the third party at once, such as discovering its objects, was refused by it.'],
    remedy: 'Read `details`, check the system and the connection, and try again.',
    example: { message: 'The third party answered with an error.' },
  },
  service_unavailable: {
    meaning: 'Something that the hub needs is not available now.',
    when: ['The database does not answer, no worker takes a test up, or the process is about to stop.'],
    remedy: 'Wait for the time in `Retry-After`, then send the request again.',
    example: { message: 'The database does not answer.' },
  },
  upstream_timeout: {
    meaning: 'The third-party system did not answer in time while the hub asked it for this request.',
    when: ['An operation that asks the third party at once waited longer than a request may take.'],
    remedy: 'Try again later.',
    example: { message: 'The third party did not answer in time.' },
  },
};
