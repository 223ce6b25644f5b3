import type { ItemFinding, JoinersEvidence } from './evidence.ts';
import { judgeJoiners } from './judge-joiners.ts';

const findingsShown = 40;

/** Says what was found; the last line is the verdict. @returns the bars that are missed: every one is 0. */
export function concludeJoiners(
  { evidence, kills, faults }: { evidence: JoinersEvidence; kills: number; faults: readonly string[] },
  { seed, say }: { seed: number; say: (text: string) => void },
): string[] {
  const findings = judgeJoiners(evidence);
  const { joiners, effects, decisions, answers } = evidence;
  const twice = [...decisions.values()].filter(({ sent }) => sent.length > 1).length;
  say(
    `${joiners.length} joiners, ${effects.length} writes, ${decisions.size} decisions (${twice} sent twice), ${answers.size} callbacks.`,
  );
  for (const { kind, message } of findings.slice(0, findingsShown)) say(`✗ ${kind}: ${message}`);
  if (findings.length > findingsShown) say(`… and ${findings.length - findingsShown} more.`);
  for (const fault of faults.slice(0, findingsShown)) say(`✗ ${fault}`);
  const count = (wanted: ItemFinding['kind']): number => findings.filter(({ kind }) => kind === wanted).length;
  const bars = {
    lost: count('lost'),
    doubled: count('doubled'),
    joins_wrong: count('joins_wrong'),
    decisions_wrong: count('decisions_wrong'),
  };
  const missed = Object.entries(bars).flatMap(([name, found]) => (found > 0 ? [name] : []));
  // Nothing that was asked for may go wrong in another way, and nothing may be proven by nobody.
  if (faults.length > 0) missed.push('faults');
  if (joiners.length === 0) missed.push('joiners');
  say(JSON.stringify({ ...bars, kills, seed }));
  return missed;
}
