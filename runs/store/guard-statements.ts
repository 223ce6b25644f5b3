import { newUuid } from '../../core/ids.ts';
import type { GuardQuestion } from '../../engine/approvals/guard-question.ts';
import type { Pipeline } from '../../drizzle/index.ts';
import type { StreamAddress } from './segment-statements.ts';

/** Of more records nobody is asked: a person who looked at them executes the integration with what is allowed. */
export const askedAboutMax = 100_000;

/** Of what a question was about that has ended, so many records are kept to be shown. */
const keptMax = 20;

/** People are told in one message of what is asked within this time, as of approvals of steps. */
const bundleSeconds = 30;

/** What a guard watches over: one question of it stands at a time. */
export interface Guarded {
  about: 'removals' | 'items';
  fingerprint: string;
}

/** A CTE `standing`: the question that was asked last and that no reading has ended, with what it shows. */
export function standingQuestion(
  { sql }: Pipeline,
  { orgId, integrationId, stream, step }: StreamAddress,
  { about, fingerprint }: Guarded,
) {
  return sql`
    standing as materialized (
      select asked.wait_id, asked.records, waits.status from withheld_changes as asked
      join waits on waits.org_id = asked.org_id and waits.id = asked.wait_id
      where asked.org_id = ${orgId} and asked.integration_id = ${integrationId} and asked.ended_by is null
        and asked.about = ${about} and asked.stream = ${stream} and asked.step = ${step} and asked.fingerprint = ${fingerprint}
      order by asked.wait_id desc limit 1
    )`;
}

/**
 * CTEs that decide what becomes of questions at the end of a whole reading, behind `found (record)`, what it holds back, `standing`,
 * and `judged (reason)`, null where it holds nothing back. The last one is `kept (wait_id)`: what people are asked of it.
 *
 * A question that shows all that is held back stays as it is, also one that was rejected. Another one takes its place where there is more
 * than that, and none where nothing is held back.
 *
 * @param isWhole A reading of a part of the source says nothing of what else is held back.
 */
export function askAgain(
  { sql }: Pipeline,
  { orgId, integrationId, runId, stream, step }: StreamAddress,
  { about, fingerprint }: Guarded,
  { message, approvers, notByRequester, notices }: GuardQuestion,
  isWhole = true,
) {
  const mine = sql`org_id = ${orgId} and integration_id = ${integrationId} and about = ${about} and ended_by is null`;
  return sql`
    shown as materialized (select unnest(records) as record from standing where status in ('open', 'approved', 'rejected')),
    verdict as materialized (
      select judged.reason, case
        when judged.reason is null then ${isWhole ? 'ends' : 'stays'}
        when not exists (select 1 from found where record not in (select record from shown)) then 'stays'
        when (select count(*) from found) <= ${askedAboutMax} then 'asks'
        else 'ends' end as what
      from judged
    ),
    replaced as materialized (
      select withheld_changes.wait_id from withheld_changes cross join verdict
      where ${mine} and (verdict.what <> 'stays' or wait_id <> (select wait_id from standing))
    ),
    ended as (
      update withheld_changes set ended_by = ${runId}, records = records[1:${keptMax}]
      where org_id = ${orgId} and wait_id in (select wait_id from replaced)
    ),
    withdrawn_questions as (
      update waits set status = 'withdrawn', ended_at = clock_timestamp()
      where org_id = ${orgId} and id in (select wait_id from replaced) and status = 'open'
    ),
    made as (
      insert into waits (org_id, id, integration_id, run_id, guarded_run_id, step, kind, parked_at, message, approvers, quorum, not_by, notices, tell_at, settled)
      select ${orgId}, ${newUuid()}::uuid, ${integrationId}, ${runId}, ${runId}, '', 'approval', clock_timestamp(),
        replace(${message}, '{count}', (select to_char(count(*), 'FM999,999') from found)), ${[...approvers]}::text[], 1,
        ${notByRequester ? sql`(select requested_by from runs where org_id = ${orgId} and id = ${runId})` : sql`null`},
        ${JSON.stringify(notices)}::text::jsonb,
        to_timestamp(ceil(extract(epoch from clock_timestamp()) / ${bundleSeconds}) * ${bundleSeconds}), true
      from verdict where what = 'asks'
      returning id
    ),
    frozen as (
      insert into withheld_changes (org_id, wait_id, integration_id, stream, step, fingerprint, about, reason, records, count, hash)
      select ${orgId}, made.id, ${integrationId}, ${stream}, ${step}, ${fingerprint}, ${about}, verdict.reason, sorted.records, cardinality(sorted.records),
        encode(sha256(convert_to(array_to_string(sorted.records, E'\\n'), 'UTF8')), 'hex')
      from made cross join verdict cross join (select array_agg(record order by record) as records from found) as sorted
    ),
    kept as (
      select id as wait_id from made
      union all
      select standing.wait_id from standing cross join verdict where verdict.what = 'stays'
    )`;
}
