import type { Clock } from '../../core/clock.ts';
import type { ConnectorError } from '../../core/connector-error.ts';
import type { AdoptionCheck, Effect, EffectResult, IdempotencyClass, RecordTarget } from '../../core/records.ts';
import type { Lease } from './lease.ts';

/** What became of the effects of a page, in their order, and what stopped them if anything did. */
export interface WriteOutcome {
  results: EffectResult[];
  /** Effects that were sent more than once: "unchanged" may then mean "written by the first try". */
  repeated: ReadonlySet<number>;
  error: ConnectorError | undefined;
}

/** A marked write is begun so soon after its mark or not at all: whoever finds the mark knows when it is over. */
export const markWindowMs = 60_000;

/** Tries of one batch running in which nothing gets done; further ones are for the segment's own retries. */
const triesMax = 3;
const firstWaitMs = 500;

/**
 * Sends effects in batches, each of their requests under a lease that outlasts it, and repeats what certainly may be
 * repeated.
 *
 * What is in doubt and may not be repeated does not hold the others up. Stops at the first batch of which something stays
 * not sent; the batches behind it are `not_sent`.
 *
 * @throws {LeaseLostError} when the lease ran out: nothing was sent after it did.
 */
export async function writeEffects(
  effects: readonly Effect[],
  around: {
    target: RecordTarget;
    lease: Lease;
    clock: Clock;
    idempotency: IdempotencyClass;
    waitMaxMs: number;
    cancel: AbortSignal;
    /** When these effects may have been sent first, by the monotonic clock, where this is not the first time. */
    firstSentAt?: number;
    /** When these effects were marked, by the monotonic clock, where they were. */
    markedAt?: number | undefined;
    checkAdoption?: AdoptionCheck;
  },
): Promise<WriteOutcome> {
  const { target, lease, clock, cancel } = around;
  const results: EffectResult[] = effects.map(() => ({ outcome: 'not_sent' }));
  const repeated = new Set<number>();
  // The same body may go out again where the target recognises it: by its key, or by the effect id.
  const repeatsDoubt = around.idempotency === 'natural' || around.idempotency === 'keyed';
  let error: ConnectorError | undefined;
  let idleTries = 0;
  for (let start = 0; start < effects.length; start += target.batchMax) {
    let open = indexesFrom(start, Math.min(start + target.batchMax, effects.length));
    let { firstSentAt } = around;
    while (open.length > 0) {
      await lease.ensure(target.requestTimeoutMs);
      const forgotten =
        firstSentAt !== undefined && clock.monotonic() + target.writeTimeoutMs >= firstSentAt + target.keyTtlMs;
      // The vendor would take the repetition for a new write.
      if (around.idempotency === 'keyed' && forgotten) return { results, repeated, error: undefined };
      const late = around.markedAt !== undefined && clock.monotonic() - around.markedAt > markWindowMs;
      if (late) return { results, repeated, error: undefined };
      firstSentAt ??= clock.monotonic();
      const batchEndsAt = clock.monotonic() + target.writeTimeoutMs;
      const report = await target.write(
        open.map((index) => at(effects, index)),
        lease,
        around.checkAdoption,
      );
      const overAt = Math.min(batchEndsAt, clock.monotonic() + target.requestTimeoutMs);
      for (const [position, index] of open.entries()) {
        const result = at(report.results, position);
        // A repetition that was not sent says nothing about the first try.
        if (result.outcome !== 'not_sent' || !repeated.has(index)) results[index] = result;
      }
      const uncertain = open.flatMap((index) => toDoubt(at(results, index)));
      const quietAt = uncertain.every(({ over }) => over) ? clock.monotonic() : overAt;
      if (uncertain.length > 0) lease.noteDoubt(quietAt);
      open = open.filter((index) => isOpen(at(results, index), repeatsDoubt));
      if (report.error === undefined && open.length > 0) return { results, repeated, error };
      if (report.error === undefined) continue;
      ({ error } = report);
      idleTries = report.results.some(isKnown) ? 0 : idleTries + 1;
      const backoffMs = idleTries === 0 ? 0 : firstWaitMs * 2 ** (idleTries - 1);
      // The first try may be carried out late; a repetition that overtook it would be undone.
      const quietMs = repeatsDoubt && uncertain.length > 0 ? quietAt - clock.monotonic() : 0;
      const waitMs = Math.max(report.error.retryAfterMs ?? backoffMs, quietMs);
      const mayGoOn = idleTries < triesMax && report.error.retryable && waitMs <= around.waitMaxMs && !cancel.aborted;
      if (!mayGoOn) return { results, repeated, error };
      for (const index of open) if (at(results, index).outcome === 'in_doubt') repeated.add(index);
      try {
        await clock.sleep(waitMs, cancel);
      } catch {
        return { results, repeated, error };
      }
    }
  }
  return { results, repeated, error: results.some(({ outcome }) => outcome === 'in_doubt') ? error : undefined };
}

function toDoubt(result: EffectResult): Extract<EffectResult, { outcome: 'in_doubt' }>[] {
  return result.outcome === 'in_doubt' ? [result] : [];
}

function isKnown({ outcome }: EffectResult): boolean {
  return outcome !== 'not_sent' && outcome !== 'in_doubt';
}

function isOpen(result: EffectResult, repeatsDoubt: boolean): boolean {
  return result.outcome === 'not_sent' || (repeatsDoubt && result.outcome === 'in_doubt');
}

function indexesFrom(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, offset) => start + offset);
}

/** An element that the caller knows to be there. */
function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new Error('A target answered with fewer results than effects.');
  return item;
}
