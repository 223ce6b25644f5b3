import type { Finding, FlowEvidence, Quiet } from './evidence.ts';

/** Runs end, as they should, and count what the target counts. */
export function judgeRuns({ flow, runs, effects }: FlowEvidence): Finding[] {
  const findings: Finding[] = [];
  for (const { id, status, endedAt, counters, error = '' } of runs) {
    if (endedAt === undefined) findings.push({ kind: 'stuck', flow, message: `${id} is still ${status}.` });
    else if (status !== 'succeeded' && status !== 'canceled') {
      findings.push({ kind: 'wrong', flow, message: `${id} ended ${status}, ${counters.failed} failed. ${error}` });
    }
  }
  for (const [counter, outcome] of [
    ['created', 'created'],
    ['deleted', 'deleted'],
  ] as const) {
    const counted = runs.reduce((sum, { counters }) => sum + counters[counter], 0);
    const truly = effects.filter((effect) => effect.outcome === outcome).length;
    if (counted !== truly) {
      findings.push({ kind: 'wrong', flow, message: `Its runs count ${counted} ${counter}; the target, ${truly}.` });
    }
  }
  return findings;
}

/** Nothing moves after a terminal status: neither the target, nor the counters. */
export function judgeQuiets({ flow, effects, quiets }: FlowEvidence): Finding[] {
  return quiets.flatMap((quiet) => {
    const late = effects.filter(({ at }) => at > quiet.from && at < quiet.until);
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
