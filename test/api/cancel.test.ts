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

describe('test/api/cancel', () => {
  it('ends a run that has not begun, and lets the next one take its turn', async () => {
    const { id } = await addIntegration(api);
    const [first, second] = [await acts.execute(id), await acts.execute(id)];

    const { status, data } = await api.request('POST', `/v1/runs/${first.data.id}/cancel`);

    expect(status).toBe(202);
    expect(data.status).toBe('canceled');
    expect(data['finished_at']).toBeDefined();
    expect((await acts.readOrders(id)).at(-1)).toEqual({ kind: 'run.start', run_id: toLookup('run', second.data.id) });
  });

  it('ends a waiting run without disturbing the one at work', async () => {
    const { id } = await addIntegration(api);
    const [first, second] = [await acts.execute(id), await acts.execute(id)];
    await acts.setRunning(first.data.id);

    const { data } = await api.request('POST', `/v1/runs/${second.data.id}/cancel`);

    expect(data.status).toBe('canceled');
    expect((await acts.getRun(first.data.id)).status).toBe('running');
    expect(await acts.readOrders(id)).toHaveLength(1);
  });

  it('asks a run at work once, however often it is called', async () => {
    const { id } = await addIntegration(api);
    const { data } = await acts.execute(id);
    await acts.setRunning(data.id);

    const answers = [];
    for (let n = 0; n < 3; n += 1) answers.push(await api.request('POST', `/v1/runs/${data.id}/cancel`));

    expect(answers.map((answer) => [answer.status, answer.data.status])).toEqual([
      [202, 'canceling'],
      [202, 'canceling'],
      [202, 'canceling'],
    ]);
    expect((await acts.readOrders(id)).filter(({ kind }) => kind === 'run.cancel')).toHaveLength(1);
  });

  it('answers 409 to a run that has ended', async () => {
    const { id } = await addIntegration(api);
    const { data } = await acts.execute(id);
    await api.request('POST', `/v1/runs/${data.id}/cancel`);

    const { status, error } = await api.request('POST', `/v1/runs/${data.id}/cancel`);

    expect([status, error.code]).toEqual([409, 'run_already_finished']);
  });

  it('deleting an integration ends its waiting runs and asks the one at work to stop', async () => {
    const { id } = await addIntegration(api);
    const [first, second] = [await acts.execute(id), await acts.execute(id)];
    await acts.setRunning(first.data.id);

    await api.request('DELETE', `/v1/integrations/${id}`);

    expect((await acts.getRun(first.data.id)).status).toBe('canceling');
    expect((await acts.getRun(second.data.id)).status).toBe('canceled');
    expect((await acts.readOrders(id)).map(({ kind }) => kind)).toEqual(['run.start', 'run.cancel']);
  });

  it('lists runs newest first, by integration and status', async () => {
    const { id } = await addIntegration(api);
    const runs = [await acts.execute(id), await acts.execute(id)].map(({ data }) => data.id);
    await api.request('POST', `/v1/runs/${runs[1]}/cancel`);

    const all = await api.request('GET', `/v1/runs?integration_id=${id}`);
    const canceled = await api.request('GET', `/v1/runs?integration_id=${id}&status=canceled`);

    expect(all.list.map((run) => run.id)).toEqual(runs.toReversed());
    expect(canceled.list.map((run) => run.id)).toEqual([runs[1]]);
    expect(canceled.meta.total).toBe(1);
  });
});
