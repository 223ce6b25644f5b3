import { findSession } from '../../../../drizzle/find-session.ts';
import { findSsoTest } from '../../../../drizzle/find-sso.ts';
import { toTimestamp } from '../../../../core/clock.ts';
import { toId } from '../../../../core/ids.ts';
import { askDatabase, inTenant } from '../../../shared/transaction.ts';
import type { SignInContext } from '../../sign-in/sign-in-deps.ts';
import { hashToken, isWellFormedToken } from '../../user-sessions/session-token.ts';
import { type OpenSsoConnection, openSsoConnection } from '../open-sso-connection.ts';
import { SsoRefusal } from '../sso-refusal.ts';
import type { SsoTestRow } from './sso-test.ts';

/** A test that waits for its outcome, with the connection that it tries. */
export interface OpenSsoTest {
  orgId: string;
  /** UUID. */
  id: string;
  /** Where it is bound to; `null` for one that a program began. */
  sessionId: string | null;
  connection: OpenSsoConnection;
}

/**
 * Finds a test by what a browser brings. Its connection may be disabled.
 *
 * @param id UUID.
 * @throws {SsoRefusal} `expired` for none, and for one that is over; {HubError} `organization_suspended`
 */
export async function openSsoTest(ctx: SignInContext, id: string): Promise<OpenSsoTest> {
  const found = await askDatabase(() => findSsoTest(ctx.database, id));
  if (found === undefined) throw new SsoRefusal('expired');
  const { orgId } = found;
  const now = toTimestamp(ctx.clock.now());
  const [row] = await inTenant(
    { database: ctx.database, orgId },
    async ({ sql }) =>
      await sql<Pick<SsoTestRow, 'session_id' | 'sso_connection_id'>[]>`
        select session_id, sso_connection_id from sso_tests
        where org_id = ${orgId} and id = ${id} and outcome is null and expires_at > ${now}`,
  );
  if (row === undefined) throw new SsoRefusal('expired');
  const connection = await openSsoConnection(ctx, toId('ssoConnection', row.sso_connection_id), { orgId });
  return { orgId, id, sessionId: row.session_id, connection };
}

/** Lets a test go on in the session only in which it was begun. @throws {SsoRefusal} `expired` */
export async function requireTester(ctx: SignInContext, { sessionId }: OpenSsoTest, token = ''): Promise<void> {
  if (sessionId === null) return;
  const session = isWellFormedToken('session', token)
    ? await askDatabase(() => findSession(ctx.database, hashToken(ctx.pepper.reveal(), token)))
    : undefined;
  if (session?.id !== sessionId) throw new SsoRefusal('expired');
}
