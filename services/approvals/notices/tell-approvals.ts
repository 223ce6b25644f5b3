import type { ApprovalNotice } from '../../../core/pure/approval-notice.ts';
import { toId } from '../../../core/ids.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { type AuditContext, writeAudit } from '../../audit-events/audit.ts';

/** The approvals of a step of a run: UUIDs. */
export interface ApprovalStep {
  runId: string;
  step: string;
}

/** Approvals that were asked together, and of which people are told the same. */
interface Bundle {
  notices: ApprovalNotice[];
  tell_at: string;
  late_ms: number;
}

/**
 * Tells people of the open approvals of a step of a run, in one message for those that were asked together, and asks others as
 * well where it is time to. Of what was missed while no worker ran, the last counts.
 *
 * @idempotency Each message is written in the transaction that notes it: another worker finds nothing to tell, and a lost commit
 *   tells nothing.
 */
export async function tellApprovals(tx: Transaction, by: AuditContext, at: ApprovalStep): Promise<void> {
  const { sql } = tx;
  const bundles = await sql<Bundle[]>`
    select notices, tell_at, extract(epoch from clock_timestamp() - tell_at)::float8 * 1000 as late_ms from waits
    where org_id = ${by.orgId} and run_id = ${at.runId} and step = ${at.step} and kind = 'approval' and status = 'open'
      and tell_at <= clock_timestamp()
    group by notices, tell_at order by tell_at`;
  for (const bundle of bundles) await tellBundle(tx, by, at, bundle);
}

async function tellBundle(tx: Transaction, by: AuditContext, at: ApprovalStep, bundle: Bundle): Promise<void> {
  const { sql } = tx;
  const { notices, tell_at: tellAt } = bundle;
  const [first] = notices;
  if (first === undefined) return;
  const nowMs = first.afterMs + bundle.late_ms;
  const due = notices.filter(({ afterMs }) => afterMs <= nowMs);
  const left = notices.slice(due.length);
  const others = due.flatMap(({ to = [] }) => to);
  const causes = listCauses(due);
  const nextMs = left[0] === undefined ? null : left[0].afterMs - first.afterMs;
  const [notice] = await sql<{ first: string; count: number }[]>`
    with told as (
      update waits set notices = ${left.length === 0 ? null : JSON.stringify(left)}::text::jsonb,
        tell_at = tell_at + ${nextMs}::float8 * interval '1 millisecond',
        approvers = array(select distinct unnest(approvers || ${others}::text[]) order by 1)
      where org_id = ${by.orgId} and run_id = ${at.runId} and step = ${at.step} and kind = 'approval' and status = 'open'
        and tell_at = ${tellAt} and notices = ${JSON.stringify(notices)}::text::jsonb
      returning id, integration_id, message, approvers, not_by, parked_at, due_at,
        array(select unnest(approvers) except select unnest(${others}::text[]) order by 1) as asked
    ), bundle as (
      select min(id::text) as first, count(*)::int as count, min(integration_id::text)::uuid as integration_id,
        min(due_at) as due_at, min(parked_at) as since, (array_agg(not_by))[1] as not_by,
        (array_agg(message order by id))[1] as message, (array_agg(to_jsonb(approvers)))[1] as approvers,
        (array_agg(to_jsonb(asked)))[1] as asked
      from told
    )
    select bundle.first, bundle.count, hub_emit(${by.orgId}, 'notification.approval_' || cause, jsonb_build_object(
        'cause', 'approval_' || cause, 'integration_id', bundle.integration_id, 'run_id', ${at.runId}::uuid,
        'name', (select name from integrations where org_id = ${by.orgId} and id = bundle.integration_id),
        'step', ${at.step}::text, 'count', bundle.count, 'due_at', bundle.due_at, 'since', bundle.since,
        'message', bundle.message, 'not_by', bundle.not_by,
        'approvers', case cause when 'escalated' then to_jsonb(${others}::text[])
          when 'reminder' then bundle.asked else bundle.approvers end
      ))
    from bundle, unnest(${causes}::text[]) as due (cause) where bundle.count > 0`;
  if (notice === undefined || others.length === 0) return;
  await writeAudit(tx, by, {
    action: 'approval.escalated',
    resourceId: toId('approval', notice.first),
    changes: { run_id: toId('run', at.runId), step: at.step, count: notice.count, approvers: others },
  });
}

/** What people are told: who is asked first learns of no more; others who are asked later, and those before them, of their own. */
function listCauses(due: readonly ApprovalNotice[]): ApprovalNotice['what'][] {
  const has = (what: ApprovalNotice['what']): boolean => due.some((notice) => notice.what === what);
  return has('requested') ? ['requested'] : (['reminder', 'escalated'] as const).filter(has);
}
