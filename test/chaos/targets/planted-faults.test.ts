import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { judgeFlow } from '../judge/judge.ts';
import { type Body, readJournal } from './journal.ts';
import { type Plant, plants } from './planted-faults.ts';
import { refOf } from './record-store.ts';
import { startWorld } from './start-world.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chaos-test-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const records = 60;

function toBody(n: number): Body {
  return { ref: `r${n}`, rev: 1, label: `person ${n}` };
}

/** Writes records as a hub does, to the very server that `npm run chaos` starts. @returns what the judge finds */
async function writeAll(plant: Plant | undefined, send: (url: string, body: Body) => Promise<void>): Promise<string[]> {
  const file = join(folder, 'journal.ndjson');
  writeFileSync(file, '');
  const world = await startWorld(file, plant);
  const bodies = Array.from({ length: records }, (_, n) => toBody(n));
  for (const body of bodies) await send(world.url, body);
  await world.stop();
  const journal = readJournal(file);
  const effects = journal.next();
  journal.close();
  const created = effects.filter(({ outcome }) => outcome === 'created').length;
  const run = { id: 'run_1', orderedAt: 0, endedAt: Date.now(), status: 'succeeded' };
  const findings = judgeFlow(
    {
      flow: 'people',
      repeats: 'repeatable',
      pageSize: 10,
      expected: new Map(bodies.map((body) => [refOf(body), body])),
      effects,
      runs: [{ ...run, counters: { created, updated: 0, deleted: 0, failed: 0 } }],
      quiets: [],
    },
    [],
  );
  return findings.map(({ kind }) => kind);
}

async function put(url: string, body: Body): Promise<void> {
  const sent = { method: 'PUT', body: JSON.stringify(body) };
  const response = await fetch(`${url}/people/records/${refOf(body)}`, sent);
  expect(response.status).toBe(201);
  await response.body?.cancel();
}

async function post(url: string, body: Body, key: string): Promise<void> {
  const headers = { 'idempotency-key': key };
  const response = await fetch(`${url}/people/records`, { method: 'POST', headers, body: JSON.stringify(body) });
  await response.body?.cancel();
}

describe('test/chaos/targets/planted-faults', () => {
  it('finds nothing where each record is written once', async () => {
    expect(await writeAll(undefined, put)).toEqual([]);
  });

  it.each(plants)('shows the judge what is %s', async (plant) => {
    expect(await writeAll(plant, put)).toEqual([plant]);
  });

  it('tells a request that is repeated under its key from one under another', async () => {
    const repeat = async (url: string, body: Body): Promise<void> => {
      await post(url, body, refOf(body));
      if (body['ref'] === 'r7') await post(url, body, 'r7');
      if (body['ref'] === 'r8') await post(url, body, 'r8 again');
    };

    expect(await writeAll(undefined, repeat)).toEqual(['doubled']);
  });
});
