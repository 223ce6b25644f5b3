import type { SeenRun, SeenStrike } from './evidence.ts';

/** What one integration did, and when. */
export interface Timeline {
  flow: string;
  runs: readonly Pick<SeenRun, 'orderedAt' | 'endedAt'>[];
  /** When its target was written to, in order. */
  effects: readonly number[];
  /** When answers to it were withheld. */
  losses: readonly number[];
}

/** A silence of this length is one that a strike may have caused. */
const silenceMs = 1000;
/** What is in memory is still written for a while after a strike; the silence begins then. */
const echoMs = 3000;
/** A lost answer makes a flow wait by itself. */
const lossReachMs = 20_000;

/**
 * How long the work at hand rested because of a strike: until the slowest of the integrations that had a run then wrote
 * its next record, or ended the run.
 *
 * @returns `at_rest` while some integration still rests; `idle` where none was at work.
 */
export function measureResumption(
  strike: Pick<SeenStrike, 'at'>,
  timelines: readonly Timeline[],
): { seconds: number; flow: string } | 'at_rest' | 'idle' {
  let slowest: { seconds: number; flow: string } | 'idle' = 'idle';
  for (const timeline of timelines) {
    const restedMs = measureFlow(strike.at, timeline);
    if (restedMs === 'at_rest') return 'at_rest';
    if (restedMs === 'idle') continue;
    const seconds = restedMs / 1000;
    if (slowest === 'idle' || seconds > slowest.seconds) slowest = { seconds, flow: timeline.flow };
  }
  return slowest;
}

function measureFlow(at: number, { runs, effects, losses }: Timeline): number | 'at_rest' | 'idle' {
  const run = runs.find(({ orderedAt, endedAt }) => orderedAt <= at && (endedAt === undefined || endedAt > at));
  if (run === undefined || losses.some((loss) => loss > at - lossReachMs && loss < at + lossReachMs)) return 'idle';
  const { endedAt = Number.POSITIVE_INFINITY } = run;
  const signs = effects.filter((sign) => sign > at && sign < endedAt);
  if (run.endedAt !== undefined) signs.push(run.endedAt);
  let before = at;
  for (const sign of signs) {
    if (sign - before >= silenceMs) return sign - at;
    if (sign - at > echoMs) break;
    before = sign;
  }
  // Without a silence that began near the strike, the next sign is what it took.
  const [first] = signs;
  const isKnown = run.endedAt !== undefined || (signs.at(-1) ?? 0) - at > echoMs;
  return first !== undefined && isKnown ? first - at : 'at_rest';
}

/** @returns seconds; 0 where nothing was measured. */
export function toPercentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return Math.round(value * 100) / 100;
}
