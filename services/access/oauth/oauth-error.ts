import { messages } from '../../../core/messages.ts';
/**
 * The refusals of the token and revocation endpoints, which have a form of their own.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-5.2
 */
export const oauthErrors = {
  invalid_request: 400,
  invalid_client: 401,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  invalid_scope: 400,
} as const;

export type OauthErrorCode = keyof typeof oauthErrors;

/** A refusal with a fixed text for people: it never repeats what was sent. */
export class OauthError extends Error {
  readonly code: OauthErrorCode;

  constructor(code: OauthErrorCode, description: string) {
    super(description);
    this.name = 'OauthError';
    this.code = code;
  }
}

/** The one response to a failed authentication, whatever the reason. */
export function invalidClient(): OauthError {
  return new OauthError('invalid_client', messages.clientNotAuthenticated);
}
