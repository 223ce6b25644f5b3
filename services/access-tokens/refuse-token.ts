import { HubError } from '../../core/errors.ts';

/** @param reason Told only of a token whose signature was right. */
export function refuseToken(reason?: 'disabled' | 'expired'): HubError {
  if (reason === undefined) return new HubError('unauthorized', 'The credential is not valid.');
  const message = reason === 'expired' ? 'The access token is expired.' : 'The client of the access token is disabled.';
  return new HubError('unauthorized', message, { details: { reason } });
}
