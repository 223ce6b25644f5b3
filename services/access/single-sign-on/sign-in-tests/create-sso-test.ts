import { toTimestamp } from '../../../../core/clock.ts';
import { newUuid, toId } from '../../../../core/ids.ts';
import { writeAudit } from '../../../audit-events/audit.ts';
import type { ServiceContext } from '../../../shared/context.ts';
import { requireScope } from '../../../shared/scopes.ts';
import { inTenant } from '../../../shared/transaction.ts';
import { requireNoLimits } from '../../credential-limits.ts';
import { attemptMs } from '../../sign-in/attempt.ts';
import { requireSsoConnection } from '../../sso-connections/select-sso-connections.ts';
import { ssoScopes } from '../../sso-connections/sso-scopes.ts';
import { type SsoTestRecord, type SsoTestRow, toSsoTestRecord } from './sso-test.ts';

/**
 * Begins to try a connection, which may be disabled: a sign-in that makes no session and no member. It lasts ten minutes, and
 * takes the place of an earlier one by the same caller. A person finishes it in the session in which it was begun.
 *
 * @throws {HubError} `not_found`
 */
export async function createSsoTest({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<SsoTestRecord> {
  requireScope(ctx, ssoScopes.write);
  requireNoLimits(ctx);
  const now = ctx.clock.now();
  const row = await inTenant(ctx, async (tx) => {
    const connection = await requireSsoConnection(tx, ctx.orgId, input.id);
    const made: SsoTestRow = {
      id: newUuid(),
      sso_connection_id: connection.id,
      actor: ctx.actor,
      session_id: ctx.session?.id ?? null,
      outcome: null,
      expires_at: toTimestamp(now + attemptMs),
      created_at: toTimestamp(now),
    };
    await tx.sql`
      delete from sso_tests
      where org_id = ${ctx.orgId} and sso_connection_id = ${connection.id} and actor = ${ctx.actor}`;
    await Promise.all([
      tx.sql`
        insert into sso_tests (org_id, id, sso_connection_id, actor, session_id, expires_at, created_at)
        values (${ctx.orgId}, ${made.id}, ${connection.id}, ${made.actor}, ${made.session_id}, ${made.expires_at},
                ${made.created_at})`,
      writeAudit(tx, ctx, {
        action: 'sso_connection.test_started',
        resourceId: toId('ssoConnection', connection.id),
      }),
    ]);
    return made;
  });
  return toSsoTestRecord(row, ctx.publicUrl);
}
