import { toTimestamp } from '../../core/clock.ts';
import { canonicalJson } from '../../core/json.ts';
import { requireAccount } from '../accounts/require-account.ts';
import { writeAudit } from '../audit-events/audit.ts';
import { type Change, listChanges, parseChange } from '../shared/change.ts';
import type { ServiceContext } from '../shared/context.ts';
import { toJsonb } from '../shared/rows.ts';
import { retrySubscriptions } from '../triggers/subscriptions/connection-subscriptions.ts';
import { startAllWaitingEvents } from '../triggers/start-waiting-events.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { requireVersion, type Versioned } from '../shared/versions.ts';
import { checkConfig } from './check-config.ts';
import { forgetOtherCredentials } from './credentials/fresh-credentials.ts';
import { checkStatus, connectionState, type ConnectionState, refuseElsewhere } from './connection-change.ts';
import { type ConnectionRecord, toConnectionRecord } from './connection.ts';
import { lockConnection } from './select-connection.ts';

const members = Object.keys(connectionState.shape);

/**
 * Changes what a connection is called, whom it belongs to, its configuration, when its credentials end, and whether it may be used. A change that
 * changes nothing leaves no trace.
 *
 * @throws {HubError} `not_found`; `invalid_request` when the result is not valid, or is changed elsewhere;
 *   `invalid_state` for a status that cannot be set; as `requireVersion`.
 */
export async function updateConnection({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: Change;
}): Promise<Versioned<ConnectionRecord>> {
  requireScope(ctx, 'connections:write');
  const { orgId } = ctx;
  const row = await inTenant(ctx, async (tx) => {
    const current = await lockConnection(tx, orgId, input.id);
    const record = toConnectionRecord(current);
    const before = toState(record);
    refuseElsewhere(input.change, record);
    const asked = parseChange(connectionState, record, members, input, () => requireVersion(ctx, current.row_version));
    const { config, moved } = await checkConfig({ ...ctx, transaction: tx }, current, asked.config ?? {});
    const next = { ...asked, ...(Object.keys(config).length === 0 ? {} : { config }) };
    if (canonicalJson(next) === canonicalJson(before)) return current;
    checkStatus(current.status, next.status);
    const accountId = await requireAccount(tx, ctx, next.account_id);
    const now = toTimestamp(ctx.clock.now());
    const version = current.row_version + 1;
    const changed = listChanges(before, next);
    await Promise.all([
      tx.sql`
        update connections set name = ${next.name}, status = ${next.status}, account_id = ${accountId},
               config = ${toJsonb(config)}, updated_at = ${now}, row_version = ${version}
        where org_id = ${orgId} and id = ${current.id}`,
      changed.includes('credentials_expire_at') &&
        tx.sql`
          update connection_credentials set expires_at = ${next.credentials_expire_at ?? null}
          where org_id = ${orgId} and connection_id = ${current.id} and version = ${current.credential_version}`,
      moved.length > 0 && forgetOtherCredentials(tx, orgId, current.id),
      // What was found under another configuration is not what is there now.
      changed.includes('config') &&
        tx.sql`delete from connection_schemas where org_id = ${orgId} and connection_id = ${current.id}`,
      writeAudit(tx, ctx, {
        action: 'connection.updated',
        resourceId: input.id,
        before,
        after: next,
        changes: { changed, status: next.status },
      }),
    ]);
    if (current.status === 'disabled' && next.status !== 'disabled') {
      await startAllWaitingEvents(tx, orgId, { connectionId: current.id }, now);
      await retrySubscriptions(tx, orgId, current.id);
    }
    const { name, status, credentials_expire_at: endsAt = null } = next;
    const visible = { name, status, account_id: accountId, credentials_expire_at: endsAt, config };
    return { ...current, ...visible, updated_at: now, row_version: version };
  });
  return { data: toConnectionRecord(row), version: row.row_version };
}

function toState(record: ConnectionRecord): ConnectionState {
  const { name, status, account_id: accountId, credentials_expire_at: endsAt, config } = record;
  return {
    name,
    status,
    ...(accountId === undefined ? {} : { account_id: accountId }),
    ...(endsAt === undefined ? {} : { credentials_expire_at: endsAt }),
    ...(config === undefined ? {} : { config }),
  };
}
