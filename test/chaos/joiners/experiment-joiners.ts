import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { makeLayout } from '../../../start/state/layout.ts';
import { Rng } from '../../simulator/rng.ts';
import type { Stage } from '../experiment.ts';
import { planStrikes, type Strike, type Victim } from '../faults/plan-strikes.ts';
import { killEverything, strike } from '../faults/strike.ts';
import { connectEnds } from '../flows/set-up-flows.ts';
import { type HubApi, openHubApi } from '../people/hub-api.ts';
import { runRecord } from '../people/runs.ts';
import type { Effect } from '../targets/journal.ts';
import { callBack } from './callers.ts';
import { decideAll, readDecided } from './desk.ts';
import type { Decision, JoinersEvidence, Said } from './evidence.ts';
import { type Joiner, joinersFlow, newJoiner, places } from './joiners.ts';

/** Who is killed: processes only, since what stands still is what `npm run chaos` without `--flow` is about. */
const victims = ['worker', 'postgres', 'api', 'temporal', 'everything'] as const satisfies readonly Victim[];

export interface JoinersPlan {
  seed: number;
  kills: number;
  /** The folder of the hub whose Temporal loses its database as well, half-way. */
  loseTemporalOf?: string | undefined;
}

const made = z.object({ id: z.string() });
const items = z.array(z.object({ id: z.string(), key: z.string(), status: z.string() }));

const arrivingMax = 4;
const arriveMs = { min: 500, max: 2500 };
const calmMs = 3000;
/** From when the hub answers again to the next strike. */
const strikeMs = { min: 500, max: 4000 };
const settleMs = 150_000;
const pollMs = 500;
const pageSize = 100;
const ended = ['succeeded', 'partially_succeeded', 'failed', 'canceled', 'skipped'];

/** Lets joiners go through a flow while processes are killed, then lets all of them come to their end. */
export async function experimentJoiners(
  stage: Stage,
  { seed, kills, loseTemporalOf }: JoinersPlan,
): Promise<{ evidence: JoinersEvidence; kills: number; faults: string[] }> {
  const { hub, world, sql, journal, say } = stage;
  const api = openHubApi(() => {
    const facts = hub.facts();
    return facts && { url: facts.api_url, key: facts.api_key };
  });
  const ends = await connectEnds(api, world, sql, 'none');
  await world.setSource(places.source, []);
  const { id: integration } = await api.ask('POST', '/integrations', made, joinersFlow(ends));
  await api.ask('POST', `/integrations/${integration}/activate`, made);
  const [joiners, effects]: [Joiner[], Effect[]] = [[], []];
  const [decisions, answers] = [new Map<string, Said<Decision>>(), new Map<string, Said<number>>()];
  let [isArriving, isOver] = [true, false];
  const observe = async (): Promise<void> => void effects.push(...journal.next(), ...(await sql.next()));
  const observing = until(() => isOver, observe);
  const faults: string[] = [];
  const noting = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => void faults.push(String(error)));
  const desk = { api, integration, effects, isOver: () => isOver };
  const others = [
    noting(decideAll(decisions, { ...desk, rng: new Rng(seed, 'desk') })),
    noting(callBack(answers, { ...desk, rng: new Rng(seed, 'callers') })),
  ];
  const arriving = noting(arrive());
  await sleep(calmMs);
  const struck = await strikeAll();
  isArriving = false;
  await arriving;
  say(`No more faults: letting ${joiners.length} joiners come to their end.`);
  const openRuns = await settle();
  isOver = true;
  await Promise.all([...others, observing]);
  await observe();
  const evidence = {
    joiners,
    effects,
    decisions,
    answers,
    openRuns,
    decided: await readDecided(api, integration),
    items: await listItems(api, integration),
  };
  return { evidence, kills: struck, faults: [...faults, ...api.faults, ...hub.failedStarts] };

  /** Runs begin one after the other, whatever those before wait for. */
  async function arrive(): Promise<void> {
    const rng = new Rng(seed, 'arrivals');
    while (isArriving) {
      for (let count = rng.int(1, arrivingMax); count > 0; count -= 1) joiners.push(newJoiner(joiners.length));
      await world.setSource(places.source, joiners);
      await api.ask('POST', `/integrations/${integration}/execute`, runRecord, {});
      await sleep(rng.int(arriveMs.min, arriveMs.max));
    }
  }

  async function strikeAll(): Promise<number> {
    const rng = new Rng(seed, 'strikes');
    let count = 0;
    for (const [index, planned] of planStrikes(seed, kills, victims).entries()) {
      await api.ask('GET', `/integrations/${integration}`, made);
      await sleep(rng.int(strikeMs.min, strikeMs.max));
      const isLoss = loseTemporalOf !== undefined && index === Math.floor(kills / 2);
      const isStruck = isLoss ? loseTemporal(loseTemporalOf) : await strikeOnce(planned, rng);
      if (!isStruck) continue;
      count += 1;
      say(`${count}: killed ${isLoss ? 'everything, and emptied the folder of Temporal' : planned.victim}.`);
    }
    return count;
  }

  async function strikeOnce({ victim }: Strike, rng: Rng): Promise<boolean> {
    return victim !== 'backend at a begin' && (await strike({ victim, frozenMs: 0 }, stage, rng)) !== undefined;
  }

  /** As by a disk that failed: Temporal starts again and knows of nothing. */
  function loseTemporal(dataDir: string): boolean {
    const folder = dirname(makeLayout(dataDir).temporalDatabase);
    return killEverything(stage, () => rmSync(folder, { recursive: true, force: true }));
  }

  /** @returns runs that do not end. What runs left that failed, the next one takes over. */
  async function settle(): Promise<string[]> {
    const deadline = performance.now() + settleMs;
    for (;;) {
      const open = await listOpenRuns(api, integration);
      if (performance.now() > deadline) return open;
      if (open.length === 0) {
        if ((await listItems(api, integration)).every(({ status }) => ended.includes(status))) return [];
        await api.ask('POST', `/integrations/${integration}/execute`, runRecord, {});
      }
      await sleep(pollMs);
    }
  }
}

async function until(isOver: () => boolean, work: () => Promise<void>): Promise<void> {
  while (!isOver()) {
    await work();
    await sleep(pollMs / 2);
  }
}

async function listOpenRuns(api: HubApi, integration: string): Promise<string[]> {
  const open: string[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/integrations/${integration}/runs?per_page=${pageSize}&page=${page}`;
    const runs = await api.ask('GET', path, z.array(runRecord));
    open.push(...runs.filter(({ status }) => !ended.includes(status)).map(({ id, status }) => `${id} (${status})`));
    if (runs.length < pageSize) return open;
  }
}

async function listItems(api: HubApi, integration: string): Promise<z.infer<typeof items>> {
  const all: z.infer<typeof items> = [];
  for (let page = 1; ; page += 1) {
    const path = `/integrations/${integration}/items?per_page=${pageSize}&page=${page}`;
    const found = await api.ask('GET', path, items);
    all.push(...found);
    if (found.length < pageSize) return all;
  }
}
