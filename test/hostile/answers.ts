import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../../start/api-client.ts';
import { connectToSource, createFlow, execute, isOver, readRun, type RunRecord } from '../harness/flow.ts';
import { HttpStub } from '../harness/http.ts';
import { hostileBodies } from './bodies.ts';

const names = ['empties', 'objs', 'many', 'unlike'];
/** As many records as fit into the memory of a worker, and would not fit with what becomes of them. */
const many = 600_000;

/** Third parties that answer with what is small to send and large to hold, and one that means well. */
export interface Vendors {
  stub: HttpStub;
  /** Runs that read from all of them at once. @returns how each ended. */
  read(api: ApiClient): Promise<Record<string, RunRecord>>;
}

export async function startVendors(): Promise<Vendors> {
  const stub = await HttpStub.start();
  const headers = { 'content-type': 'application/json' };
  for (const name of names) stub.always(`GET /${name}`, { headers, body: hostileBodies[name]?.text() ?? '' });
  const rows = Array.from({ length: many }, (_, n) => `{"id":${n}}`).join(',');
  stub.always('GET /rows', { headers, body: `[${rows}]` });
  stub.always('GET /good', { headers, body: '[{"id":"1"},{"id":"2"}]' });
  for (const id of ['1', '2']) stub.always(`PUT /copies/${id}`, {});
  return { stub, read: (api) => readAll(api, stub.url) };
}

async function readAll(api: ApiClient, url: string): Promise<Record<string, RunRecord>> {
  const connection = await connectToSource(api, url);
  const runs = await Promise.all(
    [...names, 'rows', 'good'].map(async (name): Promise<[string, RunRecord]> => {
      const flow = await createFlow(api, {
        name,
        source: {
          connection_id: connection,
          object: `/${name}`,
          key: ['id'],
          ...(name === 'rows' ? { filter: 'id < 0' } : {}),
        },
        target: {
          connection_id: connection,
          object: 'copies',
          operation: 'upsert',
          match_on: ['id'],
          options: { path: '/copies/{id}', method: 'PUT', idempotency: { kind: 'put_by_key' } },
        },
        mapping: [{ to: 'id', from: 'id' }],
      });
      return [name, await waitForEnd(api, await execute(api, flow))];
    }),
  );
  return Object.fromEntries(runs);
}

const patienceMs = 120_000;

/** @returns the run as it stands where it does not end in time. */
async function waitForEnd(api: ApiClient, id: string): Promise<RunRecord> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const run = await readRun(api, id);
    if (isOver(run) || performance.now() > deadline) return run;
    await sleep(500);
  }
}
