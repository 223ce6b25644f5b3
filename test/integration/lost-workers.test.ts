import { describe, expect, it } from 'vitest';
import { DefinitionCache } from '../../runs/load/definition-cache.ts';
import { beginInDatabase } from '../../runs/store/begin-in-database.ts';
import { toAddress } from '../../runs/load/load-run.ts';
import type { RunInput } from '../../core/pure/run-messages.ts';
import { toUuid } from '../../core/ids.ts';
import { actOnRuns } from '../api/run-acts.ts';
import { addPeopleFlow } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();

/** What the database knows of a segment whose worker is gone: it began. */
async function loseWorker(input: RunInput): Promise<void> {
  await beginInDatabase(hub.api.database, new DefinitionCache(), toAddress(input), 4, { isSegment: true });
}

/** Orders to start a run that may be carried out now. */
function readDueOrders(runId: string): Promise<object[]> {
  return hub.api.admin`
    select 1 from outbox where payload ->> 'run_id' = ${toUuid('run', runId) ?? ''} and available_at <= clock_timestamp()`;
}

describe('test/integration/lost-workers', () => {
  it('fails a run whose segments are lost three times over one page, naming connection and page', async () => {
    const flow = await addPeopleFlow(hub);
    const input = await hub.activities.begin(flow);
    for (let lost = 0; lost < 3; lost += 1) await loseWorker(input);

    await expect(hub.activities.runSegment(input)).rejects.toMatchObject({ type: 'worker_lost', nonRetryable: true });
    await hub.activities.finishRun({ ...input, outcome: 'failed' });

    const { data } = await hub.api.request('GET', `/v1/runs/${input.runId}`);
    expect(data).toMatchObject({ status: 'failed', error: { code: 'worker_lost' } });
    expect(JSON.stringify(data['error'])).toContain(String.raw`page 1 of \"/people\" of the connection \"HR system\"`);
    const { data: log } = await hub.api.request('GET', `/v1/runs/${input.runId}/logs`);
    expect(log).toContainEqual(expect.objectContaining({ code: 'worker_lost', level: 'warn' }));
  });

  it('does not count losses with progress between them, nor segments that ended', async () => {
    hub.stub.on('GET /people', { json: [{ login: 'ann' }] }).on('PUT /users/ann', {});
    const input = await hub.activities.begin(await addPeopleFlow(hub));
    await loseWorker(input);
    await loseWorker(input);
    await hub.api.admin`update runs set pages = pages + 1 where id = ${toAddress(input).runId}`;
    await loseWorker(input);

    expect(await hub.activities.runSegment(input)).toMatchObject({ status: 'done', counters: { created: 1 } });
    const slots = await hub.api.admin`select 1 from segment_slots where run_id = ${toAddress(input).runId}`;
    expect(slots).toEqual([]);
  });

  it('lets the integration cool down, until somebody starts it by hand', async () => {
    const flow = await addPeopleFlow(hub);
    const input = await hub.activities.begin(flow);
    const { data: waiting } = await actOnRuns(hub.api).execute(flow);
    for (let lost = 0; lost < 3; lost += 1) await loseWorker(input);
    await expect(hub.activities.runSegment(input)).rejects.toMatchObject({ type: 'worker_lost' });
    await hub.activities.finishRun({ ...input, outcome: 'failed' });

    const cooling = (await hub.api.request('GET', `/v1/integrations/${flow}`)).data;
    const held = await readDueOrders(waiting.id);
    const { status } = await actOnRuns(hub.api).execute(flow);
    const warm = (await hub.api.request('GET', `/v1/integrations/${flow}`)).data;

    expect(Date.parse(String(cooling['cools_until']))).toBeGreaterThan(Date.now());
    expect(held).toEqual([]);
    expect(status).toBe(202);
    expect(warm['cools_until']).toBeUndefined();
    expect(await readDueOrders(waiting.id)).toHaveLength(1);
  });
});
