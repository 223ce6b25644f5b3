import { HubError } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';

/** @param reason Reported only for a token with a valid signature. */
export function refuseToken(reason?: 'disabled' | 'expired'): HubError {
  if (reason === undefined) return new HubError('unauthorized', messages.credentialInvalid);
  const message = reason === 'expired' ? messages.accessTokenExpired : messages.clientDisabled;
  return new HubError('unauthorized', message, { details: { reason } });
}
