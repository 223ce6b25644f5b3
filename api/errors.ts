import { errorCodes, HubError } from '../core/errors.ts';
import { messages } from '../core/messages.ts';
import { describeAuthorizationServer } from '../services/access/oauth/authorization-server.ts';
import { toDocumentationUrl } from './docs/example-error.ts';
import { RateLimited } from './rate-limits.ts';
import { type Answer, fail, type Headers } from './answers/respond.ts';

/**
 * Turns anything thrown into an answer: the one place that does.
 *
 * What is not a `HubError` is a fault of ours and shows nothing of itself; the caller logs it with the request's id.
 *
 * @param publicUrl Where the page that explains the code is found, and how a client gets a credential.
 */
export function toHttp(thrown: unknown, requestId: string, publicUrl: string): Answer {
  const error = thrown instanceof HubError ? thrown : internalError;
  const { httpStatus } = errorCodes[error.code];
  const { code, message } = error;
  const details = { ...error.details, documentation_url: toDocumentationUrl(publicUrl, code) };
  return fail(httpStatus, requestId, { code, message, details }, toHeaders(error, publicUrl));
}

const internalError = new HubError('internal_error', messages.internalError);

function toHeaders(error: HubError, publicUrl: string): Headers {
  return {
    ...(error.retryAfterSeconds === undefined ? {} : { 'retry-after': String(error.retryAfterSeconds) }),
    ...challenge(error, publicUrl),
    ...(error instanceof RateLimited ? error.headers : {}),
    ...(error instanceof MethodNotAllowed ? { allow: error.allowed.join(', ') } : {}),
  };
}

/**
 * @see https://www.rfc-editor.org/rfc/rfc6750#section-3
 * @see https://www.rfc-editor.org/rfc/rfc9728#section-5.1
 */
function challenge(error: HubError, publicUrl: string): Headers {
  if (error.code === 'insufficient_scope') return { 'www-authenticate': 'Bearer error="insufficient_scope"' };
  if (error.code !== 'unauthorized') return {};
  const reason = error instanceof NoCredential ? '' : 'error="invalid_token", ';
  const { resourceMetadata } = describeAuthorizationServer(publicUrl);
  return { 'www-authenticate': `Bearer ${reason}resource_metadata="${resourceMetadata}"` };
}

/** The request carries no credential at all. */
export class NoCredential extends HubError {
  constructor() {
    super('unauthorized', messages.credentialMissing);
  }
}

/** The address exists, for other methods. */
export class MethodNotAllowed extends HubError {
  readonly allowed: readonly string[];

  constructor(allowed: readonly string[]) {
    super('method_not_allowed', messages.methodNotAllowed, { details: { allowed } });
    this.allowed = allowed;
  }
}
