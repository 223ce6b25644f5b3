import type { Clock } from '../core/clock.ts';
import { toId } from '../core/ids.ts';
import type { WebhookDisabledReason } from '../core/enums.ts';
import { type Database, type Transaction, withTenant } from '../drizzle/index.ts';
import { type AuditContext, writeAudit } from '../services/audit-events/audit.ts';
import type { Signer } from '../vault/index.ts';
import type { Attempt } from './attempt.ts';
import { type QueueLease, QueueLostError } from './queue-statements.ts';

/** When a failed delivery is sent again, and how long an endpoint may fail. */
export interface RetryPolicy {
  /** Waits after the first, the second, … attempt; after the last one a delivery is given up. */
  retryMs: readonly number[];
  /** An endpoint without a successful delivery for this long is disabled. */
  disableAfterMs: number;
}

/** Attempts of a delivery that are kept. */
const attemptsKept = 20;
/** An endpoint that takes nothing is tried at the pace of the schedule, with whatever waits, but at least this often. */
const paceMaxMs = 60_000;
/** Up to this part of a wait is added to it, by chance, so that what failed together is not sent together. */
const jitter = 0.1;

/**
 * Writes down what became of a round, and how the endpoint stands.
 *
 * @idempotency under the lease: a worker that lost it writes nothing, and what it sent is sent again under the same ids.
 * @returns why the endpoint was disabled, where it was.
 * @throws {QueueLostError}
 */
export function recordRound(
  { database, clock, signer }: { database: Database; clock: Clock; signer: Signer },
  lease: QueueLease,
  {
    url,
    attempts,
    policy,
    leaseMs,
  }: { url: string; attempts: readonly Attempt[]; policy: RetryPolicy; leaseMs: number },
): Promise<WebhookDisabledReason | undefined> {
  return withTenant(database, lease.orgId, async (tx) => {
    if (attempts.some(({ verdict }) => verdict !== 'delivered')) await lockEndpoint(tx, lease);
    const { failingForMs } = await settleQueue(tx, lease, { attempts, policy, leaseMs });
    const gone = attempts.some(({ verdict }) => verdict === 'gone');
    const failing = failingForMs >= policy.disableAfterMs;
    const reason = gone ? 'gone' : failing ? 'failing' : undefined;
    await Promise.all([settleDeliveries(tx, lease, attempts, policy), keepAttempts(tx, lease, url, attempts)]);
    const by = { orgId: lease.orgId, actor: 'system', requestId: null, clock, signer };
    return reason !== undefined && (await disable(tx, by, lease, url, reason)) ? reason : undefined;
  });
}

function isTaking(attempts: readonly Attempt[]): boolean {
  return attempts.some(({ verdict }) => verdict === 'delivered');
}

/** Locked before its queue, as changes of an endpoint do: it may have to be disabled. */
function lockEndpoint({ sql }: Transaction, { orgId, endpointId }: QueueLease): PromiseLike<unknown> {
  return sql`select 1 from webhook_endpoints where org_id = ${orgId} and id = ${endpointId} for no key update`;
}

async function settleQueue(
  { sql }: Transaction,
  { orgId, endpointId, epoch }: QueueLease,
  { attempts, policy, leaseMs }: { attempts: readonly Attempt[]; policy: RetryPolicy; leaseMs: number },
): Promise<{ failingForMs: number }> {
  const takes = isTaking(attempts);
  const silenceMs = Math.max(0, ...attempts.map(({ retryAfterMs = 0 }) => retryAfterMs));
  const paces = policy.retryMs.map((ms) => Math.min(ms, paceMaxMs));
  const [queue] = await sql<{ failing_for: number }[]>`
    update webhook_queues set
      lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond',
      failures = case when ${takes} then 0 else failures + 1 end,
      failing_since = case when ${takes} then null else coalesce(failing_since, clock_timestamp()) end,
      retry_at = case when ${takes && silenceMs === 0} then null else clock_timestamp() + interval '1 millisecond' *
        greatest(${silenceMs}::float8, case when ${takes} then 0
          else (${paces}::float8[])[least(failures + 1, ${paces.length}::int)] end) end
    where org_id = ${orgId} and endpoint_id = ${endpointId} and epoch = ${epoch}
    returning coalesce(extract(epoch from clock_timestamp() - failing_since) * 1000, -1)::float8 as failing_for`;
  if (queue === undefined) throw new QueueLostError('The lease of a queue was taken over.');
  return { failingForMs: queue.failing_for };
}

