import { Context } from '@temporalio/activity';
import { type Counters, noCounters } from '../core/pure/counters.ts';
import { isFinished } from '../core/pure/run-status.ts';
import { withTenantPipelined } from '../drizzle/index.ts';
import { LeaseLostError } from '../engine/ports.ts';
import type { SegmentSignals, SegmentWait } from '../engine/segment/segment.ts';
import { beginInDatabase, explainNoSlot, freeSlot } from '../runs/store/begin-in-database.ts';
import {
  isFlowRun,
  isResting,
  listConnections,
  type LoadedRun,
  loadRun,
  type RunAddress,
  toAddress,
  toLogIds,
} from '../runs/load/load-run.ts';
import { describeWaits } from '../runs/items/waits/park-run.ts';
import { heartbeatEveryMs, toSegmentLimits } from '../runs/run-limits.ts';
import { isRefusedInTest } from '../runs/confirm-refusal.ts';
import { toApplicationFailure, toRunError } from '../runs/to-application-failure.ts';
import { describeFailure, describeLoss, describeRefusal, describeWait } from '../runs/describe-segment.ts';
import { giveUpLosing, lossesMax } from '../runs/store/lost-workers.ts';
import { findNextTryMs } from '../runs/find-next-try.ts';
import type { RunInput, SegmentReport } from '../core/pure/run-messages.ts';
import { type Work, workOnRun } from '../runs/open-ends.ts';
import { showSteps } from '../runs/show-steps.ts';
import { findFaultyConnection, isAuthError, reportAuthFailure } from '../runs/auth-failures.ts';
import type { ActivityDeps } from '../runs/deps.ts';
import { type RunLogDeps, writeRunLog } from '../runs/write-run-log.ts';

/** How often all waiting runs together ask for a slot: many of them must not slow down the running ones. */
const slotAskedEveryMs = 1000;

/** How often a run of an organization that is suspended for long asks whether it still is. */
const suspendedAskedEveryMs = 60_000;

/** How often a run asks for its slot when the database lost the fact that it was promoted. */
const turnAskedEveryMs = 10_000;

/**
 * Runs one segment of a run, beating while it does.
 *
 * @idempotency by the stream's lease and the ledger: a repetition continues at the last checkpoint.
 */
export async function runSegmentActivity(deps: ActivityDeps, input: RunInput): Promise<SegmentReport> {
  const address = toAddress(input);
  let counters: Counters | undefined;
  const waits = new Map<SegmentWait['reason'], SegmentWait>();
  const beating = setInterval(() => Context.current().heartbeat({ counters }), heartbeatEveryMs);
  // Before the slot is taken, so that a suspension is seen by one or the other.
  const organization = deps.organizations?.follow(address.orgId);
  const signals = watchSignals(deps, organization?.signal);
  try {
    const { database, definitions, slotsMax } = deps;
    const { slot, run, first, losses } = await beginInDatabase(database, definitions, address, slotsMax, {
      isSegment: true,
      wake: input.wake,
    });
    if (run === undefined || isFinished(run.status)) return { status: 'done', counters: run?.counters ?? noneYet };
    counters = run.counters;
    if (isResting(run, input)) return { status: 'parked', counters, waits: await describeWaits(database, address) };
    if (first) deps.log.warn(toLogIds(address), 'database lost the start of a run; starting it again');
    if (run.status === 'queued') return { status: 'waiting', counters, retryAfterMs: turnAskedEveryMs };
    if (!slot) return { status: 'waiting', counters, retryAfterMs: await findSlotWait(deps, address) };
    if (losses > 0) await noteLoss(deps, address, run, losses);
    const result = await workWithFreshCredentials(deps, address, run, {
      ...signals,
      onProgress: (progress) => (counters = progress),
      onWait: (wait) => void waits.set(wait.reason, waits.get(wait.reason) ?? wait),
    });
    if (result.status === 'waiting' && result.error !== undefined) {
      deps.log.info({ ...toLogIds(address), error: result.error }, 'segment ended early');
      await writeRunLog(
        deps,
        address,
        describeFailure(result.error, Context.current().info.attempt, result.retryAfterMs),
      );
    }
    const total = counters;
    // Of a run that is over, `finishRun` tells.
    const steps = isFlowRun(run) && result.status !== 'done' ? await showSteps(deps, address) : undefined;
    if (result.status === 'parked') return { ...result, counters: total, steps };
    return result.status === 'waiting'
      ? { status: 'waiting', counters: total, retryAfterMs: result.retryAfterMs, steps }
      : { status: result.status, counters: total, steps };
  } catch (error) {
    deps.log.warn({ ...toLogIds(address), error }, 'segment failed');
    if (!(error instanceof LeaseLostError)) await writeDownError(deps, address, error);
    const { info } = Context.current();
    await writeRunLog(deps, address, describeFailure(error, info.attempt, findNextTryMs(error, info)));
    throw toApplicationFailure(error);
  } finally {
    clearInterval(beating);
    organization?.end();
    await noteWaits(deps, address, waits.values());
    await withTenantPipelined(deps.database, address.orgId, async (tx) => freeSlot(tx, address)).catch(
      (error: unknown) => deps.log.warn({ ...toLogIds(address), error }, 'slot could not be released; it will expire'),
    );
  }
}

