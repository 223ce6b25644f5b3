import { createHash } from 'node:crypto';
import type postgres from 'postgres';
import { z } from 'zod';
import { toId } from '../../../core/ids.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { whereWithinReach } from '../../runs/within-reach.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { toLookup } from '../../shared/schemas.ts';
import type { ApprovalRow } from '../approval.ts';
import { selectApprovals, whereMine } from '../select-approvals.ts';
import type { Voice } from '../voices.ts';

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** On how many may be decided at once. */
export const approvalsAtOnceMax = 1000;

export const approvalFilter = z.strictObject({
  ids: z.array(z.string()).min(1).max(approvalsAtOnceMax).optional().meta({ description: 'Only these.' }),
  integration_id: z.string().optional().meta({ description: 'Only those of an integration.' }),
  run_id: z.string().optional().meta({ description: 'Only those of a run.' }),
  step: z.string().min(1).max(64).optional().meta({ description: 'Only those of a step.' }),
});

export type ApprovalFilter = z.output<typeof approvalFilter>;

/** A condition for what matches and the caller may know of. It speaks of `waits`. @throws {HubError} `not_found` */
export function whereMatching(
  tx: Transaction,
  ctx: ServiceContext,
  { ids, integration_id: integration, run_id: run, step }: ApprovalFilter,
): Fragment {
  const { sql } = tx;
  return sql`
    waits.org_id = ${ctx.orgId} and waits.kind = 'approval'
      ${ids === undefined ? sql`` : sql`and waits.id = any(${ids.map((id) => toLookup('approval', id))}::uuid[])`}
      ${integration === undefined ? sql`` : sql`and waits.integration_id = ${toLookup('integration', integration)}`}
      ${run === undefined ? sql`` : sql`and waits.run_id = ${toLookup('run', run)}`}
      ${step === undefined ? sql`` : sql`and waits.step = ${step}`}
      ${whereWithinReach(tx, ctx, 'waits.integration_id')}`;
}

/** Of those that are decided on together. */
export const togetherMax = 10_000;

/** Reads the open approvals that match, are not decided on together, and that the caller may decide on; one more than at once. */
export function selectSet(
  tx: Transaction,
  ctx: ServiceContext,
  voices: readonly Voice[],
  filter: ApprovalFilter,
): Promise<ApprovalRow[]> {
  return select(
    tx,
    ctx,
    voices,
    tx.sql`${whereMatching(tx, ctx, filter)} and not waits.together`,
    approvalsAtOnceMax + 1,
  );
}

/** Reads the open approvals that are decided on together with one of them. */
export function selectTogether(
  tx: Transaction,
  ctx: ServiceContext,
  voices: readonly Voice[],
  { run_id: runId, step }: Pick<ApprovalRow, 'run_id' | 'step'>,
): Promise<ApprovalRow[]> {
  const where = tx.sql`
    waits.org_id = ${ctx.orgId} and waits.run_id = ${runId} and waits.step = ${step} and waits.kind = 'approval' and waits.together`;
  return select(tx, ctx, voices, where, togetherMax);
}

async function select(
  tx: Transaction,
  ctx: ServiceContext,
  voices: readonly Voice[],
  where: Fragment,
  max: number,
): Promise<ApprovalRow[]> {
  return await selectApprovals(
    tx,
    ctx,
    voices,
    tx.sql`where ${where} and ${whereMine(tx, ctx, voices)} order by waits.id limit ${max}`,
  );
}

/** Stands for what was asked: SHA-256 over the ids and the questions, by ids. */
export function hashSet(rows: readonly ApprovalRow[]): string {
  const lines = rows.map(({ id, message }) => JSON.stringify([toId('approval', id), message]));
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}
