import { toTimestamp } from '../../core/clock.ts';
import { firstUuidAt, toId } from '../../core/ids.ts';
import type { RunError } from '../../drizzle/schema/runs.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { readVoices } from '../approvals/voices.ts';
import { whereWithinReach } from '../runs/within-reach.ts';
import { findSignInRisks } from '../access/sso-connections/find-sign-in-risks.ts';
import { ssoScopes } from '../access/sso-connections/sso-scopes.ts';
import type { ServiceContext } from '../shared/context.ts';
import { fromTime } from '../shared/rows.ts';
import { hasScope, requireScope } from '../shared/scopes.ts';
import { inTenant, readTenant } from '../shared/transaction.ts';
import { type AttentionRecord, rank, toAttention } from './attention.ts';
import { findEndingCredentials } from './find-ending-credentials.ts';
import { findFailingSubscriptions } from './find-failing-subscriptions.ts';
import { findLeftSubscriptions } from './find-left-subscriptions.ts';
import { findWaitingApprovals } from './find-waiting-approvals.ts';
import { findWithheldRuns } from './find-withheld-runs.ts';
import { countRecords, openRecordsMax } from './count-records.ts';

const dayMs = 86_400_000;
/** A failure that nobody looked at for so long needs nobody. */
const runsOfMs = 7 * dayMs;
const ticksOfMs = dayMs;
/** Of each kind. */
const foundMax = 50;
/** Runs of each status that are looked at; many of them may be of one integration. */
const runsMax = 200;

/**
 * Lists what needs a person: connections that do not work, integrations whose last run failed, records that failed and
 * were not processed since, approvals that wait for the caller or have waited too long for others, endpoints that take no
 * events, hooks that cannot be registered with their vendors or removed there, schedules that missed a time, credentials that end soon, and identity providers whose certificates end or whose metadata was not taken. The
 * worst first, at most 50 of a kind; only what the caller's scopes let them see.
 */
export async function listAttention({ ctx }: { ctx: ServiceContext }): Promise<AttentionRecord[]> {
  requireScope(ctx, 'runs:read');
  const voices = await inTenant(ctx, (tx) => readVoices(tx, ctx));
  const found = await readTenant(ctx, (tx) =>
    Promise.all([
      findFailedRuns(tx, ctx),
      findWithheldRuns(tx, ctx),
      findFailedRecords(tx, ctx),
      findWaitingApprovals(tx, ctx, voices),
      findEndingCredentials(tx, ctx),
      hasScope(ctx.scopes, 'connections:read') ? findConnections(tx, ctx) : [],
      hasScope(ctx.scopes, 'webhooks:read') ? findEndpoints(tx, ctx) : [],
      hasScope(ctx.scopes, 'workflows:read') ? findMissedTimes(tx, ctx) : [],
      hasScope(ctx.scopes, 'workflows:read') ? findFailingSubscriptions(tx, ctx) : [],
      hasScope(ctx.scopes, 'connections:read') ? findLeftSubscriptions(tx, ctx) : [],
      hasScope(ctx.scopes, ssoScopes.read) ? listSignInRisks(tx, ctx) : [],
    ]),
  );
  return rank(found.flat());
}

async function findConnections({ sql }: Transaction, { orgId }: ServiceContext): Promise<AttentionRecord[]> {
  const rows = await sql<{ id: string; name: string; status: string; status_reason: string | null; at: string }[]>`
    select id, name, status, status_reason, updated_at as at from connections
    where org_id = ${orgId} and deleted_at is null and status in ('error', 'expired')
    order by updated_at desc limit ${foundMax}`.execute();
  return rows.map(({ id, name, status, status_reason: cause, at }) =>
    toAttention(status === 'expired' ? 'connection_expired' : 'connection_error', {
      subject: { id: toId('connection', id), name },
      cause,
      since: fromTime(at),
    }),
  );
}

/** Integrations whose last run that ended by itself failed. */
async function findFailedRuns(tx: Transaction, ctx: ServiceContext): Promise<AttentionRecord[]> {
  const { sql } = tx;
  const { orgId, clock } = ctx;
  const rows = await sql<{ id: string; integration_id: string; name: string; error: RunError | null; at: string }[]>`
    select failed.id, failed.integration_id, integrations.name, failed.error, failed.at
    from (
      select distinct on (integration_id) id, integration_id, error, at from (
        select runs.id, runs.integration_id, runs.error, coalesce(runs.finished_at, runs.updated_at) as at from runs
        where runs.org_id = ${orgId} and runs.status = 'failed' and runs.id >= ${firstUuidAt(clock.now() - runsOfMs)}
          ${whereWithinReach(tx, ctx, 'runs.integration_id')}
        order by runs.id desc limit ${runsMax}
      ) as recent
      order by integration_id, id desc
    ) as failed
    join integrations on integrations.org_id = ${orgId} and integrations.id = failed.integration_id
      and integrations.deleted_at is null
    where not exists (
      select 1 from runs as later
      where later.org_id = ${orgId} and later.integration_id = failed.integration_id and later.id > failed.id
        and later.status in ('succeeded', 'partially_succeeded')
    )
    order by failed.id desc limit ${foundMax}`.execute();
  return rows.map(({ id, integration_id: integration, name, error, at }) =>
    toAttention('run_failed', {
      subject: { id: toId('run', id), name },
      integration_id: toId('integration', integration),
      cause: error?.message ?? null,
      since: fromTime(at),
    }),
  );
}

