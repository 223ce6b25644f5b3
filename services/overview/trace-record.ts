import { z } from 'zod';
import { toId } from '../../core/ids.ts';
import { itemStatuses } from '../../core/enums.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { requireIntegration } from '../integrations/require-integration.ts';
import type { ServiceContext } from '../shared/context.ts';
import { fromTime } from '../shared/rows.ts';
import { idOf, timestamp, toLookup } from '../shared/schemas.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';

/** Of each kind, the newest. */
const entriesMax = 100;

export const traceRecordInput = z.strictObject({
  key: z.string().min(1).max(1024).meta({ description: 'The key of the source record, as failed records name it.' }),
});

export const recordTrace = z
  .object({
    key: z.string(),
    targets: z
      .array(
        z.object({
          step: z.string().meta({ description: 'The step of the flow that wrote it.' }),
          target_id: z.string().optional().meta({ description: 'The id of the record in the target.' }),
          run_id: idOf('run').optional().meta({ description: 'The run that settled it last.' }),
          deactivated: z.boolean().meta({ description: 'It vanished from the source and was switched off.' }),
          pending: z.boolean().meta({ description: 'A write is under way, or its answer was lost.' }),
        }),
      )
      .meta({ description: 'What the hub knows of its effects.' }),
    entries: z
      .array(
        z.object({
          at: timestamp,
          run_id: idOf('run'),
          kind: z.enum(['failed', 'item', 'written']).meta({
            description:
              '`failed`: it became a failed record. `item`: a flow carried a change of it. `written`: its last effect.',
          }),
          code: z.string().optional().meta({ description: 'Why it failed.' }),
          message: z.string().optional(),
          step: z.string().optional().meta({ description: 'The step of a flow at which it stood.' }),
          item_id: idOf('item').optional(),
          item_status: z.enum(itemStatuses).optional(),
          resolved_by: idOf('run').optional().meta({ description: 'The run that processed it after all.' }),
        }),
      )
      .meta({ description: 'The runs that touched it, the newest first, as far as the hub keeps them.' }),
  })
  .meta({ id: 'RecordTrace' });

type Trace = z.infer<typeof recordTrace>;
type Entry = Trace['entries'][number];

/**
 * Tells what is known of a record of the source over all runs of an integration: its effects in the target, the times that
 * it failed, and the changes of it that a flow carried.
 *
 * @throws {HubError} `not_found`
 */
export async function traceRecord({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; key: string };
}): Promise<Trace> {
  requireScope(ctx, 'runs:read');
  requireScope(ctx, 'records:read');
  const integrationId = toLookup('integration', input.id);
  return inTenant(ctx, async (tx) => {
    await requireIntegration(tx, ctx.orgId, input.id);
    const at = { orgId: ctx.orgId, integrationId, key: input.key };
    const [written, failed, items] = await Promise.all([
      selectEffects(tx, at),
      selectFailures(tx, at),
      selectItems(tx, at),
    ]);
    return {
      key: input.key,
      targets: written.map(toTarget),
      entries: [...written.flatMap(toWritten), ...failed, ...items].toSorted((a, b) => b.at.localeCompare(a.at)),
    };
  });
}

interface RecordKey {
  orgId: string;
  integrationId: string;
  key: string;
}

interface EffectRow {
  step: string;
  target_id: string | null;
  run_id: string | null;
  deactivated: boolean;
  pending: boolean;
  at: string | null;
}

async function selectEffects({ sql }: Transaction, { orgId, integrationId, key }: RecordKey): Promise<EffectRow[]> {
  const streams = await sql<{ id: number; step: string }[]>`
    select id, step from streams where org_id = ${orgId} and integration_id = ${integrationId} limit ${entriesMax}`;
  const steps = new Map(streams.map(({ id, step }) => [id, step]));
  // The ledger is keyed by streams, which are the tenant's own. What several pages show, each run notes, whether it writes it or not.
  const rows = await sql<(Omit<EffectRow, 'step'> & { stream_id: number })[]>`
    select ledger.stream_id, ledger.target_id, case when ledger.page_seq >= 0 then ledger.run_id end as run_id,
           ledger.deactivated, ledger.pending_at is not null as pending, coalesce(runs.finished_at, runs.updated_at) as at
    from ledger
    left join runs on runs.org_id = ${orgId} and runs.id = ledger.run_id
    where ledger.stream_id = any(${[...steps.keys()]}::int[]) and ledger.source_key = ${key}`;
  return rows.map(({ stream_id: stream, ...row }) => ({ ...row, step: steps.get(stream) ?? '' }));
}

function toTarget({ step, target_id: target, run_id: run, deactivated, pending }: EffectRow): Trace['targets'][number] {
  return {
    step,
    ...(target === null ? {} : { target_id: target }),
    ...(run === null ? {} : { run_id: toId('run', run) }),
    deactivated,
    pending,
  };
}

function toWritten({ step, run_id: run, at }: EffectRow): Entry[] {
  // Runs are kept for some months, the ledger for ever.
  return run === null || at === null ? [] : [{ at: fromTime(at), run_id: toId('run', run), kind: 'written', step }];
}

async function selectFailures({ sql }: Transaction, { orgId, integrationId, key }: RecordKey): Promise<Entry[]> {
  const rows = await sql<
    { run_id: string; code: string; message: string; step: string | null; resolved_by: string | null; at: string }[]
  >`
    select run_id, code, message, step, resolved_by, created_at as at from dead_letters
    where org_id = ${orgId} and integration_id = ${integrationId} and md5(source_key) = md5(${key}) and source_key = ${key}
    order by id desc limit ${entriesMax}`;
  return rows.map(({ run_id: run, code, message, step, resolved_by: resolved, at }) => ({
    at: fromTime(at),
    run_id: toId('run', run),
    kind: 'failed',
    code,
    message,
    ...(step === null ? {} : { step }),
    ...(resolved === null ? {} : { resolved_by: toId('run', resolved) }),
  }));
}

async function selectItems({ sql }: Transaction, { orgId, integrationId, key }: RecordKey): Promise<Entry[]> {
  const rows = await sql<
    { id: string; run_id: string; status: Entry['item_status']; step: string | null; at: string }[]
  >`
    select id, run_id, status, step, updated_at as at from items
    where org_id = ${orgId} and integration_id = ${integrationId} and key = ${key} order by seq desc limit ${entriesMax}`;
  return rows.map(({ id, run_id: run, status, step, at }) => ({
    at: fromTime(at),
    run_id: toId('run', run),
    kind: 'item',
    item_id: toId('item', id),
    ...(status === undefined ? {} : { item_status: status }),
    ...(step === null ? {} : { step }),
  }));
}
