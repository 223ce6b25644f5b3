import { HubError } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';
import { listOwnOrigins } from '../../services/access/people/dashboard-url.ts';
import type { HubContext } from '../hub-context.ts';

/** Says that a request means to use the session of its cookie. Pages of other origins cannot send it. */
export const sessionHeader = 'hub-session';

/**
 * Lets only pages of the hub itself go on: those of any other origin could otherwise act with the cookies of people who visit
 * them. The header keeps forms and links out, and makes browsers ask first (CORS), which the hub never allows; what the
 * browser says of the origin keeps out what got around that.
 *
 * @throws {HubError} `unauthorized`
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
 */
export function requireOwnPage(c: HubContext, publicUrl: string): void {
  const site = c.req.header('sec-fetch-site');
  const origin = c.req.header('origin');
  const isOwn = site === undefined ? listOwnOrigins(publicUrl).includes(origin ?? '') : site === 'same-origin';
  if (c.req.header(sessionHeader) === '1' && isOwn) return;
  throw new HubError('unauthorized', messages.requestNotFromPage);
}
