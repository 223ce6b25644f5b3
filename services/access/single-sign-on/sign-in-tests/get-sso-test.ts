import { toTimestamp } from '../../../../core/clock.ts';
import { notFound } from '../../../../core/errors.ts';
import type { ServiceContext } from '../../../shared/context.ts';
import { toLookup } from '../../../shared/schemas.ts';
import { requireScope } from '../../../shared/scopes.ts';
import { inTenant } from '../../../shared/transaction.ts';
import { ssoScopes } from '../../sso-connections/sso-scopes.ts';
import { type SsoTestRecord, type SsoTestRow, toSsoTestRecord } from './sso-test.ts';

/**
 * Reads what came of a test, for who began it: a person in the same session.
 *
 * @throws {HubError} `not_found`, also for an expired one and for somebody else's.
 */
export async function getSsoTest({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; test: string };
}): Promise<SsoTestRecord> {
  requireScope(ctx, ssoScopes.write);
  const [row] = await inTenant(
    ctx,
    async ({ sql }) =>
      await sql<SsoTestRow[]>`
        select id, sso_connection_id, actor, session_id, outcome, expires_at, created_at from sso_tests
        where org_id = ${ctx.orgId} and id = ${toLookup('ssoTest', input.test)}
          and sso_connection_id = ${toLookup('ssoConnection', input.id)} and actor = ${ctx.actor}
          and session_id is not distinct from ${ctx.session?.id ?? null} and expires_at > ${toTimestamp(ctx.clock.now())}`,
  );
  if (row === undefined) throw notFound();
  return toSsoTestRecord(row, ctx.publicUrl);
}
