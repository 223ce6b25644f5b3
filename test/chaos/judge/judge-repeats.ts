import type { Effect } from '../targets/journal.ts';
import type { Finding, FlowEvidence } from './evidence.ts';

/** After a fault, the page at work and the one behind it may be sent again, where that is harmless. */
const pagesMax = 2;
/** By then, everybody who was hit is at work again or replaced. */
const faultReachMs = 45_000;

/**
 * Counts effects that happened more than once.
 *
 * A record is made once, whatever the class. Identical repeats are none of `strict` flows; in others each fault
 * allows some, and what comes without a fault, or goes beyond, is doubled.
 *
 * @param faults When something was killed, stood still, or lost an answer.
 */
export function judgeRepeats(evidence: FlowEvidence, faults: readonly number[]): Finding[] {
  const { flow, effects, repeats, pageSize } = evidence;
  const findings: Finding[] = [];
  const made = new Set<string>();
  const left = new Map(faults.map((at) => [at, pagesMax * pageSize]));
  const doubled = (message: string): void => void findings.push({ kind: 'doubled', flow, message });
  for (const effect of effects) {
    const { ref, outcome, at } = effect;
    if (outcome === 'deleted') made.delete(ref);
    if (outcome === 'created') {
      if (made.has(ref)) doubled(`${ref} was created twice.`);
      made.add(ref);
    }
    if (!isRepeat(effect)) continue;
    if (repeats === 'strict') doubled(`${ref} was written twice as ${JSON.stringify(effect.body)}.`);
    else if (!takeAllowance(left, at))
      doubled(`${ref} was written again (${outcome}) without a fault that explains it.`);
  }
  return findings;
}

export function countRepeats({ effects }: FlowEvidence): number {
  return effects.filter(isRepeat).length;
}

function isRepeat({ outcome }: Effect): boolean {
  return outcome === 'same' || outcome === 'absent';
}

function takeAllowance(left: Map<number, number>, at: number): boolean {
  for (const [fault, rest] of left) {
    if (rest === 0 || at < fault || at > fault + faultReachMs) continue;
    left.set(fault, rest - 1);
    return true;
  }
  return false;
}
