import type { Finding, FlowEvidence, Quiet } from './evidence.ts';

/** Runs end, as they should, and count what the target counts. */
export function judgeRuns({ flow, repeats, runs, effects }: FlowEvidence): Finding[] {
  const findings: Finding[] = [];
  for (const { id, status, endedAt, counters, error = '' } of runs) {
    if (endedAt === undefined) findings.push({ kind: 'stuck', flow, message: `${id} is still ${status}.` });
    else if (status !== 'succeeded' && status !== 'canceled') {
      findings.push({ kind: 'wrong', flow, message: `${id} ended ${status}, ${counters.failed} failed. ${error}` });
    }
  }
  for (const outcome of ['created', 'deleted'] as const) {
    const counted = count(runs, outcome);
    const truly = effects.filter((effect) => effect.outcome === outcome).length;
    // Of a creation that may be repeated, and whose answer was lost, the hub knows the repetition only: an update.
    const most = outcome === 'created' && repeats === 'repeatable' ? counted + count(runs, 'updated') : counted;
    if (truly < counted || truly > most) {
      findings.push({ kind: 'wrong', flow, message: `Its runs count ${counted} ${outcome}; the target, ${truly}.` });
    }
  }
  return findings;
}

function count(runs: FlowEvidence['runs'], counter: 'created' | 'updated' | 'deleted'): number {
  return runs.reduce((sum, { counters }) => sum + counters[counter], 0);
}

/**
 * Nothing moves after a terminal status: neither the target, nor the counters. A run that was canceled while it waited
 * behind another one says nothing of what that one writes.
 */
export function judgeQuiets({ flow, effects, runs, quiets }: FlowEvidence): Finding[] {
  return quiets.flatMap((quiet) => {
    const others = runs.filter(({ id }) => id !== quiet.runId);
    const isOfOther = (at: number): boolean =>
      others.some(({ orderedAt, endedAt = Number.POSITIVE_INFINITY }) => orderedAt <= at && at <= endedAt);
    const late = effects.filter(({ at }) => at > quiet.from && at < quiet.until && !isOfOther(at));
    const findings = late.map(({ ref, at }): Finding => {
      const message = `${ref} was written ${Math.round(at - quiet.from)} ms after ${quiet.runId} was canceled.`;
      return { kind: 'late_write', flow, message };
    });
    return [...findings, ...judgeCounters(flow, quiet)];
  });
}

function judgeCounters(flow: string, { runId, counters: [before, after] }: Quiet): Finding[] {
  if (before === after) return [];
  const message = `The counters of ${runId} went from ${before} to ${after} after its end.`;
  return [{ kind: 'wrong', flow, message }];
}
