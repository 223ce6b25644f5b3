import type { Finding, ReceivedAnswer } from './judge.ts';

/**
 * Checks the answer to a request that came again under its `Idempotency-Key`: what is given again is what was given.
 *
 * Bodies are not compared: whoever waits for a run is shown how far it has come.
 */
export function judgeRepetition(first: ReceivedAnswer, again: ReceivedAnswer): Finding[] {
  if (again.headers['idempotent-replayed'] !== 'true' || again.status === first.status) return [];
  return [
    { kind: 'schema_violation', message: `answers ${again.status} to the repetition of what got ${first.status}` },
  ];
}
