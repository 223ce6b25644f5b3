import { toId } from '../../../core/ids.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import { inTenant } from '../../shared/transaction.ts';
import { startSession } from '../sign-in/continue-sign-in.ts';
import { type SignInContext, toAuthor } from '../sign-in/sign-in-deps.ts';
import { admitPerson } from './admit-person.ts';
import type { OpenSsoConnection } from './open-sso-connection.ts';
import type { SsoProfile } from './sso-profile.ts';
import { SsoRefusal } from './sso-refusal.ts';

/** A session that began by an identity provider, and where its person wanted to go. */
export interface SsoSession {
  sessionToken: string;
  expiresAt: string;
  /** A path of the dashboard. */
  returnTo: string;
}

/**
 * Begins a session of the person whom a provider vouches for, in the organization of the connection. No second factor is asked
 * for: that is the provider's to do.
 *
 * @throws {SsoRefusal}, written down in the organization's audit log; {HubError} as `startSession`.
 */
export async function startSsoSession(
  ctx: SignInContext,
  connection: OpenSsoConnection,
  { method, profile, returnTo }: { method: 'oidc' | 'saml'; profile: SsoProfile; returnTo: string },
): Promise<SsoSession> {
  const { orgId, row } = connection;
  try {
    const userId = await admitPerson(ctx, connection, profile);
    const started = await startSession(ctx, {
      userId,
      methods: [method],
      organizationId: toId('organization', orgId),
      sso: { connectionId: row.id, endsAt: profile.endsAt },
    });
    if (!('sessionToken' in started)) throw new TypeError('Single sign-on asks for no second factor.');
    return { sessionToken: started.sessionToken, expiresAt: started.expiresAt, returnTo };
  } catch (error) {
    if (error instanceof SsoRefusal) await noteRefusal(ctx, connection, error);
    throw error;
  }
}

function noteRefusal(ctx: SignInContext, { orgId, id }: OpenSsoConnection, { reason }: SsoRefusal) {
  return inTenant({ database: ctx.database, orgId }, (tx) =>
    writeAudit(tx, toAuthor(ctx, orgId, id), { action: 'session.refused', resourceId: id, changes: { reason } }),
  );
}
