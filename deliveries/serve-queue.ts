import { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import type { Meter } from '../core/telemetry/meter.ts';
import { toId } from '../core/ids.ts';
import { type Database, withTenant } from '../drizzle/index.ts';
import type { GuardedPoster } from '../connectors/drivers/http/guarded-post.ts';
import { type Question, findApprovers } from '../services/approvals/notices/find-approvers.ts';
import type { Opener, Signer } from '../vault/index.ts';
import { type Attempt, attempt, type Destination, type Sending } from './attempt.ts';
import type { Mailer } from './send-mail.ts';
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
  /** Under which people open the dashboard, beside the API. */
  publicUrl: string;
  /** Absent where the operator has named no mail server. */
  mailer?: Mailer | undefined;
  policy: RetryPolicy;
  /** An answer that takes longer counts as none. */
  timeoutMs: number;
  /** Default: nothing is counted. */
  meter?: Meter;
  /** How long an endpoint is served before the next one, in milliseconds. Default 5000. */
  turnMs?: number;
  log: { warn(fields: object, message: string): void };
}

/** Messages that are under way to an endpoint at once, unless it wants its events in order. */
const atOnceMax = 10;
/**
 * A round is recorded as a whole: up to this many messages, or those started in this time. A worker that dies before
 * leaves these to be sent again.
 */
const roundMax = 100;
const roundMs = 1000;
/** How long an endpoint is served before the next one. */
const turnMs = 5000;
/** How much longer a lease lasts than the deliveries in progress. */
const leaseMarginMs = 5000;

/**
 * Sends what is due of one endpoint, round by round, until nothing is due or its time is over.
 *
 * @idempotency A round that was sent and not written down, since the worker died or lost its lease, is sent again when
 *   the lease is over; its messages have the ids that they had.
 */
export async function serveQueue(deps: DeliveryDeps, address: QueueAddress, signal: AbortSignal): Promise<void> {
  const leaseMs = deps.timeoutMs + leaseMarginMs;
  const lease = await takeQueue(deps.database, address, leaseMs);
  if (lease === undefined) return;
  const endAt = deps.clock.monotonic() + (deps.turnMs ?? turnMs);
  const openSecrets = rememberSecrets(deps, lease);
  try {
    while (!signal.aborted && deps.clock.monotonic() < endAt) {
      const askedAt = deps.clock.monotonic();
      const round = await readRound(deps.database, lease, { leaseMs, roundMax });
      if (round === undefined || round.due.length === 0) break;
      const { format } = round.recipient;
      const to = {
        url: await openUrl(deps, lease, round.recipient),
        format,
        secrets: await openSecrets(round.recipient),
      };
      // A process that stood still meanwhile does not hold the lease any more, so it begins nothing.
      const until = Math.min(deps.clock.monotonic() + roundMs, askedAt + leaseMarginMs);
      const mayBegin = (): boolean => !signal.aborted && deps.clock.monotonic() < until;
      const sending = {
        ...deps,
        sender: { publicUrl: deps.publicUrl, organization: toId('organization', lease.orgId) },
        findApprovers: (question: Question) => askForApprovers(deps, lease, question),
      };
      const attempts = await sendRound(sending, to, round.due, mayBegin);
      if (attempts.length > 0) await settleRound(deps, lease, { url: round.recipient.url, attempts }, leaseMs);
    }
    await releaseQueue(deps.database, lease);
  } catch (error) {
    if (!(error instanceof QueueLostError)) throw error;
    deps.log.warn({ endpoint_id: toId('webhookEndpoint', lease.endpointId) }, 'webhook queue taken over');
  }
}

/** Sends due deliveries, some at once. Those not started in time stay queued; none is started after a failure. */
async function sendRound(
  deps: Sending,
  to: Destination,
  due: Round['due'],
  mayBegin: () => boolean,
): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  const waiting = due.values();
  let hasFailed = false;
  const sendOn = async (): Promise<void> => {
    while (!hasFailed && mayBegin()) {
      const { value: delivery } = waiting.next();
      if (delivery === undefined) return;
      const made = await attempt(deps, to, delivery);
      attempts.push(made);
      hasFailed ||= made.verdict !== 'delivered';
    }
  };
  await Promise.all(Array.from({ length: atOnceMax }, sendOn));
  return attempts;
}

function askForApprovers({ database }: DeliveryDeps, { orgId }: QueueLease, question: Question): Promise<string[]> {
  return withTenant(database, orgId, (tx) => findApprovers(tx, orgId, question));
}

async function settleRound(
  deps: DeliveryDeps,
  lease: QueueLease,
  sent: { url: string; attempts: readonly Attempt[] },
  leaseMs: number,
): Promise<void> {
  for (const { verdict, durationMs } of sent.attempts) {
    deps.meter?.observe('hub_event_delivery_duration_seconds', { outcome: verdict }, durationMs / 1000);
  }
  const reason = await recordRound(deps, lease, { ...sent, policy: deps.policy, leaseMs });
  if (reason === undefined) return;
  deps.log.warn({ endpoint_id: toId('webhookEndpoint', lease.endpointId), reason }, 'webhook endpoint disabled');
}

/** Gives the secret in use, and the one before while its overlap lasts. Decrypted once while the endpoint is served, unless they change. */
function rememberSecrets({ opener }: DeliveryDeps, { orgId, endpointId }: QueueLease) {
  const opened = new Map<number, Promise<string>>();
  const open = (bytes: Buffer, version: number): Promise<string> => {
    const known =
      opened.get(version) ?? opener.open({ purpose: 'webhook', orgId, endpointId, version }, bytes).then(toSecret);
    opened.set(version, known);
    return known;
  };
  return ({ sealed, secret_version: version, previous_sealed: previous }: Recipient): Promise<string[]> =>
    Promise.all([open(sealed, version), ...(previous === null ? [] : [open(previous, version - 1)])]);
}

/** The address to send to, which may be a secret. Its version is that of no signing secret. */
async function openUrl(
  { opener }: DeliveryDeps,
  { orgId, endpointId }: QueueLease,
  { url, sealed_url: sealed }: Recipient,
) {
  if (sealed === null) return url;
  const opened = await opener.open({ purpose: 'webhook', orgId, endpointId, version: 0 }, sealed);
  return z.object({ url: z.string() }).parse(opened).url;
}

function toSecret(opened: unknown): string {
  return z.object({ secret: z.string() }).parse(opened).secret;
}
