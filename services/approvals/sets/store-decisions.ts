import { toId } from '../../../core/ids.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { createSealer } from '../../../vault/seal.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import { carryOn, followGuarded } from '../../runs/queue/carry-on.ts';
import type { ServiceContext } from '../../shared/context.ts';
import type { ApprovalRow } from '../approval.ts';
import type { Voice } from '../voices.ts';

/** What is decided, of one approval or of several. */
export interface Decision {
  decision: 'approve' | 'reject';
  comment?: string | undefined;
  form?: JsonObject | undefined;
}

/** An approval that is decided on, and with which voice. */
export interface Decided {
  row: ApprovalRow;
  voice: Voice;
}

/**
 * Stores a decision on approvals that are locked, and lets items go on whose approvals it settles.
 *
 * @param set What was shown of all of them, for the audit log. `together`: the log has one entry for all.
 */
export async function storeDecisions(
  tx: Transaction,
  ctx: ServiceContext,
  decided: readonly Decided[],
  given: Decision,
  set: { count: number; hash: string; together?: boolean } | undefined,
): Promise<void> {
  const { sql } = tx;
  const { orgId } = ctx;
  const { decision, comment = null, form } = given;
  const together = set?.together === true;
  const sealed = await sealAll(ctx, decided, form);
  const settled = decided.flatMap(({ row }) => (isSettled(row, decision) ? [row] : []));
  const status = decision === 'reject' ? 'rejected' : 'approved';
  await Promise.all([
    sql`
      insert into approval_decisions (org_id, wait_id, actor, decision, comment, sealed, on_behalf_of, created_at)
      select ${orgId}, id, ${ctx.actor}, ${decision}, ${comment}, decode(sealed, 'base64'), on_behalf_of, clock_timestamp()
      from unnest(${decided.map(({ row }) => row.id)}::uuid[], ${sealed}::text[],
        ${decided.map(({ voice }) => voice.onBehalfOf)}::uuid[]) as given (id, sealed, on_behalf_of)`,
    sql`
      update waits set status = ${status}, ended_at = clock_timestamp()
      where org_id = ${orgId} and id = any(${settled.map(({ id }) => id)}::uuid[]) and status = 'open'`,
    ...decided.slice(0, together ? 1 : decided.length).map(({ row, voice }) =>
      writeAudit(tx, ctx, {
        action: decision === 'approve' ? 'approval.approved' : 'approval.rejected',
        resourceId: toId('approval', row.id),
        changes: {
          ...describe(row, voice, given),
          settled: settled.includes(row),
          ...(set === undefined ? {} : { set: { count: set.count, hash: set.hash } }),
        },
      }),
    ),
  ]);
  const items = new Map(settled.flatMap(({ run_id: run, item_id: item }) => (item === null ? [] : [[run, item]])));
  for (const [runId, itemId] of items) await carryOn(tx, ctx, { orgId, runId, itemId });
  if (decision === 'reject') return;
  for (const { id, run_id: runId, guard } of settled) {
    if (guard === null) continue;
    const follower = await followGuarded(tx, ctx, { orgId, runId });
    await sql`
      update withheld_changes set followed_by = ${follower ?? null} where org_id = ${orgId} and wait_id = ${id}`;
  }
}

function isSettled({ decisions, quorum }: ApprovalRow, decision: Decision['decision']): boolean {
  const agreed = decisions.filter((said) => said.decision === 'approve').length + 1;
  return decision === 'reject' || agreed >= (quorum ?? 1);
}

async function sealAll(
  { publicKeys, orgId }: ServiceContext,
  decided: readonly Decided[],
  form: JsonObject | undefined,
): Promise<(string | null)[]> {
  if (form === undefined) return decided.map(() => null);
  const integrations = [...new Set(decided.map(({ row }) => row.integration_id))];
  const sealers = new Map(
    await Promise.all(
      integrations.map(
        async (integrationId) =>
          [integrationId, await createSealer(publicKeys, { purpose: 'record', orgId, integrationId })] as const,
      ),
    ),
  );
  return decided.map(({ row }) => sealers.get(row.integration_id)?.seal(form).toString('base64') ?? null);
}

function describe(row: ApprovalRow, { onBehalfOf }: Voice, { comment }: Decision): Record<string, Json> {
  return {
    integration_id: toId('integration', row.integration_id),
    run_id: toId('run', row.run_id),
    ...(row.item_id === null
      ? { guard: describeGuard(row.guard) }
      : { item_id: toId('item', row.item_id), step: row.step }),
    message: row.message ?? '',
    ...(comment === undefined ? {} : { comment }),
    ...(onBehalfOf === null ? {} : { on_behalf_of: toId('user', onBehalfOf) }),
  };
}

function describeGuard(guard: ApprovalRow['guard']): Json {
  return guard === null ? null : { reason: guard.reason, records: guard.count, hash: guard.hash };
}
