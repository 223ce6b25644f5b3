import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toLookup } from '../../services/shared/schemas.ts';
import { addIntegration } from './flows.ts';
import { type Answer, startTestApi, type TestApi } from './harness.ts';
import { actOnRuns } from './run-acts.ts';

let api: TestApi;
let acts: ReturnType<typeof actOnRuns>;

beforeAll(async () => {
  api = await startTestApi();
  acts = actOnRuns(api);
});

afterAll(() => api.close());

/** A run that has ended. */
async function endRun(integrationId: string, status: string): Promise<string> {
  const { data } = await acts.execute(integrationId);
  await acts.setRunning(data.id);
  await acts.finish(integrationId, data.id);
  await api.admin`update runs set status = ${status} where id = ${toLookup('run', data.id)}`;
  return data.id;
}

function retry(id: string, body?: object): Promise<Answer> {
  return api.request('POST', `/v1/runs/${id}/retry`, body === undefined ? {} : { body });
}

async function readOptions(id: string): Promise<unknown> {
  const [row] = await api.admin`select options from runs where id = ${toLookup('run', id)}`;
  return row?.['options'];
}

describe('test/api/retry', () => {
  it('resumes a failed run on its own revision, as a new run that takes its turn', async () => {
    const { id } = await addIntegration(api);
    const failed = await endRun(id, 'failed');
    await api.request('PUT', `/v1/integrations/${id}`, { body: { concurrency: 'skip' } });

    const { status, data, headers } = await retry(failed);

    expect(status).toBe(202);
    expect(data).toMatchObject({ status: 'queued', trigger: 'retry', retry_of: failed, revision: 1 });
    expect(headers.get('location')).toBe(`/v1/runs/${data.id}`);
    expect(await readOptions(data.id)).toEqual({ resumes: [toLookup('run', failed)] });
    expect((await acts.readOrders(id)).at(-1)).toEqual({ kind: 'run.start', run_id: toLookup('run', data.id) });
    expect((await acts.getRun(data.id))['retry_of']).toBe(failed);
  });

  it('remembers the whole chain of runs that it goes on for, and what they were told', async () => {
    const { id } = await addIntegration(api);
    const { data: first } = await api.request('POST', `/v1/integrations/${id}/execute`, {
      body: { full_resync: true },
    });
    await api.request('POST', `/v1/runs/${first.id}/cancel`);
    const { data: second } = await retry(first.id);
    await api.request('POST', `/v1/runs/${second.id}/cancel`);

    const { data: third } = await retry(second.id, { mode: 'resume' });

    expect(await readOptions(third.id)).toEqual({
      full_resync: true,
      resumes: [toLookup('run', second.id), toLookup('run', first.id)],
    });
  });

  it('restarts a run on the present revision', async () => {
    const { id } = await addIntegration(api);
    const done = await endRun(id, 'succeeded');
    await api.request('PUT', `/v1/integrations/${id}`, { body: { on_error: { record: 'fail' } } });

    const { status, data } = await retry(done, { mode: 'restart' });

    expect([status, data['revision'], data['retry_of']]).toEqual([202, 2, done]);
    expect(await readOptions(data.id)).toEqual({});
  });

  it.each(['succeeded', 'partially_succeeded'])('does not resume a run that %s: it read everything', async (status) => {
    const { id } = await addIntegration(api);

    const answer = await retry(await endRun(id, status));

    expect([answer.status, answer.error.code]).toEqual([409, 'invalid_state']);
  });

  it('does not retry a run that has not ended', async () => {
    const { id } = await addIntegration(api);
    const { data } = await acts.execute(id);

    const answers = [await retry(data.id), await retry(data.id, { mode: 'restart' })];

    expect(answers.map(({ status, error }) => [status, error.code])).toEqual([
      [409, 'invalid_state'],
      [409, 'invalid_state'],
    ]);
  });

  it('does not resume a run whose connection was deleted since, and says so', async () => {
    const integration = await addIntegration(api);
    const failed = await endRun(integration.id, 'failed');
    const { connection_id: connectionId } = Object(integration['source']);
    await api.request('PUT', `/v1/integrations/${integration.id}`, { body: { source: null } });
    expect((await api.request('DELETE', `/v1/connections/${connectionId}`)).status).toBe(200);

    const { status, error } = await retry(failed);

    expect([status, error.code]).toEqual([409, 'integration_not_ready']);
    expect(error.details.errors).toEqual([expect.objectContaining({ path: 'source.connection_id' })]);
  });

  it('retries nothing of an integration that was deleted', async () => {
    const { id } = await addIntegration(api);
    const failed = await endRun(id, 'failed');
    await api.request('DELETE', `/v1/integrations/${id}`);

    expect((await retry(failed)).error.code).toBe('invalid_state');
  });

  it('waits for its turn, and writes an audit row', async () => {
    const { id } = await addIntegration(api);
    const failed = await endRun(id, 'failed');
    await acts.execute(id);
    const orders = (await acts.readOrders(id)).length;

    const { data } = await retry(failed);

    expect(data.status).toBe('queued');
    expect(await acts.readOrders(id)).toHaveLength(orders);
    const rows = await api.admin`select action, changes from audit_events where resource_id = ${failed}`;
    expect(rows).toEqual([{ action: 'run.retried', changes: { run_id: data.id, mode: 'resume' } }]);
  });
});
