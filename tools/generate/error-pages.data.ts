import type { ErrorCode } from '../../core/errors.ts';

/** What each code of the catalogue means to a caller, and the way out. */
export const errorTexts: Readonly<Record<ErrorCode, { meaning: string; remedy: string }>> = {
  invalid_request: {
    meaning:
      'The request breaks its contract: malformed JSON, a missing, unknown or wrong field or parameter, or an empty body.',
    remedy:
      'Read `details.errors`: it lists every wrong field with its path, a code of its own and, where there are few, the allowed values. Correct the request before sending it again.',
  },
  unauthorized: {
    meaning: 'The request carries no credential, or one that is malformed, unknown, expired or disabled.',
    remedy:
      'Send `Authorization: Bearer` with a valid API key. `details.reason` says `expired` or `disabled` for a key whose secret was right; a rotated key expires when its overlap ends.',
  },
  insufficient_scope: {
    meaning:
      'The credential is valid and lacks a scope that this needs: that of the route or, where a credential is made, changed, rotated or deleted, a scope which that one has.',
    remedy: 'Use a credential with the scopes in `details.required_scopes`.',
  },
  forbidden: {
    meaning:
      'The credential is valid, and its role may not do this, or the request comes from outside of its `allowed_cidrs`.',
    remedy:
      'Ask an administrator of the organization for the role, or call from an allowed network. Behind a proxy, the operator names it in `HUB_TRUSTED_PROXIES`.',
  },
  feature_not_enabled: {
    meaning: 'The organization does not have the feature that this route belongs to.',
    remedy: 'Have the feature enabled for the organization.',
  },
  not_found: {
    meaning:
      'Nothing is at this address: the route does not exist, the id does not exist, or it belongs to another organization. The three answers are the same on purpose.',
    remedy: 'Check the path, the id, and which organization the API key belongs to.',
  },
  method_not_allowed: {
    meaning: 'The route exists and does not take this method.',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  request_timeout: {
    meaning: 'The request did not arrive in time.',
    remedy: 'Send it again, over a faster connection or with a smaller body.',
  },
  conflict: {
    meaning: 'The request contradicts something that is stored, such as a name that has to be unique.',
    remedy: 'Choose another value, or change the resource that has it.',
  },
  invalid_state: {
    meaning:
      'The resource is in a state that does not allow this, such as a key that does not work and cannot be rotated.',
    remedy: 'Read the resource, bring it into the right state, then send the request again.',
  },
  integration_not_ready: {
    meaning: 'The integration lacks a step of its set-up, so it cannot be activated or executed.',
    remedy: 'Complete the steps that `details` names: connector, parameters, mapping, triggers, test.',
  },
  resource_in_use: {
    meaning: 'Something else depends on the resource, or the request itself does: no key can disable or delete itself.',
    remedy:
      'Remove what depends on it first, or ask for both with the parameter that the route offers for it. Use another credential to end a key.',
  },
  run_already_finished: {
    meaning: 'The run has ended, so it can no longer be canceled or approved.',
    remedy: 'Nothing is left to do for this run; start a new one.',
  },
  idempotency_in_progress: {
    meaning: 'A request with the same `Idempotency-Key` is still being carried out.',
    remedy: 'Wait for the time in `Retry-After`, then send the same request again: it gets the stored answer.',
  },
  precondition_failed: {
    meaning: 'The resource has changed since the version in `If-Match`.',
    remedy: 'Read the resource again, apply the change to its new version, and send that with the new `ETag`.',
  },
  payload_too_large: {
    meaning: 'The body is larger than this route takes.',
    remedy: 'Send less in one request.',
  },
  uri_too_long: {
    meaning: 'The address, with its query, is longer than 8 KiB.',
    remedy: 'Use fewer or shorter parameters.',
  },
  unsupported_media_type: {
    meaning: 'The body is not declared as JSON in UTF-8.',
    remedy: 'Send `Content-Type: application/json`.',
  },
  idempotency_key_reused: {
    meaning: 'The `Idempotency-Key` was used before, with another body.',
    remedy: 'Use a new key for a new request, and the same key for a repetition of the same request only.',
  },
  connection_test_failed: {
    meaning: 'The connection was to be verified before it is stored, and its test failed.',
    remedy: 'Read the checks in `details`, correct the parameters or the credentials, and try again.',
  },
  precondition_required: {
    meaning: 'The organization asks for `If-Match` on changes, and the request has none.',
    remedy: 'Read the resource and send its `ETag` as `If-Match`.',
  },
  rate_limited: {
    meaning: 'Too many requests in a short time, from this key or this organization.',
    remedy: 'Wait for the time in `Retry-After`. The `RateLimit` headers say how much is left.',
  },
  quota_exceeded: {
    meaning: 'A limit of the organization is reached, such as the number of waiting runs.',
    remedy: 'Wait until some of them have ended, or have the limit raised.',
  },
  headers_too_large: {
    meaning: 'The headers of the request are larger than 16 KiB together.',
    remedy: 'Send fewer or shorter headers.',
  },
  internal_error: {
    meaning: 'The hub has failed. The answer says nothing of the cause; the log has it under the request id.',
    remedy: 'Send the request again. If it fails again, report `details.request_id`.',
  },
  upstream_error: {
    meaning: 'The third-party system answered with an error while the hub asked it for this request.',
    remedy: 'Read `details`, check the system and the connection, and try again.',
  },
  service_unavailable: {
    meaning: 'Something that the hub needs, such as its database, is not available now.',
    remedy: 'Wait for the time in `Retry-After`, then send the request again.',
  },
  upstream_timeout: {
    meaning: 'The third-party system did not answer in time while the hub asked it for this request.',
    remedy: 'Try again later.',
  },
};
