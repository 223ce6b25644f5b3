import type { ConnectorError } from '../../core/connector-error.ts';
import { addCounters, type Counters, noCounters } from '../../core/pure/counters.ts';
import type { AdoptionCheck, EffectResult } from '../../core/records.ts';
import type { PreparedPage } from '../stages/page.ts';
import type { PageContext } from './page-context.ts';
import type { SegmentPorts } from './segment.ts';
import { type Claim, findForeign } from './shared-targets.ts';
import { type Intent, sharedTarget, takeResult, takeSettled, type Tally } from './tally.ts';
import { writeEffects, type WriteOutcome } from './write-effects.ts';

/**
 * Writes the effects of a page. The results of each part but the last are checkpointed while the next one is written, as those
 * of a page that stays incomplete are.
 *
 * @returns what is checkpointed already, and what stopped the writing if anything did.
 */
export async function writeInParts(
  intents: readonly Intent[],
  known: { page: PreparedPage; markedAt: number | undefined; pageInDoubt: boolean; tally: Tally },
  context: PageContext,
): Promise<{ counters: Counters; error: ConnectorError | undefined }> {
  const { tally } = known;
  const { target } = context.ports;
  // What waits for others may be written with other references the next time, and would be counted twice.
  const isWhole = known.page.references !== undefined;
  const size = isWhole ? Math.max(intents.length, 1) : Math.max(context.limits.partMin, target.batchMax);
  let counters = noCounters;
  let error: ConnectorError | undefined;
  let committing: Promise<unknown> = Promise.resolve();
  try {
    for (let from = 0; from < intents.length; from += size) {
      if (from > 0 && (tally.hasUnsent || context.cancel.aborted)) {
        for (const intent of intents.slice(from)) takeResult(tally, intent, { outcome: 'not_sent' }, nothingKnown);
        break;
      }
      const part = intents.slice(from, from + size);
      const outcome = await writePart(part, known, context);
      error = outcome.error ?? error;
      // Whose target records are whose is in the ledger.
      await committing;
      await takeResults(part, outcome, known, context);
      if (from + size >= intents.length) break;
      const done = takeSettled(tally);
      counters = addCounters(counters, done.counters);
      committing = commitPart(done, known.page, context);
      // It may fail before anybody looks.
      committing.catch(() => undefined);
    }
  } finally {
    await committing;
  }
  return { counters, error };
}

const nothingKnown = { owner: undefined, mayBeOurs: false };

function writePart(
  intents: readonly Intent[],
  { markedAt, tally }: { markedAt: number | undefined; tally: Tally },
  context: PageContext,
): Promise<WriteOutcome> {
  const { plan, ports, limits } = context;
  return writeEffects(
    intents.map(({ effect }) => effect),
    {
      ...ports,
      ...context,
      idempotency: plan.idempotency,
      waitMaxMs: limits.waitMaxMs,
      markedAt,
      checkAdoption: checkAdoptionIn(ports, tally),
    },
  );
}

async function takeResults(
  intents: readonly Intent[],
  { results, repeated }: WriteOutcome,
  { pageInDoubt, tally }: { pageInDoubt: boolean; tally: Tally },
  { ports }: PageContext,
): Promise<void> {
  const foreign = await findForeign(readNewIds(intents, results), ports);
  for (const [index, intent] of intents.entries()) {
    const result = results[index] ?? { outcome: 'not_sent' };
    const mayBeOurs = (pageInDoubt || repeated.has(index)) && !intent.sameHash;
    takeResult(tally, intent, result, { owner: foreign.get(intent.candidate.sourceKey), mayBeOurs });
  }
}

async function commitPart(
  { settled, counters }: ReturnType<typeof takeSettled>,
  page: PreparedPage,
  { ports, lease, pageSeq }: PageContext,
): Promise<void> {
  if (settled.length === 0) return;
  const change = {
    fingerprint: ports.target.fingerprint,
    settled,
    unmarked: [],
    forgotten: [],
    deadLetters: [],
    counters,
    part: { cursor: page.next ?? null },
  };
  await lease.prolongWith(() => ports.store.checkpoint(lease.epoch, pageSeq, change, lease.leaseMs));
}

/** Keeps a record that the target finds by its match fields for its owner. */
function checkAdoptionIn(ports: SegmentPorts, { claimed }: Tally): AdoptionCheck {
  return async ({ sourceKey }, targetId) => {
    try {
      const owner = (await findForeign([{ sourceKey, targetId }], ports)).get(sourceKey);
      if (owner === undefined) return undefined;
      claimed.add(owner);
      return { outcome: 'rejected', ...sharedTarget };
    } catch {
      // The ledger is away; the next segment asks it again.
      return { outcome: 'not_sent' };
    }
  };
}

/** Target ids that only the target's answers told. */
function readNewIds(intents: readonly Intent[], results: readonly EffectResult[]): Claim[] {
  return intents.flatMap(({ candidate, effect }, index) => {
    const result = results[index];
    const targetId = result !== undefined && 'targetId' in result ? result.targetId : undefined;
    return targetId === undefined || targetId === effect.targetId ? [] : [{ sourceKey: candidate.sourceKey, targetId }];
  });
}
