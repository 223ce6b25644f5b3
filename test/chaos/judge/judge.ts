import type { Finding, FlowEvidence, SeenStrike } from './evidence.ts';
import { judgeContents, judgeOrder } from './judge-contents.ts';
import { judgeRepeats } from './judge-repeats.ts';
import { judgeQuiets, judgeRuns } from './judge-runs.ts';
import { toPercentile } from './measure-resumption.ts';

/** The last line of a chaos run. */
export interface Verdict {
  lost: number;
  doubled: number;
  wrong: number;
  stuck: number;
  late_writes: number;
  resumed_p50_s: number;
  resumed_max_s: number;
  kills: number;
  seed: number;
}

const bars = { resumedP50S: 8, resumedMaxS: 15 };

/** Everything that must not be in one integration's life. */
export function judgeFlow(evidence: FlowEvidence, strikes: readonly SeenStrike[]): Finding[] {
  const losses = evidence.effects.filter(({ lost }) => lost === true).map(({ at }) => at);
  const faults = [...strikes.flatMap(({ from, at }) => [from, at]), ...losses].toSorted((a, b) => a - b);
  return [
    ...judgeContents(evidence),
    ...judgeOrder(evidence),
    ...judgeRepeats(evidence, faults),
    ...judgeRuns(evidence),
    ...judgeQuiets(evidence),
  ];
}

/** @param resumed Seconds that work rested after each strike. */
export function sumUp(
  findings: readonly Finding[],
  { resumed, kills, seed }: { resumed: readonly number[]; kills: number; seed: number },
): Verdict {
  const count = (wanted: Finding['kind']): number => findings.filter(({ kind }) => kind === wanted).length;
  return {
    lost: count('lost'),
    doubled: count('doubled'),
    wrong: count('wrong'),
    stuck: count('stuck'),
    late_writes: count('late_write'),
    resumed_p50_s: toPercentile(resumed, 0.5),
    resumed_max_s: toPercentile(resumed, 1),
    kills,
    seed,
  };
}

/** @returns the bars that are missed, by name. */
export function listMissed(verdict: Verdict): string[] {
  const { lost, doubled, wrong, stuck, late_writes: late, resumed_p50_s: p50, resumed_max_s: max } = verdict;
  const missed = Object.entries({ lost, doubled, wrong, stuck, late_writes: late }).flatMap(([name, count]) =>
    count > 0 ? [name] : [],
  );
  if (p50 > bars.resumedP50S) missed.push('resumed_p50_s');
  if (max > bars.resumedMaxS) missed.push('resumed_max_s');
  return missed;
}
