import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Flow } from '../flows/set-up-flows.ts';
import type { SeenRun } from '../judge/evidence.ts';
import { type HubApi, Refused } from './hub-api.ts';

export const runRecord = z.object({
  id: z.string(),
  status: z.string(),
  counters: z.looseObject({ created: z.number(), updated: z.number(), deleted: z.number(), failed: z.number() }),
  finished_at: z.string().optional(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
});

export type RunRecord = z.infer<typeof runRecord>;

const pollMs = 300;
/** A run that shows no sign for so long, under no matter what, will not end today. */
const silenceMsMax = 75_000;

/** Orders a run of an integration. */
export async function order(api: HubApi, flow: Flow, path: string, body: object = {}): Promise<SeenRun> {
  return note(flow, await api.ask('POST', path, runRecord, body));
}

export function note(flow: Flow, record: RunRecord, orderedAt = Date.now()): SeenRun {
  const run: SeenRun = { id: record.id, orderedAt, ...toEnd(record) };
  flow.runs.push(run);
  return run;
}

/** Waits until a run is over, and cancels one that shows no sign of life. @returns false for such a one. */
export async function waitForEnd(api: HubApi, flow: Flow, run: SeenRun): Promise<boolean> {
  let sign = '';
  let signAt = performance.now();
  for (;;) {
    const record = await api.ask('GET', `/runs/${run.id}`, runRecord);
    Object.assign(run, toEnd(record));
    if (run.endedAt !== undefined) return true;
    const now = JSON.stringify([record.status, record.counters, flow.effects.length]);
    if (now !== sign) [sign, signAt] = [now, performance.now()];
    if (performance.now() - signAt > silenceMsMax) {
      await cancel(api, run);
      return false;
    }
    await sleep(pollMs);
  }
}

/** @returns false where it was over already. */
export async function cancel(api: HubApi, { id }: SeenRun): Promise<boolean> {
  try {
    await api.ask('POST', `/runs/${id}/cancel`, runRecord);
    return true;
  } catch (error) {
    if (error instanceof Refused && error.code === 'run_already_finished') return false;
    throw error;
  }
}

/** All runs that the hub has of an integration. */
export async function listRuns(api: HubApi, { id }: Flow): Promise<RunRecord[]> {
  const found = new Map<string, RunRecord>();
  for (let page = 1; ; page += 1) {
    const records = await api.ask('GET', `/integrations/${id}/runs?per_page=100&page=${page}`, z.array(runRecord));
    for (const record of records) found.set(record.id, record);
    if (records.length < 100) return [...found.values()];
  }
}

export function isOver(status: string): boolean {
  return !['queued', 'running', 'canceling'].includes(status);
}

function toEnd({ status, counters, finished_at: finishedAt, error }: RunRecord): Omit<SeenRun, 'id' | 'orderedAt'> {
  const { created, updated, deleted, failed } = counters;
  const end = isOver(status) ? { endedAt: finishedAt === undefined ? Date.now() : Date.parse(finishedAt) } : {};
  const reason = error === undefined ? {} : { error: `${error.code}: ${error.message}` };
  return { status, counters: { created, updated, deleted, failed }, ...end, ...reason };
}
