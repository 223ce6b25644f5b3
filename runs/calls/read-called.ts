import { toId } from '../../core/ids.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { messages } from '../../core/messages.ts';
import type { CallKind, CallOutcome } from '../../core/enums.ts';
import { type Pipeline, withTenantPipelined } from '../../drizzle/index.ts';
import { outputMember } from '../items/sealed/origins.ts';
import type { ItemReader } from '../items/read-items.ts';
import type { ResumedItem } from '../items/waits/wait-statements.ts';
import type { RunAddress } from '../load/load-run.ts';

interface CalledRow {
  item_id: string;
  kind: CallKind;
  callee_id: string;
  outcome: CallOutcome;
  code: string | null;
  message: string | null;
  child_item_id: string | null;
  run_id: string | null;
  /** Where its item failed, and why. */
  failed_at: string | null;
  failure: string | null;
  error: string | null;
  counters: JsonObject | null;
  /** What a step of it responded, sealed. */
  response: string | null;
}

/** What became of what items called whose waits are over, by the ids of these: what their steps make their outputs of. */
export async function readCalled(
  reader: ItemReader,
  items: readonly Pick<ResumedItem, 'id' | 'step' | 'wait_kind'>[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const asked = items.filter(({ wait_kind: kind }) => kind === 'call' || kind === 'sync');
  if (asked.length === 0) return new Map();
  const { database, address } = reader;
  const rows = await withTenantPipelined(database, address.orgId, (tx) => selectCalled(tx, address, asked));
  const read = await Promise.all(rows.map(async (row) => [row.item_id, await toAnswer(reader, row)] as const));
  return new Map(read);
}

async function toAnswer(reader: ItemReader, row: CalledRow): Promise<JsonObject> {
  const { outcome, code, kind, counters } = row;
  const runId = row.run_id === null ? null : toId('run', row.run_id);
  const reason = row.message ?? row.error ?? describeFailure(row);
  const failure = { ...(code === null ? {} : { code }), ...(reason === null ? {} : { message: reason }) };
  if (kind === 'sync') return { outcome, run_id: runId, ...failure, ...(counters === null ? {} : { counters }) };
  const itemId = row.child_item_id === null ? null : toId('item', row.child_item_id);
  return { outcome, run_id: runId, item_id: itemId, ...failure, response: await openResponse(reader, row) };
}

function describeFailure({ failed_at: step, failure }: CalledRow): string | null {
  if (failure === null || step === null) return failure;
  return messages.callFailedAt({ step, message: failure });
}

async function openResponse(
  { opener, address }: ItemReader,
  { response, callee_id: calleeId }: CalledRow,
): Promise<Json> {
  if (response === null) return null;
  const context = { purpose: 'record', orgId: address.orgId, integrationId: calleeId } as const;
  const opened = await opener.open(context, Buffer.from(response, 'base64'));
  return isJsonObject(opened) ? (opened[outputMember] ?? null) : null;
}

function selectCalled({ sql }: Pipeline, { orgId }: RunAddress, items: readonly Pick<ResumedItem, 'id' | 'step'>[]) {
  return sql<CalledRow[]>`
    select c.item_id, c.kind, c.callee_id, c.outcome, c.code, c.message, c.child_item_id,
      coalesce(child.run_id, c.child_run_id) as run_id, failed.step as failed_at, failed.message as failure,
      ended.error ->> 'message' as error,
      case when c.kind = 'sync' then jsonb_build_object('read', ended.read, 'created', ended.created, 'updated', ended.updated,
        'deleted', ended.deleted, 'skipped', ended.skipped, 'failed', ended.failed) end as counters,
      case when c.outcome in ('succeeded', 'skipped') then (
        select encode(gave.sealed, 'base64') from item_steps as gave
        where gave.org_id = c.org_id and gave.item_id = child.id and gave.outcome = 'passed' and gave.step in (
          select jsonb_path_query(revision.definition -> 'steps', 'lax $.** ? (exists (@.respond) && exists (@.id)).id') #>> '{}'
          from runs as used join integration_revisions as revision on revision.org_id = used.org_id
            and revision.integration_id = used.integration_id and revision.revision = used.revision
          where used.org_id = c.org_id and used.id = child.run_id
        )
        order by gave.position limit 1
      ) end as response
    from unnest(${items.map(({ id }) => id)}::uuid[], ${items.map(({ step }) => step)}::text[]) as asked (item_id, step)
    join calls as c on c.org_id = ${orgId} and c.item_id = asked.item_id and c.step = asked.step and c.status = 'ended'
    left join items as child on child.org_id = c.org_id and child.id = c.child_item_id
    left join runs as ended on ended.org_id = c.org_id and ended.id = c.child_run_id and c.kind = 'sync'
    left join lateral (
      select step, message from dead_letters
      where org_id = c.org_id and item_id = child.id and c.outcome = 'failed' order by id desc limit 1
    ) as failed on true`.execute();
}
