import { HubError } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';
import type { CallerSession, ServiceContext } from '../../shared/context.ts';

/** The person who sent the request. @throws {HubError} `forbidden` for a program, which has no profile. */
export function requirePerson(ctx: Pick<ServiceContext, 'session' | 'userId'>): {
  userId: string;
  session: CallerSession;
} {
  const { session, userId } = ctx;
  if (session === undefined || userId === undefined) throw new HubError('forbidden', messages.personRequired);
  return { session, userId };
}

/**
 * The same, in a session that the person began on their own. An identity provider vouches for people in its own organization
 * only; it cannot change how they sign in to others.
 *
 * @throws {HubError} `forbidden`
 */
export function requireOwnSignIn(ctx: Pick<ServiceContext, 'session' | 'userId'>): ReturnType<typeof requirePerson> {
  const person = requirePerson(ctx);
  if (person.session.bySso) throw new HubError('forbidden', messages.ssoSessionOnly);
  return person;
}
