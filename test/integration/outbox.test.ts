import { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { newUuid, toId, toUuid } from '../../core/ids.ts';
import { enqueue } from '../../drizzle/enqueue.ts';
import { type Database, openDatabase } from '../../drizzle/index.ts';
import { startRelay } from '../../worker/relay.ts';
import { startTestApi, type TestApi } from '../api/harness.ts';

let api: TestApi;
let orgId: string;
let database: Database;
let connection: NativeConnection;
let client: Client;

beforeAll(async () => {
  api = await startTestApi();
  orgId = toUuid('organization', api.organization.organization_id) ?? '';
  database = openDatabase(api.testDatabase.relayUrl, { role: 'hub_relay', max: 3 });
  connection = await NativeConnection.connect({ address: inject('temporal').address });
  client = new Client({ connection });
});

afterAll(async () => {
  await Promise.all([connection.close(), database.close()]);
  await api.close();
});

/** Lets a relay work until `until` gives true, and stops it. */
async function relayUntil(until: () => Promise<boolean>): Promise<void> {
  const relay = startRelay({
    database,
    client,
    taskQueue: 'nobody',
    clock: systemClock,
    log: pino({ level: 'silent' }),
  });
  await expect.poll(until, { timeout: 20_000 }).toBe(true);
  await relay.stop();
}

const readOutbox = () => api.admin`select kind, attempts from outbox order by id`;

const describeRun = (runId: string) => client.workflow.getHandle(toId('run', runId)).describe();

const isKnown = (runId: string): Promise<boolean> =>
  describeRun(runId).then(
    () => true,
    () => false,
  );

describe('test/integration/outbox', () => {
  it('dispatches the rows that earlier versions wrote, and removes them', { timeout: 60_000 }, async () => {
    const runId = newUuid();
    const payload = api.admin.json({ run_id: runId, integration_id: newUuid() });
    await api.admin`insert into outbox (org_id, kind, payload) values (${orgId}, 'run.start', ${payload})`;
    await relayUntil(() => isKnown(runId));
    await api.admin`insert into outbox (org_id, kind, payload) values (${orgId}, 'run.cancel', ${payload})`;
    await relayUntil(async () => (await describeRun(runId)).raw.workflowExtendedInfo?.cancelRequested === true);

    expect(await readOutbox()).toEqual([]);
  });

  it('replaces the workflow of a run where a message says so', { timeout: 60_000 }, async () => {
    const [runId, integrationId] = [newUuid(), newUuid()];
    const payload = { run_id: runId, integration_id: integrationId };
    await enqueue(database, { orgId, kind: 'run.start', payload });
    await relayUntil(() => isKnown(runId));
    const first = (await describeRun(runId)).runId;
    await enqueue(database, { orgId, kind: 'run.start', payload });
    await enqueue(database, { orgId, kind: 'run.start', payload: { ...payload, replace: true } });
    await relayUntil(async () => (await describeRun(runId)).runId !== first);

    expect(await readOutbox()).toEqual([]);
  });

  it('leaves kinds that it does not know to a relay of a newer version', { timeout: 60_000 }, async () => {
    const [unknown, known] = [newUuid(), newUuid()];
    const payload = api.admin.json({ run_id: unknown, integration_id: newUuid() });
    await api.admin`insert into outbox (org_id, kind, payload) values (${orgId}, 'run.wake', ${payload})`;
    await enqueue(database, { orgId, kind: 'run.start', payload: { run_id: known, integration_id: newUuid() } });
    await relayUntil(() => isKnown(known));

    expect(await isKnown(unknown)).toBe(false);
    expect(await readOutbox()).toEqual([{ kind: 'run.wake', attempts: 0 }]);
    await api.admin`delete from outbox`;
  });
});
