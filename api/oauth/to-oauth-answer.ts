import { errorCodes, HubError } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';
import { OauthError, oauthErrors } from '../../services/access/oauth/oauth-error.ts';
import { type Answer, plain } from '../answers/respond.ts';

/**
 * Turns anything thrown into the form that clients of the token endpoint expect.
 *
 * `server_error` and `temporarily_unavailable` have the meaning of RFC 6749 §4.1.2.1, which the token endpoint borrows
 * here: it has no names of its own for faults of the server.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-5.2
 */
export function toOauthAnswer(thrown: unknown, requestId: string): Answer {
  if (thrown instanceof OauthError) {
    const challenge = thrown.code === 'invalid_client' ? { 'www-authenticate': 'Basic realm="oauth"' } : {};
    return refuse(oauthErrors[thrown.code], requestId, { error: thrown.code, text: thrown.message }, challenge);
  }
  if (!(thrown instanceof HubError)) return refuse(500, requestId, { error: 'server_error', text: fault });
  const { httpStatus } = errorCodes[thrown.code];
  const error = nameOf(thrown);
  const { retryAfterSeconds: seconds } = thrown;
  const text = error === 'server_error' ? fault : thrown.message;
  return refuse(
    httpStatus,
    requestId,
    { error, text },
    seconds === undefined ? {} : { 'retry-after': String(seconds) },
  );
}

function nameOf({ code }: HubError): string {
  if (code === 'rate_limited' || code === 'service_unavailable') return 'temporarily_unavailable';
  return errorCodes[code].httpStatus < 500 ? 'invalid_request' : 'server_error';
}

const fault = messages.internalError;

function refuse(
  status: number,
  requestId: string,
  { error, text }: { error: string; text: string },
  headers: Record<string, string> = {},
): Answer {
  return plain(status, requestId, { error, error_description: text }, { pragma: 'no-cache', ...headers });
}