const noneYet: Counters = { ...noCounters };

/** @throws {RunFailedError} `worker_lost` when it was one too many. */
async function noteLoss(deps: RunLogDeps, address: RunAddress, run: LoadedRun, losses: number): Promise<void> {
  await writeRunLog(deps, address, describeLoss(losses));
  if (losses < lossesMax) return;
  throw await withTenantPipelined(deps.database, address.orgId, (tx) => giveUpLosing(tx, address, run));
}

/** Only the first wait of each kind in a segment is logged. */
async function noteWaits(deps: RunLogDeps, address: RunAddress, waits: Iterable<SegmentWait>): Promise<void> {
  for (const wait of waits) {
    const entry = describeWait(wait);
    if (entry !== undefined) await writeRunLog(deps, address, entry);
  }
}

async function findSlotWait(
  { database, slotsMax }: Pick<ActivityDeps, 'database' | 'slotsMax'>,
  address: RunAddress,
): Promise<number> {
  const busy = await withTenantPipelined(database, address.orgId, (tx) => explainNoSlot(tx, address));
  if (typeof busy?.suspendedMs === 'number') {
    return Math.round(Math.min(Math.max(busy.suspendedMs, slotAskedEveryMs), suspendedAskedEveryMs));
  }
  const room = busy?.slotsMax ?? slotsMax;
  return slotAskedEveryMs * Math.max(1, Math.ceil((busy?.atWork ?? 0) / room) - 1);
}

/** Distinguishes a cancel of the run from everything else that ends the activity early. */
function watchSignals(
  { shutdown }: Pick<ActivityDeps, 'shutdown'>,
  suspended: AbortSignal | undefined,
): { cancel: AbortSignal; shutdown: AbortSignal } {
  const context = Context.current();
  const cancel = new AbortController();
  const stop = new AbortController();
  const end = (): void => {
    const asked = context.cancellationDetails?.cancelRequested === true;
    (asked ? cancel : stop).abort(new Error('The activity is to end.'));
  };
  // It may have been asked for before this was reached.
  if (context.cancellationSignal.aborted) end();
  else context.cancellationSignal.addEventListener('abort', end, { once: true });
  return {
    cancel: cancel.signal,
    shutdown: AbortSignal.any([shutdown, stop.signal, ...(suspended === undefined ? [] : [suspended])]),
  };
}

/** How often credentials may be replaced during a segment. */
const rereadsMax = 5;

/** Credentials that were replaced while the run used the old ones are read again. */
async function workWithFreshCredentials(
  deps: ActivityDeps,
  address: RunAddress,
  loaded: LoadedRun,
  { onProgress, onWait, ...signals }: SegmentSignals & Required<Pick<Work, 'onProgress' | 'onWait'>>,
): ReturnType<typeof workOnRun> {
  const work = { address, signals, onProgress, onWait, toLimits: toSegmentLimits };
  let run = loaded;
  for (let rereads = 0; ; rereads += 1) {
    try {
      return await workOnRun(deps, { ...work, run });
    } catch (error) {
      if (!isAuthError(error)) throw error;
      const fresh = await withTenantPipelined(deps.database, address.orgId, (tx) =>
        loadRun(tx, deps.definitions, address),
      );
      const replaced = fresh !== undefined && versionsOf(fresh) !== versionsOf(run) && rereads < rereadsMax;
      await writeRunLog(deps, address, describeRefusal(error, replaced));
      if (!replaced) {
        await reportIfRefused(deps, address, run, error);
        throw error;
      }
      run = fresh;
    }
  }
}

/** Which credentials a run uses, as a text to compare. */
function versionsOf(run: LoadedRun): string {
  return listConnections(run)
    .map(({ credentialVersion }) => credentialVersion)
    .join(',');
}

/** Shows on a connection that its credentials are to blame, where its test finds so as well. */
async function reportIfRefused(
  deps: Pick<ActivityDeps, 'database' | 'sessions' | 'shutdown'>,
  address: RunAddress,
  run: LoadedRun,
  error: unknown,
): Promise<void> {
  if (!isAuthError(error)) return;
  const faulty = findFaultyConnection(run, error);
  if (faulty === undefined || !(await isRefusedInTest(deps, address.orgId, faulty))) return;
  await reportAuthFailure(deps.database, address, faulty, error);
}

/** Keeps the full text of an error where its organization can read it, and Temporal cannot. */
async function writeDownError(deps: RunLogDeps, address: RunAddress, error: unknown): Promise<void> {
  const { orgId, runId } = address;
  const stored = JSON.stringify(toRunError(error));
  await withTenantPipelined(deps.database, orgId, ({ sql }) =>
    sql`
      update runs set error = ${stored}::jsonb
      where org_id = ${orgId} and id = ${runId} and status in ('running', 'canceling')`.execute(),
  ).catch((storing: unknown) => {
    deps.log.warn({ ...toLogIds(address), error: storing }, 'error of a run could not be stored');
  });
}
