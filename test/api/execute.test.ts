import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toLookup } from '../../services/shared/schemas.ts';
import { addIntegration } from './flows.ts';
import { startTestApi, type TestApi } from './harness.ts';
import { actOnRuns } from './run-acts.ts';

let api: TestApi;
let acts: ReturnType<typeof actOnRuns>;

beforeAll(async () => {
  api = await startTestApi();
  acts = actOnRuns(api);
});

afterAll(() => api.close());

describe('test/api/execute', () => {
  it('accepts an execution with a queued run, its address and one order to start it', async () => {
    const { id } = await addIntegration(api);

    const { status, data, headers } = await acts.execute(id);

    expect(status).toBe(202);
    expect(data).toMatchObject({
      integration_id: id,
      status: 'queued',
      trigger: 'manual',
      revision: 1,
    });
    expect(data['counters']).toEqual({
      read: 0,
      created: 0,
      updated: 0,
      deleted: 0,
      written: 0,
      skipped: 0,
      unchanged: 0,
      filtered: 0,
      failed: 0,
      deduplicated: 0,
    });
    expect(data['temporal']).toEqual({
      workflow_id: data.id,
      url: `http://127.0.0.1:8233/namespaces/default/workflows/${data.id}`,
    });
    expect(headers.get('location')).toBe(`/v1/runs/${data.id}`);
    expect(await acts.getRun(data.id)).toEqual(data);
    expect(await acts.readOrders(id)).toEqual([{ kind: 'run.start', run_id: toLookup('run', data.id) }]);
  });

  it('takes no body, an empty one, and options; refuses options that do not exist', async () => {
    const { id } = await addIntegration(api);
    const path = `/v1/integrations/${id}/execute`;

    const bare = await api.app.request(path, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.organization.api_key}` },
    });
    const empty = await api.request('POST', path, { body: {} });
    const resync = await api.request('POST', path, { body: { full_resync: true } });
    const dry = await api.request('POST', path, { body: { dry_run: true } });

    expect([bare.status, empty.status, resync.status, dry.status]).toEqual([202, 202, 202, 400]);
    const [row] = await api.admin`select options from runs where id = ${toLookup('run', resync.data.id)}`;
    expect(row?.['options']).toEqual({ full_resync: true });
  });

  it.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-01:00', 'yesterday'])(
    'refuses to read since %s',
    async (since) => {
      const { id } = await addIntegration(api);

      const { status, error } = await api.request('POST', `/v1/integrations/${id}/execute`, { body: { since } });

      expect([status, error.details.errors[0]?.path]).toEqual([400, 'since']);
    },
  );

  it('names the time that it would wait at most', async () => {
    const { id } = await addIntegration(api, { concurrency: 'skip' });
    await acts.execute(id);

    const { data, headers } = await api.request('POST', `/v1/integrations/${id}/execute`, {
      headers: { prefer: 'wait=9999' },
    });

    expect([data['status'], headers.get('preference-applied')]).toEqual(['skipped', 'wait=25']);
  });

  it('queue: lets one run begin and the others wait for their turn, in order', async () => {
    const { id } = await addIntegration(api);
    const runs = [await acts.execute(id), await acts.execute(id), await acts.execute(id)].map(({ data }) => data.id);

    for (const run of runs) {
      const orders = await acts.readOrders(id);
      expect(orders.at(-1)).toEqual({ kind: 'run.start', run_id: toLookup('run', run) });
      await acts.setRunning(run);
      await acts.finish(id, run);
    }

    expect(await acts.readOrders(id)).toHaveLength(3);
  });

  it('queue: lets runs go first that people wait for, and those last that a schedule started', async () => {
    const { id } = await addIntegration(api);
    const runs = [];
    for (const trigger of ['manual', 'schedule', 'webhook', 'event', 'manual'] as const) {
      const { data } = await acts.execute(id);
      await api.admin`update runs set trigger = ${trigger} where id = ${toLookup('run', data.id)}`;
      runs.push(data.id);
    }
    const began: number[] = [];
    for (let n = 0; n < runs.length; n += 1) {
      const { run_id: order = '' } = (await acts.readOrders(id)).at(-1) ?? {};
      const at = runs.findIndex((run) => toLookup('run', run) === order);
      began.push(at);
      await acts.setRunning(runs[at] ?? '');
      await acts.finish(id, runs[at] ?? '');
    }

    expect(began).toEqual([0, 4, 3, 2, 1]);
  });

  it('queue: answers 429 when 100 runs wait', async () => {
    const { id } = await addIntegration(api);
    const answers = [];
    for (let n = 0; n < 102; n += 1) answers.push(await acts.execute(id));

    expect(answers.slice(0, 101).every(({ status }) => status === 202)).toBe(true);
    expect([answers[101]?.status, answers[101]?.error.code]).toEqual([429, 'quota_exceeded']);
    expect(answers[101]?.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('skip: ends a run at once while another has the turn', async () => {
    const { id } = await addIntegration(api, { concurrency: 'skip' });

    const first = await acts.execute(id);
    const second = await acts.execute(id);

    expect([first.data.status, second.data.status]).toEqual(['queued', 'skipped']);
    expect(second.data['finished_at']).toBeDefined();
    expect(await acts.readOrders(id)).toHaveLength(1);
  });

  it('replace: takes the place of a run that has not begun', async () => {
    const { id } = await addIntegration(api, { concurrency: 'replace' });

    const first = await acts.execute(id);
    const second = await acts.execute(id);

    expect((await acts.getRun(first.data.id)).status).toBe('canceled');
    expect(await acts.readOrders(id)).toEqual([
      { kind: 'run.start', run_id: toLookup('run', first.data.id) },
      { kind: 'run.start', run_id: toLookup('run', second.data.id) },
    ]);
  });

  it('replace: asks a run at work to stop, drops those that wait, and waits itself', async () => {
    const { id } = await addIntegration(api, { concurrency: 'replace' });
    const first = await acts.execute(id);
    await acts.setRunning(first.data.id);

    const second = await acts.execute(id);
    const third = await acts.execute(id);

    expect((await acts.getRun(first.data.id)).status).toBe('canceling');
    expect((await acts.getRun(second.data.id)).status).toBe('canceled');
    expect((await acts.getRun(third.data.id)).status).toBe('queued');
    expect((await acts.readOrders(id)).map(({ kind }) => kind)).toEqual(['run.start', 'run.cancel']);
    await acts.finish(id, first.data.id);
    expect((await acts.readOrders(id)).at(-1)).toEqual({ kind: 'run.start', run_id: toLookup('run', third.data.id) });
  });

  it('of 1,000 executions at once, lets exactly one begin', async () => {
    const { id } = await addIntegration(api);
    const statuses: number[] = [];
    let left = 1000;

    await Promise.all(
      Array.from({ length: 50 }, async () => {
        while (left > 0) {
          left -= 1;
          statuses.push((await acts.execute(id)).status);
        }
      }),
    );

    const [counts] = await api.admin`
      select count(*) filter (where admitted_at is not null)::int as admitted,
             count(*) filter (where admitted_at is null)::int as waiting
      from runs where integration_id = ${toLookup('integration', id)}`;
    expect(counts).toEqual({ admitted: 1, waiting: 100 });
    expect(statuses.filter((status) => status === 202)).toHaveLength(101);
    expect(statuses.filter((status) => status === 429)).toHaveLength(899);
    expect(await acts.readOrders(id)).toHaveLength(1);
  });

  it('never leaves a run waiting while none has the turn, however starts and ends interleave', async () => {
    const { id } = await addIntegration(api);
    const integration = toLookup('integration', id);
    for (let round = 0; round < 20; round += 1) {
      const { data } = await acts.execute(id);
      await acts.setRunning(data.id);

      await Promise.all([acts.finish(id, data.id), acts.execute(id)]);

      const [holder] = await api.admin<{ id: string }[]>`
        select id from runs where integration_id = ${integration} and admitted_at is not null and status = 'queued'`;
      expect(holder).toBeDefined();
      await api.admin`update runs set status = 'succeeded' where integration_id = ${integration}`;
    }
  });

  it('executes an active integration on its active revision', async () => {
    const { id } = await addIntegration(api);
    await api.request('PUT', `/v1/integrations/${id}`, { body: { concurrency: 'skip' } });
    await api.request('POST', `/v1/integrations/${id}/activate`);

    expect((await acts.execute(id)).data['revision']).toBe(2);
  });

  it('shows the last run of a workflow', async () => {
    const { id } = await addIntegration(api);
    await acts.execute(id);
    const last = await acts.execute(id);

    const { list } = await api.request('GET', `/v1/workflows?integration_id=${id}`);

    expect(list[0]?.['last_run']).toEqual({ id: last.data.id, status: 'queued' });
    expect(last.data['workflow_id']).toBe(list[0]?.id);
  });
});
