import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Flow } from '../flows/set-up-flows.ts';
import { mutate } from '../flows/source-records.ts';
import type { SeenRun } from '../judge/evidence.ts';
import type { World } from '../targets/start-world.ts';
import type { Gate } from './gate.ts';
import type { HubApi } from './hub-api.ts';
import { cancel, order, runRecord, waitForEnd } from './runs.ts';

export interface People {
  api: HubApi;
  world: World;
  /** Every round of everybody passes it. */
  gate: Gate;
  /** No new work is begun. */
  isOver(): boolean;
}

const pauseMsMax = 700;
const cancelShare = 0.2;
const deactivateShare = 0.1;
/** How long nobody asks for anything after a cancel. */
const quietMs = { min: 1500, max: 4000 };
const beforeCancelMsMax = 1500;

/** Changes a source and orders a run, again and again; cancels and retries some, deactivates and activates between. */
export async function driveFlow(flow: Flow, people: People): Promise<void> {
  while (!people.isOver()) {
    await people.gate.pass(() => workOnce(flow, people));
    await sleep(flow.rng.int(0, pauseMsMax));
  }
}

async function workOnce(flow: Flow, people: People): Promise<void> {
  const { rng, spec } = flow;
  const { api, world } = people;
  if (flow.runs.length > 0) flow.records = mutate(flow.records, spec.mutation, rng);
  await world.setSource(spec.name, flow.records);
  if (rng.chance(deactivateShare)) await api.ask('POST', `/integrations/${flow.id}/deactivate`, anything);
  const run = await order(api, flow, `/integrations/${flow.id}/execute`);
  if (rng.chance(cancelShare)) await cancelAndRetry(flow, people, run);
  else await waitForEnd(api, flow, run);
  await api.ask('POST', `/integrations/${flow.id}/activate`, anything);
}

const anything = z.unknown();

async function cancelAndRetry(flow: Flow, { api }: People, run: SeenRun): Promise<void> {
  const { rng } = flow;
  await sleep(rng.int(0, beforeCancelMsMax));
  await cancel(api, run);
  if (!(await waitForEnd(api, flow, run)) || run.status !== 'canceled') return;
  const readCounters = async (): Promise<string> =>
    JSON.stringify((await api.ask('GET', `/runs/${run.id}`, runRecord)).counters);
  const before = await readCounters();
  await sleep(rng.int(quietMs.min, quietMs.max));
  const counters: [string, string] = [before, await readCounters()];
  flow.quiets.push({ runId: run.id, from: run.endedAt ?? Date.now(), until: Date.now(), counters });
  const retry = rng.chance(0.7)
    ? await order(api, flow, `/runs/${run.id}/retry`, { mode: 'resume' })
    : await order(api, flow, `/integrations/${flow.id}/execute`);
  await waitForEnd(api, flow, retry);
}
