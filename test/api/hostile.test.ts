import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrganization } from '../../services/access/organizations/create-organization.ts';
import { openDatabase } from '../../drizzle/client.ts';
import { apiFlags } from '../../start/processes/node-children.ts';
import {
  type ApiProcess,
  type ApiSettings,
  makeApiSettings,
  pepper,
  startApiProcess,
} from '../harness/processes/api-process.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { dripBodies, dripHeaders, flood, heavyBodies, pipeline, sendBody, sitIdle } from '../hostile/attacks.ts';
import { exchange, type Victim } from '../hostile/raw-client.ts';
import { ambiguousRequests } from '../hostile/ambiguous-requests.ts';
import { watch } from '../hostile/watch.ts';

let database: TestDatabase;
let settings: ApiSettings;
let api: ApiProcess;
let victim: Victim;

/** A quarter of what `npm run hostile` does. */
const crowd = 2500;
/** What the process may take on at most; its heap is held to 128 MB. */
const peakMbMax = 400;

beforeAll(async () => {
  database = await createTestDatabase();
  settings = await makeApiSettings(database.appUrl);
  api = startApiProcess(settings.env, apiFlags);
  victim = await addVictim();
});

/** An organization whose limits nobody has used yet. */
async function addVictim(): Promise<Victim> {
  const client = openDatabase(database.appUrl, { role: 'hub_app', max: 1 });
  const { api_key: key } = await createOrganization({ database: client, pepper, name: 'Victim' });
  await client.close();
  return { port: await api.findPort(), pid: api.pid, key };
}

afterAll(async () => {
  await api.stop();
  await settings.remove();
  await database.drop();
});

describe('test/api/hostile', () => {
  it.each(Object.entries(ambiguousRequests))(
    'refuses %s and reads nothing after it',
    async (_, { text, status, code }) => {
      expect(await exchange(victim, Buffer.from(text, 'latin1'))).toEqual([{ status, code }]);
    },
  );

  it.each(
    Object.entries(heavyBodies).flatMap(([what, expected]) =>
      (['length', 'chunked'] as const).map((transfer) => ({ what, transfer, ...expected })),
    ),
  )('refuses $what ($transfer)', async ({ body, transfer, status, code }) => {
    expect(await sendBody(await addVictim(), body, transfer)).toEqual([{ status, code }]);
  });

  it('answers so many requests of one connection, and ends it with a refusal', async () => {
    const result = await pipeline(victim, 200);

    const [last, ...served] = result.toReversed();
    expect(last).toEqual({ status: 429, code: 'rate_limited' });
    expect(served.length).toBeGreaterThanOrEqual(64);
    expect(served.every(({ status }) => status === 200)).toBe(true);
  });

  it('ends a connection that sends on and on without reading', async () => {
    const { result, unhealthy, peakMb } = await watch(victim, () => pipeline(victim, 20_000));

    // What was answered may be lost to the reset that follows it.
    expect(result.length).toBeLessThan(1000);
    expect(unhealthy).toBe(0);
    expect(peakMb).toBeLessThan(peakMbMax);
  });

  it('takes no body without an end', async () => {
    const { result, unhealthy } = await watch(victim, () => flood(victim, 100));

    // An answer that meets bytes on their way may be lost to the reset that follows it.
    expect(result.length).toBeGreaterThan(50);
    // Those that arrive when the process holds enough already are too many before they are too large.
    const codes = { 413: 'payload_too_large', 503: 'service_unavailable' } as Record<number, string>;
    for (const { status, code } of result) expect(code).toBe(codes[status] ?? 'one of the two');
    expect(unhealthy).toBe(0);
  });

  it('outlives crowds that sit idle and drip their requests, and ends them', { timeout: 90_000 }, async () => {
    const { result, healthy, unhealthy, peakMb } = await watch(victim, () =>
      Promise.all([sitIdle(victim, crowd), dripHeaders(victim, 250), dripBodies(victim, 250)]),
    );

    expect(result.map(({ ended }) => ended)).toEqual([crowd, 250, 250]);
    expect(result.map(({ statuses }) => statuses)).toEqual([{ 408: crowd }, { 408: 250 }, { 408: 250 }]);
    expect(healthy).toBeGreaterThan(0);
    expect(unhealthy).toBe(0);
    expect(peakMb).toBeLessThan(peakMbMax);
  });
});
