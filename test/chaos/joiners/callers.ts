import { setTimeout as sleep } from 'node:timers/promises';
import type { Rng } from '../../simulator/rng.ts';
import type { HubApi } from '../people/hub-api.ts';
import type { Effect } from '../targets/journal.ts';
import type { Said } from './evidence.ts';
import { places } from './joiners.ts';

const pollMs = 200;
/** From before the item has come to its wait to long after it. */
const deliveryMsMax = 4000;

/** The system that takes orders, and calls back for each of them: twice, with different answers. */
export async function callBack(
  answers: Map<string, Said<number>>,
  { api, rng, effects, isOver }: { api: HubApi; rng: Rng; effects: readonly Effect[]; isOver: () => boolean },
): Promise<void> {
  const calling: Promise<void>[] = [];
  let seen = 0;
  while (!isOver()) {
    const fresh = effects.slice(seen);
    seen += fresh.length;
    for (const { flow, ref, body } of fresh) {
      const url = body?.['reply_to'];
      if (flow !== places.orders || typeof url !== 'string' || answers.has(ref)) continue;
      const said: Said<number> = { sent: [1, 2], taken: [], at: Number.POSITIVE_INFINITY };
      answers.set(ref, said);
      calling.push(callTwice(api, new URL(url).pathname, said, rng));
    }
    await sleep(pollMs);
  }
  await Promise.all(calling);
}

async function callTwice(api: HubApi, path: string, said: Said<number>, rng: Rng): Promise<void> {
  await sleep(rng.int(0, deliveryMsMax));
  said.at = Date.now();
  const call = async (answer: number, afterMs: number): Promise<void> => {
    await sleep(afterMs);
    const status = await api.post(path, { answer });
    if (status === 202) said.taken.push(answer);
    else if (status !== 409) throw new Error(`${path} answered ${status}.`);
  };
  await Promise.all([call(1, 0), call(2, rng.pick([0, 0, deliveryMsMax]))]);
}
