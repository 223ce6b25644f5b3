import { toTimestamp } from '../../core/clock.ts';
import { HubError } from '../../core/errors.ts';
import { toId } from '../../core/ids.ts';
import { canonicalJson } from '../../core/json.ts';
import { messages } from '../../core/messages.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { ssoScopes } from '../access/sso-connections/sso-scopes.ts';
import { writeAudit } from '../audit-events/audit.ts';
import { type Change, parseChange } from '../shared/change.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { requireVersion, type Versioned } from '../shared/versions.ts';
import {
  selectSignInPolicy,
  signInPolicyState,
  type SignInPolicyRecord,
  toSignInPolicyRecord,
  toSignInPolicyState,
} from './sign-in-policy.ts';

const members = Object.keys(signInPolicyState.shape);

/**
 * Changes whether members need a second factor, and how long their sessions last. Sessions that have begun obey within a second:
 * the change is announced to every process that remembers them. A change to the same values is not audited.
 *
 * @throws {HubError} `invalid_request` when the result is not valid; `invalid_state` for a person who would ask for what they do not
 *   have; as `requireVersion`.
 */
export async function updateSignInPolicy({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: Omit<Change, 'id'>;
}): Promise<Versioned<SignInPolicyRecord>> {
  requireScope(ctx, ssoScopes.write);
  const id = toId('organization', ctx.orgId);
  const row = await inTenant(ctx, async (tx) => {
    const current = await selectSignInPolicy(tx, ctx.orgId, 'change');
    const before = toSignInPolicyState(current);
    const next = parseChange(signInPolicyState, before, members, { ...input, id }, () =>
      requireVersion(ctx, current.row_version),
    );
    if (canonicalJson(next) === canonicalJson(before)) return current;
    if (next.second_factor === 'required' && before.second_factor !== 'required') await requireOwnFactor(tx, ctx);
    const idle = next.session_idle_minutes ?? null;
    const lifetime = next.session_lifetime_minutes ?? null;
    const version = current.row_version + 1;
    await Promise.all([
      tx.sql`
        update organizations set second_factor = ${next.second_factor}, session_idle_minutes = ${idle},
          session_lifetime_minutes = ${lifetime}, updated_at = ${toTimestamp(ctx.clock.now())}, row_version = ${version}
        where id = ${ctx.orgId}`,
      writeAudit(tx, ctx, { action: 'organization.sign_in_policy_updated', resourceId: id, before, after: next }),
    ]);
    return {
      ...current,
      second_factor: next.second_factor,
      session_idle_minutes: idle,
      session_lifetime_minutes: lifetime,
      row_version: version,
    };
  });
  return { data: toSignInPolicyRecord(row), version: row.row_version };
}

/** Nobody locks themselves out: who asks others for a second factor has shown one, here or to the identity provider. */
async function requireOwnFactor({ sql }: Transaction, { orgId, session, userId }: ServiceContext): Promise<void> {
  if (session === undefined || session.bySso) return;
  const [shown] = await sql`
    select 1 from user_sessions
    where org_id = ${orgId} and id = ${session.id} and methods && array['totp', 'recovery_code', 'passkey']
      and (exists (select 1 from second_factors where user_id = ${userId ?? null} and confirmed_at is not null)
        or exists (select 1 from passkeys where user_id = ${userId ?? null}))`;
  if (shown === undefined) throw new HubError('invalid_state', messages.secondFactorOfYourOwn);
}