/** Integrations with failed records that no run has processed since. One that failed in several runs counts once. */
async function findFailedRecords(tx: Transaction, ctx: ServiceContext): Promise<AttentionRecord[]> {
  const { sql } = tx;
  const rows = await sql<{ integration_id: string; name: string; count: number; at: string }[]>`
    select open.integration_id, integrations.name, open.count, open.at
    from (
      select newest.integration_id, ${countRecords(tx)} as count, max(newest.created_at) as at from (
        select dead_letters.integration_id, dead_letters.source_key, dead_letters.created_at from dead_letters
        where dead_letters.org_id = ${ctx.orgId} and dead_letters.resolved_by is null
          ${whereWithinReach(tx, ctx, 'dead_letters.integration_id')}
        order by dead_letters.id desc limit ${openRecordsMax}
      ) as newest
      group by newest.integration_id
    ) as open
    join integrations on integrations.org_id = ${ctx.orgId} and integrations.id = open.integration_id
      and integrations.deleted_at is null
    order by open.at desc limit ${foundMax}`.execute();
  return rows.map(({ integration_id: integration, name, count, at }) =>
    toAttention('records_failed', {
      subject: { id: toId('integration', integration), name },
      integration_id: toId('integration', integration),
      count,
      since: fromTime(at),
    }),
  );
}

/** At most 50 of an organization; see `webhookEndpointsMax`. */
async function findEndpoints({ sql }: Transaction, { orgId }: ServiceContext): Promise<AttentionRecord[]> {
  const rows = await sql<{ id: string; name: string; url: string; disabled_at: string | null; at: string }[]>`
    select webhook_endpoints.id, name, url, disabled_at, coalesce(disabled_at, failing_since) as at
    from webhook_endpoints join webhook_queues
      on webhook_queues.org_id = webhook_endpoints.org_id and webhook_queues.endpoint_id = webhook_endpoints.id
    where webhook_endpoints.org_id = ${orgId}
      and (disabled_reason in ('failing', 'gone') or (disabled_at is null and failing_since is not null))
    order by at desc`.execute();
  return rows.map(({ id, name, url, disabled_at: disabled, at }) =>
    toAttention(disabled === null ? 'endpoint_failing' : 'endpoint_disabled', {
      subject: { id: toId('webhookEndpoint', id), name },
      cause: url,
      since: fromTime(at),
    }),
  );
}

/** Schedules that missed a time in the last day, and have run none since. */
async function findMissedTimes(tx: Transaction, ctx: ServiceContext): Promise<AttentionRecord[]> {
  const { sql } = tx;
  const { orgId, clock } = ctx;
  const since = toTimestamp(clock.now() - ticksOfMs);
  const rows = await sql<{ id: string; name: string; integration_id: string; count: number; at: string }[]>`
    select workflows.id, integrations.name, workflows.integration_id, missed.count, missed.at
    from workflows join integrations
      on integrations.org_id = workflows.org_id and integrations.id = workflows.integration_id, lateral (
      select count(*) as count, max(ticks.created_at) as at from schedule_ticks as ticks
      where ticks.org_id = ${orgId} and ticks.workflow_id = workflows.id and ticks.status = 'missed'
        and ticks.id >= ${firstUuidAt(clock.now() - ticksOfMs)}
    ) as missed
    where workflows.org_id = ${orgId} and workflows.deleted_at is null and workflows.type = 'scheduled'
      and missed.count > 0 and missed.at >= ${since} ${whereWithinReach(tx, ctx, 'workflows.integration_id')}
      and not exists (
        select 1 from schedule_ticks as ran
        where ran.org_id = ${orgId} and ran.workflow_id = workflows.id and ran.status = 'ran'
          and ran.id >= ${firstUuidAt(clock.now() - ticksOfMs)} and ran.created_at > missed.at
      )
    order by missed.at desc limit ${foundMax}`.execute();
  return rows.map(({ id, name, integration_id: integration, count, at }) =>
    toAttention('schedule_missed', {
      subject: { id: toId('workflow', id), name },
      integration_id: toId('integration', integration),
      count,
      since: fromTime(at),
    }),
  );
}

async function listSignInRisks(tx: Transaction, ctx: ServiceContext): Promise<AttentionRecord[]> {
  const risks = await findSignInRisks(tx, ctx);
  return risks.map(({ id, name, cause, since }) =>
    toAttention('sign_in_at_risk', { subject: { id, name }, cause, since }),
  );
}
