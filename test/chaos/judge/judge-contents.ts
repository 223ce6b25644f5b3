import { isDeepStrictEqual } from 'node:util';
import type { Body } from '../targets/journal.ts';
import type { Finding, FlowEvidence } from './evidence.ts';

/** Compares what the target holds in the end with what the source's records must have become. */
export function judgeContents({ flow, expected, effects }: FlowEvidence): Finding[] {
  const held = new Map<string, Body>();
  for (const { ref, outcome, body } of effects) {
    if (outcome === 'deleted') held.delete(ref);
    else if (body !== undefined && outcome !== 'replayed') held.set(ref, body);
  }
  const findings: Finding[] = [];
  for (const [ref, body] of expected) {
    const found = held.get(ref);
    if (found === undefined) findings.push({ kind: 'lost', flow, message: `${ref} is not in the target.` });
    else if (!isDeepStrictEqual(found, body)) {
      const message = `${ref} is ${JSON.stringify(found)} instead of ${JSON.stringify(body)}.`;
      findings.push({ kind: 'wrong', flow, message });
    }
  }
  for (const ref of held.keys()) {
    if (!expected.has(ref)) findings.push({ kind: 'wrong', flow, message: `${ref} is in the target for no reason.` });
  }
  return findings;
}

/** A record never goes back to what it was before: such a write came from somebody who had been replaced. */
export function judgeOrder({ flow, effects }: FlowEvidence): Finding[] {
  const newest = new Map<string, number>();
  const findings: Finding[] = [];
  for (const { ref, outcome, body } of effects) {
    if (outcome === 'deleted') newest.delete(ref);
    const rev = body?.['rev'];
    if (typeof rev !== 'number' || outcome === 'replayed') continue;
    const before = newest.get(ref) ?? 0;
    if (rev < before) findings.push({ kind: 'wrong', flow, message: `${ref} went back from ${before} to ${rev}.` });
    newest.set(ref, rev);
  }
  return findings;
}
