import type { WithheldReason } from '../../core/enums.ts';
import { firstUuidAt, toId } from '../../core/ids.ts';
import { messages } from '../../core/messages.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { whereWithinReach } from '../runs/within-reach.ts';
import type { ServiceContext } from '../shared/context.ts';
import { fromTime } from '../shared/rows.ts';
import { type AttentionRecord, toAttention } from './attention.ts';

type HeldRow = {
  id: string;
  integration_id: string;
  name: string;
  reason: WithheldReason;
  records: number;
  at: string;
};

/** Older ones need nobody: a schedule would have found the same again. */
const daysMs = 7 * 86_400_000;
const runsMax = 200;
const questionsMax = 50;

/**
 * Integrations whose last run that ended held changes back, which a person allows, or corrects in the source. What people are asked
 * about is told once, for as long as it is open, whatever ran since; what one rejected is not.
 */
export async function findWithheldRuns(tx: Transaction, ctx: ServiceContext): Promise<AttentionRecord[]> {
  const { sql } = tx;
  const { orgId, clock } = ctx;
  const held = sql<HeldRow[]>`
    select held.id, held.integration_id, integrations.name, held.reason, held.records, held.at
    from (
      select distinct on (integration_id) id, integration_id, reason, records, approval, at from (
        select runs.id, runs.integration_id, withheld ->> 'reason' as reason, (withheld ->> 'records')::int as records, (withheld ->> 'approval')::uuid as approval,
          coalesce(runs.finished_at, runs.updated_at) as at
        from runs
        where runs.org_id = ${orgId} and runs.status = 'partially_succeeded' and runs.withheld is not null
          and runs.id >= ${firstUuidAt(clock.now() - daysMs)} ${whereWithinReach(tx, ctx, 'runs.integration_id')}
        order by runs.id desc limit ${runsMax}
      ) as recent
      order by integration_id, id desc
    ) as held
    join integrations on integrations.org_id = ${orgId} and integrations.id = held.integration_id
      and integrations.deleted_at is null
    where not exists (
      select 1 from waits where waits.org_id = ${orgId} and waits.id = held.approval and waits.status in ('open', 'rejected')
    ) and not exists (
      select 1 from runs as later
      where later.org_id = ${orgId} and later.integration_id = held.integration_id and later.id > held.id
        and later.status in ('succeeded', 'partially_succeeded')
    )
    order by held.id desc`.execute();
  const [allowed, asked] = await Promise.all([held, findOpenQuestions(tx, ctx)]);
  return [
    ...asked,
    ...allowed.map(({ id, integration_id: integration, name, reason, records, at }) =>
      toAttention('run_withheld', {
        subject: { id: toId('run', id), name },
        integration_id: toId('integration', integration),
        cause: messages.withheldBecause[reason],
        ...(records > 0 ? { count: records } : {}),
        since: fromTime(at),
      }),
    ),
  ];
}

/** What guards ask about, each with the run that asked. */
async function findOpenQuestions(tx: Transaction, ctx: ServiceContext): Promise<AttentionRecord[]> {
  const rows = await tx.sql<(Omit<HeldRow, 'reason'> & { about: 'removals' | 'items' })[]>`
    select waits.guarded_run_id as id, waits.integration_id, integrations.name, asked.about, asked.count as records, waits.parked_at as at
    from withheld_changes as asked join waits on waits.org_id = asked.org_id and waits.id = asked.wait_id
    join integrations on integrations.org_id = asked.org_id and integrations.id = asked.integration_id
      and integrations.deleted_at is null
    where asked.org_id = ${ctx.orgId} and asked.ended_by is null and waits.status = 'open'
      ${whereWithinReach(tx, ctx, 'asked.integration_id')}
    order by asked.wait_id desc limit ${questionsMax}`.execute();
  return rows.map(({ id, integration_id: integration, name, about, records, at }) =>
    toAttention('run_withheld', {
      subject: { id: toId('run', id), name },
      integration_id: toId('integration', integration),
      cause: messages.withheldAsks({ about, records }),
      count: records,
      since: fromTime(at),
    }),
  );
}
