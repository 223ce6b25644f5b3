import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { Rng } from '../../simulator/rng.ts';
import type { Flow } from '../flows/set-up-flows.ts';
import type { People } from './drive-flow.ts';

const rotateMs = { min: 7000, max: 15_000 };
const loseMs = { min: 9000, max: 20_000 };
const lostMax = 3;

/** Changes the token of a connection as careful people do: the system takes both, until the hub has the new one. */
export async function rotateTokens(
  connectionId: string,
  flows: readonly Flow[],
  seed: number,
  { api, world, gate, isOver }: People,
): Promise<void> {
  const rng = new Rng(seed, 'tokens');
  const allow = (tokens: string[]): Promise<unknown> =>
    Promise.all(flows.map(({ spec }) => world.setTokens(spec.name, tokens)));
  for (let n = 1; !isOver(); n += 1) {
    await gate.pass(async () => {
      await allow([toToken(n - 1), toToken(n)]);
      const credentials = { token: toToken(n) };
      await api.ask('PUT', `/connections/${connectionId}/credentials`, z.unknown(), { credentials });
      await allow([toToken(n)]);
    });
    await sleepUnless(isOver, rng.int(rotateMs.min, rotateMs.max));
  }
}

export function toToken(n: number): string {
  return `token-of-the-world-${n}`;
}

/** Lets answers to writes get lost now and then: the target has done what it was asked, and the hub cannot know. */
export async function loseAnswers(flows: readonly Flow[], seed: number, { world, isOver }: People): Promise<void> {
  const rng = new Rng(seed, 'losses');
  while (!isOver()) {
    await sleepUnless(isOver, rng.int(loseMs.min, loseMs.max));
    if (isOver()) return;
    const flow = rng.pick(flows);
    await world.loseAnswers(flow.spec.name, rng.int(1, lostMax));
  }
}

async function sleepUnless(isOver: () => boolean, ms: number): Promise<void> {
  const until = performance.now() + ms;
  while (!isOver() && performance.now() < until) await sleep(200);
}