function settleDeliveries(
  { sql }: Transaction,
  { orgId, endpointId }: QueueLease,
  attempts: readonly Attempt[],
  { retryMs }: RetryPolicy,
): PromiseLike<unknown> {
  const states = attempts.map(({ verdict, tries }) =>
    verdict === 'delivered' ? 'delivered' : tries > retryMs.length ? 'failed' : 'pending',
  );
  const waits = attempts.map(({ tries, retryAfterMs = 0 }) => Math.max(retryMs[tries - 1] ?? 0, retryAfterMs));
  return sql`
    update webhook_deliveries d set status = made.status, attempts = d.attempts + 1, tries = made.tries,
      due_at = clock_timestamp() + made.wait_ms * (1 + ${jitter} * random()) * interval '1 millisecond',
      delivered_at = case when made.status = 'delivered' then clock_timestamp() end
    from unnest(${attempts.map(({ eventId }) => eventId)}::uuid[], ${states}::text[],
      ${attempts.map(({ tries }) => tries)}::int[], ${waits}::float8[]) as made (event_id, status, tries, wait_ms)
    where d.org_id = ${orgId} and d.endpoint_id = ${endpointId} and d.event_id = made.event_id`.execute();
}

async function keepAttempts(
  { sql }: Transaction,
  { orgId, endpointId }: QueueLease,
  url: string,
  attempts: readonly Attempt[],
): Promise<void> {
  const eventIds = attempts.map(({ eventId }) => eventId);
  await Promise.all([
    // Sent behind the statement that counts this attempt.
    sql`
      insert into webhook_attempts (org_id, endpoint_id, event_id, number, at, duration_ms, url, status, content_type,
                                    body, error)
      select ${orgId}, ${endpointId}, d.event_id, d.attempts, made.at, made.duration_ms, ${url}, made.status,
        made.content_type, made.body, made.error
      from unnest(${eventIds}::uuid[], ${attempts.map(({ at }) => new Date(at).toISOString())}::text[]::timestamptz[],
        ${attempts.map(({ durationMs }) => durationMs)}::int[], ${attempts.map(({ status }) => status ?? null)}::int[],
        ${attempts.map(({ contentType }) => contentType ?? null)}::text[], ${attempts.map(({ body }) => body ?? null)}::text[],
        ${attempts.map(({ error }) => error ?? null)}::text[])
        as made (event_id, at, duration_ms, status, content_type, body, error)
      join webhook_deliveries d
        on d.org_id = ${orgId} and d.endpoint_id = ${endpointId} and d.event_id = made.event_id`.execute(),
    sql`
      delete from webhook_attempts a using webhook_deliveries d
      where a.org_id = ${orgId} and a.endpoint_id = ${endpointId} and a.event_id = any(${eventIds}::uuid[])
        and d.org_id = a.org_id and d.endpoint_id = a.endpoint_id and d.event_id = a.event_id
        and a.number <= d.attempts - ${attemptsKept}`.execute(),
  ]);
}

/**
 * Disables the endpoint, unless its address has changed since. Waiting deliveries stay, and continue when it is
 * enabled again; the other endpoints are notified by a trigger.
 */
async function disable(
  tx: Transaction,
  by: AuditContext,
  { orgId, endpointId }: QueueLease,
  url: string,
  reason: WebhookDisabledReason,
): Promise<boolean> {
  const [disabled] = await tx.sql`
    update webhook_endpoints set disabled_at = clock_timestamp(), disabled_reason = ${reason},
      updated_at = clock_timestamp(), row_version = row_version + 1
    where org_id = ${orgId} and id = ${endpointId} and url = ${url} and disabled_at is null
    returning 1`;
  if (disabled === undefined) return false;
  const resourceId = toId('webhookEndpoint', endpointId);
  await writeAudit(tx, by, {
    action: 'webhook_endpoint.disabled',
    resourceId,
    before: { disabled: false },
    after: { disabled: true, disabled_reason: reason },
    changes: { disabled_reason: reason },
  });
  return true;
}
