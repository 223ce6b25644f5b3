import { notFound } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { definitionSchema } from '../../flow/definition.ts';
import { listAllSteps } from '../../flow/list-steps.ts';
import { whereWithinReach } from '../runs/within-reach.ts';
import type { ServiceContext } from '../shared/context.ts';
import { toLookup } from '../shared/schemas.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { type ApprovalDetail, type ApprovalRow, nameDeciders, toApprovalRecord } from './approval.ts';
import { selectApprovals } from './select-approvals.ts';
import { hashSet, selectTogether } from './sets/approval-set.ts';
import { readVoices, type Voice } from './voices.ts';

/** Reads an approval with its form. @throws {HubError} `not_found` */
export function getApproval({ ctx, input }: { ctx: ServiceContext; input: { id: string } }): Promise<ApprovalDetail> {
  requireScope(ctx, 'runs:read');
  const id = toLookup('approval', input.id);
  return inTenant(ctx, async (tx) => {
    const voices = await readVoices(tx, ctx);
    const row = await requireApproval(tx, ctx, voices, id);
    const form = await readForm(tx, ctx, row);
    const isSet = row.together && row.voice !== null;
    return toApprovalDetail(tx, ctx, row, voices, {
      form,
      ...(isSet ? { hash: hashSet(await selectTogether(tx, ctx, voices, row)) } : {}),
    });
  });
}

export async function toApprovalDetail(
  tx: Transaction,
  { orgId }: ServiceContext,
  row: ApprovalRow,
  voices: readonly Voice[],
  { form, hash }: { form: JsonObject | undefined; hash?: string },
): Promise<ApprovalDetail> {
  const record = toApprovalRecord(row, voices);
  const [named = record] = await nameDeciders(tx, orgId, [record]);
  return {
    ...named,
    ...(hash === undefined ? {} : { hash }),
    ...(form === undefined ? {} : { form }),
  };
}

/** @throws {HubError} `not_found` */
export async function requireApproval(
  tx: Transaction,
  ctx: ServiceContext,
  voices: readonly Voice[],
  id: string,
): Promise<ApprovalRow> {
  const [row] = await selectApprovals(
    tx,
    ctx,
    voices,
    tx.sql`where waits.org_id = ${ctx.orgId} and waits.id = ${id} and waits.kind = 'approval'
      ${whereWithinReach(tx, ctx, 'waits.integration_id')}`,
  );
  if (row === undefined) throw notFound();
  return row;
}

/** The form of an approval, as the revision has it that the run of its item goes by. */
export async function readForm(
  { sql }: Transaction,
  { orgId }: ServiceContext,
  { run_id: runId, step }: ApprovalRow,
): Promise<JsonObject | undefined> {
  const [row] = await sql<{ definition: unknown }[]>`
    select definition from runs join integration_revisions as used
      on used.org_id = runs.org_id and used.integration_id = runs.integration_id and used.revision = runs.revision
    where runs.org_id = ${orgId} and runs.id = ${runId}`;
  if (row === undefined) return undefined;
  const definition = definitionSchema.parse(row.definition);
  for (const { step: listed } of listAllSteps(definition)) if (listed.id === step) return listed.wait?.form;
  return undefined;
}
