import { z } from 'zod';
import { toTimestamp } from '../../core/clock.ts';
import { accountStatuses } from '../../core/enums.ts';
import { HubError } from '../../core/errors.ts';
import { canonicalJson } from '../../core/json.ts';
import { writeAudit } from '../audit-events/audit.ts';
import { type Change, listChanges, parseChange } from '../shared/change.ts';
import type { ServiceContext } from '../shared/context.ts';
import { toJsonb } from '../shared/rows.ts';
import { startAllWaitingEvents } from '../triggers/start-waiting-events.ts';
import { requireScope } from '../shared/scopes.ts';
import { nameSchema, readOnly } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { requireVersion, type Versioned } from '../shared/versions.ts';
import { type AccountRecord, toAccountRecord } from './account.ts';
import { createAccountInput } from './create-account.ts';
import { selectAccount, type VersionedAccountRow } from './select-account.ts';
import { messages } from '../../core/messages.ts';

/** The members that a change leaves an account with. */
const accountState = createAccountInput.extend({ status: z.enum(accountStatuses) });

const members = Object.keys(accountState.shape);

type AccountState = z.infer<typeof accountState>;

/** Members to put in place of the present ones, for documentation: what they make of it is checked as a whole. */
export const accountChange = z
  .strictObject({
    name: nameSchema.optional(),
    status: z.enum(accountStatuses).optional(),
    external_ref: accountState.shape.external_ref.nullable(),
    metadata: accountState.shape.metadata.nullable(),
    id: readOnly,
    created_at: readOnly,
    updated_at: readOnly,
  })
  .meta({ id: 'AccountChange' });

/**
 * Changes an account. A change that changes nothing leaves no trace.
 *
 * While it is inactive, its integrations start no runs, neither by events nor manually; runs in progress or waiting continue.
 * When it is active again, events that came meanwhile have their run.
 *
 * @throws {HubError} `not_found`; `invalid_request` when the result is not valid; `invalid_state` for a way back to
 *   `pending`; as `requireVersion`.
 */
export async function updateAccount({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: Change;
}): Promise<Versioned<AccountRecord>> {
  requireScope(ctx, 'accounts:write');
  const row = await inTenant(ctx, async (tx) => {
    const current = await selectAccount(tx, ctx.orgId, input.id, 'change');
    const before = toState(current);
    const next = parseChange(accountState, toAccountRecord(current), members, input, () =>
      requireVersion(ctx, current.row_version),
    );
    if (canonicalJson(next) === canonicalJson(before)) return current;
    if (next.status === 'pending' && current.status !== 'pending') throw neverPendingAgain();
    const now = toTimestamp(ctx.clock.now());
    const version = current.row_version + 1;
    const [externalRef, metadata] = [next.external_ref ?? null, next.metadata ?? null];
    await Promise.all([
      tx.sql`
        update accounts set name = ${next.name}, status = ${next.status}, external_ref = ${externalRef},
               metadata = ${metadata && toJsonb(metadata)}, updated_at = ${now}, row_version = ${version}
        where org_id = ${ctx.orgId} and id = ${current.id}`,
      writeAudit(tx, ctx, {
        action: 'account.updated',
        resourceId: input.id,
        before,
        after: next,
        changes: { changed: listChanges(before, next), status: next.status },
      }),
    ]);
    if (current.status === 'inactive' && next.status !== 'inactive') {
      await startAllWaitingEvents(tx, ctx.orgId, { accountId: current.id }, now);
    }
    return { ...current, ...next, external_ref: externalRef, metadata, updated_at: now, row_version: version };
  });
  return { data: toAccountRecord(row), version: row.row_version };
}

function toState(row: VersionedAccountRow): AccountState {
  const { id: _, created_at: _c, updated_at: _u, ...state } = toAccountRecord(row);
  return state;
}

function neverPendingAgain(): HubError {
  return new HubError('invalid_state', messages.accountNotPendingAgain);
}
