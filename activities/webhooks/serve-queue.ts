import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import type { Meter } from '../../core/meter.ts';
import { toId } from '../../core/ids.ts';
import type { Database } from '../../drizzle/index.ts';
import type { GuardedPoster } from '../../connectors/kit/http/guarded-post.ts';
import type { Opener, Signer } from '../../vault/index.ts';
import type { ActivityLog } from '../work-on-run.ts';
import { attempt } from './attempt.ts';
import {
  type QueueAddress,
  type QueueLease,
  QueueLostError,
  readRound,
  type Recipient,
  releaseQueue,
  type Round,
  takeQueue,
} from './queue-statements.ts';
import { recordRound, type RetryPolicy } from './record-round.ts';

export interface DeliveryDeps {
  database: Database;
  clock: Clock;
  opener: Opener;
  /** Shows that it was a worker that disabled an endpoint. */
  signer: Signer;
  poster: GuardedPoster;
  policy: RetryPolicy;
  /** An answer that takes longer counts as none. */
  timeoutMs: number;
  /** Default: nothing is counted. */
  meter?: Meter;
  log: Pick<ActivityLog, 'warn'>;
}

/** What an endpoint is sent at once, unless it wants its events in order. */
const atOnceMax = 10;
/** After so long another endpoint has its turn. */
const turnMs = 20_000;
/** A lease outlasts what is under way by so much. */
const leaseMarginMs = 5000;

const secretShape = z.object({ secret: z.string() });

/**
 * Sends what is due of one endpoint, round by round, until nothing is or the turn is over.
 *
 * @idempotency A round that was sent and not written down, since the worker died or lost its lease, is sent again when
 *   the lease is over; its messages have the ids that they had.
 */
export async function serveQueue(deps: DeliveryDeps, address: QueueAddress, signal: AbortSignal): Promise<void> {
  const leaseMs = deps.timeoutMs + leaseMarginMs;
  const lease = await takeQueue(deps.database, address, leaseMs);
  if (lease === undefined) return;
  const endAt = deps.clock.monotonic() + turnMs;
  try {
    while (!signal.aborted && deps.clock.monotonic() < endAt) {
      const askedAt = deps.clock.monotonic();
      const round = await readRound(deps.database, lease, { leaseMs, atOnceMax });
      if (round === undefined || round.due.length === 0) break;
      const secrets = await openSecrets(deps, lease, round.recipient);
      // A process that stood still meanwhile does not hold the lease any more.
      if (deps.clock.monotonic() > askedAt + leaseMarginMs) continue;
      await sendRound(deps, lease, round, secrets, leaseMs);
    }
    await releaseQueue(deps.database, lease);
  } catch (error) {
    if (!(error instanceof QueueLostError)) throw error;
    deps.log.warn({ endpoint_id: toId('webhookEndpoint', lease.endpointId) }, 'a webhook queue was taken over');
  }
}

async function sendRound(
  deps: DeliveryDeps,
  lease: QueueLease,
  { recipient: { url }, due }: Round,
  secrets: readonly string[],
  leaseMs: number,
): Promise<void> {
  const attempts = await Promise.all(due.map((delivery) => attempt(deps, { url, secrets }, delivery)));
  for (const { verdict, durationMs } of attempts) {
    deps.meter?.observe('hub_event_delivery_duration_seconds', { outcome: verdict }, durationMs / 1000);
  }
  const reason = await recordRound(deps, lease, { url, attempts, policy: deps.policy, leaseMs });
  if (reason === undefined) return;
  deps.log.warn(
    { endpoint_id: toId('webhookEndpoint', lease.endpointId), reason },
    'a webhook endpoint was disabled; nothing more is sent to it',
  );
}

/** The secret in use, and the one before while its overlap lasts. */
function openSecrets(
  { opener }: DeliveryDeps,
  { orgId, endpointId }: QueueLease,
  { sealed, secret_version: version, previous_sealed: previous }: Recipient,
): Promise<string[]> {
  const open = async (bytes: Buffer, of: number): Promise<string> =>
    secretShape.parse(await opener.open({ purpose: 'webhook', orgId, endpointId, version: of }, bytes)).secret;
  return Promise.all([open(sealed, version), ...(previous === null ? [] : [open(previous, version - 1)])]);
}
