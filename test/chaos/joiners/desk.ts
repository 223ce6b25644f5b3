import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Rng } from '../../simulator/rng.ts';
import { type HubApi, Refused } from '../people/hub-api.ts';
import type { Decision, JoinersEvidence, Said } from './evidence.ts';

const approvals = z.array(
  z.object({
    id: z.string(),
    key: z.string(),
    decisions: z.array(z.object({ decision: z.enum(['approve', 'reject']), comment: z.string().nullish() })),
  }),
);

const pollMs = 300;
const thinkMsMax = 1200;
const rejectShare = 0.15;
const twiceShare = 0.5;
const pageSize = 100;

/** Decides on everything that is asked for, through the API: some twice at once, in different words or to the contrary. */
export async function decideAll(
  decisions: Map<string, Said<Decision>>,
  { api, rng, integration, isOver }: { api: HubApi; rng: Rng; integration: string; isOver: () => boolean },
): Promise<void> {
  const deciding: Promise<void>[] = [];
  while (!isOver()) {
    const path = `/approvals?status=open&integration_id=${integration}&per_page=${pageSize}`;
    for (const { id, key } of await api.ask('GET', path, approvals)) {
      if (decisions.has(key)) continue;
      const [first, other] = [makeDecision(rng, 1), makeDecision(rng, 2)];
      const sent = rng.chance(twiceShare) ? [first, other] : [first];
      const said: Said<Decision> = { sent, taken: [], at: Number.POSITIVE_INFINITY };
      decisions.set(key, said);
      deciding.push(decide(api, id, said, rng.int(0, thinkMsMax)));
    }
    await sleep(pollMs);
  }
  await Promise.all(deciding);
}

function makeDecision(rng: Rng, n: number): Decision {
  return { decision: rng.chance(rejectShare) ? 'reject' : 'approve', comment: `said ${n} ${rng.int(0, 1e9)}` };
}

async function decide(api: HubApi, id: string, said: Said<Decision>, afterMs: number): Promise<void> {
  await sleep(afterMs);
  said.at = Date.now();
  await Promise.all(
    said.sent.map(async (one) => {
      try {
        await api.ask('POST', `/approvals/${id}/${one.decision}`, z.unknown(), { comment: one.comment });
        said.taken.push(one);
      } catch (error) {
        // Another one came first; or this one, whose answer was lost.
        if (!(error instanceof Refused) || error.code !== 'invalid_state') throw error;
      }
    }),
  );
}

/** What the hub tells of all decisions, by the keys of the items. */
export async function readDecided(api: HubApi, integration: string): Promise<JoinersEvidence['decided']> {
  const decided = new Map<string, Decision[]>();
  for (let page = 1; ; page += 1) {
    const path = `/approvals?integration_id=${integration}&per_page=${pageSize}&page=${page}`;
    const found = await api.ask('GET', path, approvals);
    for (const { key, decisions } of found) {
      const answered = decisions.map(({ decision, comment }) => ({ decision, comment: comment ?? '' }));
      decided.set(key, [...(decided.get(key) ?? []), ...answered]);
    }
    if (found.length < pageSize) return decided;
  }
}
