import { HubError } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';
import { inTenant } from '../../shared/transaction.ts';
import type { SignInContext } from './sign-in-deps.ts';

/** An organization in which a person is an active member. */
export interface JoinedOrganization {
  /** UUID. */
  id: string;
  name: string;
  suspended: boolean;
  /** How old its sessions become. Absent: as the hub has it. */
  session_lifetime_minutes: number | null;
}

/** A person, and where they may act. */
export interface PersonMemberships {
  user: { name: string; email: string | null };
  /** The one that was used last first, those that never were in the order in which the person joined them. */
  organizations: JoinedOrganization[];
}

/** Reads where a person is an active member. @throws {HubError} `forbidden` for a person who is gone. */
export async function readMemberships(
  { database }: Pick<SignInContext, 'database'>,
  userId: string,
): Promise<PersonMemberships> {
  const [[user], organizations] = await inTenant({ database, userId }, ({ sql }) =>
    Promise.all([
      sql<PersonMemberships['user'][]>`select name, email from users where id = ${userId}`,
      sql<JoinedOrganization[]>`
        select organizations.id, organizations.name, suspended_at is not null as suspended, session_lifetime_minutes
        from memberships
        join organizations on organizations.id = memberships.org_id
        where memberships.user_id = ${userId} and memberships.status = 'active'
        order by memberships.last_session_at desc nulls last, memberships.created_at, organizations.id`,
    ]),
  );
  if (user === undefined) throw new HubError('forbidden', messages.signInNoOrganization);
  return { user, organizations };
}
