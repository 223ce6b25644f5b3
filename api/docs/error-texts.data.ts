import type { ErrorCode } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { messages } from '../../core/messages.ts';

/** Content of a page under `/docs/errors/`. Backquotes mark what is code. */
export interface ErrorText {
  meaning: string;
  /** When it happens, one case each. */
  when: readonly string[];
  remedy: string;
  /** An example response. */
  example: { message: string; details?: JsonObject };
}

/** What each code of the catalogue means to a caller, and the way out. */
export const errorTexts: Readonly<Record<ErrorCode, ErrorText>> = {
  invalid_request: {
    meaning: 'The request is not valid.',
    when: [
      'The body is empty, is not JSON in UTF-8, or exceeds a limit on its content.',
      'A field or a query parameter is missing, unknown, repeated, or has a wrong value.',
      'The body refers to something that does not exist: a connector, an account, a field of a record.',
    ],
    remedy:
      'Read `details.errors`: it lists every invalid field with its path, its own code and, if there are few, the allowed values. Correct the request before sending it again.',
    example: {
      message: messages.bodyInvalid,
      details: { errors: [{ path: 'name', code: 'required', message: messages.fieldRequired }] },
    },
  },
  unauthorized: {
    meaning: 'The request is not authenticated.',
    when: [
      'The request has no `Authorization` header, or one that is not a single Bearer credential.',
      'The credential is unknown, expired or disabled.',
    ],
    remedy:
      'Send `Authorization: Bearer` with a valid API key. `details.reason` is `expired` or `disabled` if the secret of the key or the signature of the token was right; a rotated key expires when its overlap ends.',
    example: { message: messages.credentialMissing },
  },
  insufficient_scope: {
    meaning: 'The credential is valid, but lacks a scope that this operation requires.',
    when: [
      'The credential does not have the scope of the operation.',
      'The request creates, changes, rotates or deletes a credential that has a scope which the caller lacks.',
    ],
    remedy: 'Use a credential with the scopes in `details.required_scopes`.',
    example: {
      message: messages.scopeMissing({ scopes: 'the scope accounts:write' }),
      details: { required_scopes: ['accounts:write'] },
    },
  },
  forbidden: {
    meaning: 'The credential is valid, but not allowed to do this.',
    when: [
      'The request comes from outside the `allowed_cidrs` of the key.',
      'A key with an expiry or allowed networks creates or widens a key beyond them, or registers an OAuth client or token issuer, which have neither.',
    ],
    remedy:
      'Call from an allowed network; behind a proxy, the operator names it in `HUB_TRUSTED_PROXIES`. Respect the limits in `details.errors`, or use a credential without them.',
    example: { message: messages.addressNotAllowed },
  },
  organization_suspended: {
    meaning: 'The operator of the hub has suspended the organization.',
    when: [
      'A key, a token or a session of the organization is used, or somebody signs in to it.',
      'Its hooks answer deliveries 503 with `Retry-After` instead, so that senders keep them.',
    ],
    remedy:
      'Ask the operator of the hub. Nothing is lost: keys, sessions, schedules and runs go on when the organization is resumed.',
    example: { message: messages.organizationSuspended },
  },
  feature_not_enabled: {
    meaning: 'The feature that this operation belongs to is not enabled for the organization.',
    when: ['The operation belongs to a feature that is enabled per organization.'],
    remedy: 'Ask the operator to enable the feature.',
    example: { message: 'This feature is not enabled for the organization.' },
  },
  not_found: {
    meaning: 'The resource or the operation does not exist.',
    when: [
      'The path is not an operation of the API.',
      'The id does not exist, has another form, or belongs to another organization. The responses are identical on purpose.',
      'The connection has no such object, or the object no such operation: `details.errors` has the names of those that there are. Of a database, this is asked: there is no such table, or its user may not see it.',
    ],
    remedy: 'Check the path, the id, and which organization the credential belongs to.',
    example: { message: messages.resourceNotFound },
  },
  method_not_allowed: {
    meaning: 'The path exists, but not with this method.',
    when: ['The method is not supported, such as `PUT` on a list.'],
    remedy: 'Use one of the methods in the `Allow` header.',
    example: {
      message: messages.methodNotAllowed,
      details: { allowed: ['GET', 'HEAD', 'POST'] },
    },
  },
  request_timeout: {
    meaning: 'The request did not arrive in time.',
    when: ['The headers took longer than 10 seconds to arrive, or the whole request longer than 30 seconds.'],
    remedy: 'Send it again, over a faster connection or with a smaller body.',
    example: { message: messages.requestTimeout },
  },
  conflict: {
    meaning: 'The request conflicts with a stored resource.',
    when: ['A value that must be unique, such as a name, is already in use.'],
    remedy: 'Choose another value, or change the resource that has it.',
    example: { message: messages.issuerRegistered },
  },
  invalid_state: {
    meaning: 'The state of the resource does not allow this.',
    when: [
      'The transition is not possible from the current state, such as an active account back to pending.',
      'The key to rotate is expired or disabled.',
      'A connection that had to be asked lacks a right in its system, or is set up for something that is not there: `details.kind` is `permission` or `config`.',
    ],
    remedy: 'Read the resource, bring it into the right state, then send the request again.',
    example: { message: messages.endpointDisabled },
  },
  integration_not_ready: {
    meaning: 'The set-up of the integration is incomplete.',
    when: ['A draft is activated or executed.', 'A change would make an active integration incomplete.'],
    remedy: 'Complete the steps in `details.missing`; each has a message that says how.',
    example: {
      message: 'This integration is not complete yet: mapping.',
      details: {
        missing: [{ step: 'mapping', message: 'Define a mapping for the fields of the target.' }],
      },
    },
  },
  resource_in_use: {
    meaning: 'Other resources depend on this one.',
    when: [
      'Integrations use the connection, belong to the account, or start after the integration, that is to be deleted.',
      'A key would disable or delete itself.',
    ],
    remedy:
      'Change or delete the resources in `details` first, or use the parameter of the operation that includes them. Use another credential to disable or delete a key.',
    example: {
      message: messages.connectionInUse,
      details: { integrations: ['int_01kanm3t1fe7krd5v2mgxzs2v8'] },
    },
  },
  run_already_finished: {
    meaning: 'The run has ended.',
    when: ['The run to cancel has already succeeded, failed or been canceled.'],
    remedy: 'Nothing is left to do for this run. Start a new one if needed.',
    example: { message: messages.runFinished },
  },
  idempotency_in_progress: {
    meaning: 'A request with the same `Idempotency-Key` is still being processed.',
    when: ['The request was repeated before the first one was answered.'],
    remedy: 'Wait for the time in `Retry-After`, then send the same request again to receive the stored response.',
    example: { message: messages.idempotencyInProgress },
  },
  precondition_failed: {
    meaning: 'The resource has changed since the version in `If-Match`.',
    when: [
      'Someone else changed the resource after you read it.',
      'The request makes something with `If-None-Match: *`, and something of that name is there already.',
    ],
    remedy: 'Read the resource again, apply the change to its new version, and send that with the new `ETag`.',
    example: { message: messages.versionOutdated },
  },
  payload_too_large: {
    meaning: 'The body is too large for this operation.',
    when: ['A body is larger than 1 MiB, or 4 MiB for the definition of an integration.'],
    remedy: 'Send less in one request; `details.max_bytes` is the limit.',
    example: { message: messages.bodyTooLarge({ bytesMax: 1_048_576 }), details: { max_bytes: 1_048_576 } },
  },
  uri_too_long: {
    meaning: 'The URL is too long.',
    when: ['The URL, with its query, is longer than 8 KiB.'],
    remedy: 'Use fewer or shorter parameters.',
    example: { message: messages.urlTooLong({ bytesMax: 8192 }) },
  },
  unsupported_media_type: {
    meaning: 'The body is not declared as JSON in UTF-8.',
    when: [
      '`Content-Type` names another type or character set, or is missing although there is a body.',
      'The body is compressed (`Content-Encoding`).',
    ],
    remedy:
      'Send `Content-Type: application/json`, or `application/merge-patch+json` with PATCH, and an uncompressed body.',
    example: { message: messages.contentTypeUnsupported },
  },
  idempotency_key_reused: {
    meaning: 'The `Idempotency-Key` was already used with a different request.',
    when: ['Two requests to one operation carry the same key and differ in caller, address, query or body.'],
    remedy: 'Use a new key for each new request, and reuse a key only to repeat the same request.',
    example: { message: messages.idempotencyKeyReused },
  },
  connection_test_failed: {
    meaning: 'The connection was to be tested before it is stored, and the test failed.',
    when: ['A connection is created or changed with `verify=true`, and a check of its test fails.'],
    remedy: 'Read the checks in `details`, correct the parameters or the credentials, and try again.',
    example: { message: messages.connectionTestFailed },
  },
  precondition_required: {
    meaning: 'The organization requires `If-Match` on changes, and the request has none.',
    when: ['A resource is changed without its version, in an organization that requires it.'],
    remedy: 'Read the resource and send its `ETag` as `If-Match`.',
    example: { message: messages.versionMissing },
  },
  rate_limited: {
    meaning: 'Too many requests in a short time.',
    when: ['The credential, its organization, or an address without a credential exceeded its rate.'],
    remedy: 'Wait for the time in `Retry-After`. The `RateLimit` headers of every other response say how much is left.',
    example: { message: messages.rateLimited, details: { limit: 'key' } },
  },
  quota_exceeded: {
    meaning: 'A limit of the organization is reached.',
    when: [
      'The integration already has the maximum number of waiting runs.',
      'Too many tests, lookups or authorizations of connections are in progress.',
      'The organization already has the maximum number of webhook endpoints.',
    ],
    remedy:
      '`details.quota` names the limit and `details.limit` its value. Delete some of what it counts, or wait for it to finish.',
    example: {
      message: messages.waitingRunsTooMany({ max: 100 }),
      details: { quota: 'waiting_runs', limit: 100 },
    },
  },
  headers_too_large: {
    meaning: 'The headers of the request are too large.',
    when: ['The headers are larger than 16 KiB together.'],
    remedy: 'Send fewer or shorter headers.',
    example: { message: messages.headersTooLarge({ bytesMax: 16_384 }) },
  },
  internal_error: {
    meaning: 'The hub has failed.',
    when: ['An unexpected error occurred. The response does not contain the cause; the log does.'],
    remedy: 'Send the request again. If it fails again, report `details.request_id`.',
    example: { message: messages.internalError },
  },
  upstream_error: {
    meaning: 'The third-party system returned an error while the hub called it for this request.',
    when: ['An operation that calls the system immediately, such as the discovery of its objects, was refused by it.'],
    remedy: 'Read `details`, check the system and the connection, and try again.',
    example: { message: 'The third party answered with an error.' },
  },
  service_unavailable: {
    meaning: 'A dependency of the hub is currently unavailable.',
    when: ['The database does not respond, no worker accepts a test, or the process is about to stop.'],
    remedy: 'Wait for the time in `Retry-After`, then send the request again.',
    example: { message: messages.databaseUnavailable },
  },
  upstream_timeout: {
    meaning: 'The third-party system did not respond in time while the hub called it for this request.',
    when: ['An operation that calls the system immediately took longer than a request may take.'],
    remedy: 'Try again later.',
    example: { message: messages.upstreamTimeout },
  },
};
