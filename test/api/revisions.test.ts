import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toLookup } from '../../services/shared/schemas.ts';
import { addIntegration, makeFlow } from './flows.ts';
import { startTestApi, type TestApi } from './harness.ts';
import { actOnRuns } from './run-acts.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

/** An active integration with three revisions. */
async function addRevised(): Promise<string> {
  const { id } = await addIntegration(api);
  await api.request('POST', `/v1/integrations/${id}/activate`);
  await api.request('PUT', `/v1/integrations/${id}`, { body: { concurrency: 'skip', on_error: { record: 'fail' } } });
  await api.request('PUT', `/v1/integrations/${id}`, { body: { on_error: null } });
  return id;
}

async function readConcurrency(id: string): Promise<unknown> {
  const [row] = await api.admin`select concurrency from integrations where id = ${toLookup('integration', id)}`;
  return row?.['concurrency'];
}

describe('test/api/revisions', () => {
  it('lists revisions newest first, with what each changed and which one is active', async () => {
    const id = await addRevised();

    const { list, meta } = await api.request('GET', `/v1/integrations/${id}/revisions`);
    const second = await api.request('GET', `/v1/integrations/${id}/revisions?page=2&per_page=1`);

    expect(meta.total).toBe(3);
    expect(list.map((item) => [item['revision'], item['active'], item['changed']])).toEqual([
      [3, true, ['on_error']],
      [2, false, ['concurrency', 'on_error']],
      [1, false, ['concurrency', 'mapping', 'source', 'target']],
    ]);
    const { data: me } = await api.request('GET', '/v1/me');
    expect(list[0]).toMatchObject({ created_by: me.id, created_by_name: me['name'] });
    expect(second.list).toEqual([list[1]]);
  });

  it('shows what a revision says', async () => {
    const id = await addRevised();

    const { data } = await api.request('GET', `/v1/integrations/${id}/revisions/2`);

    expect(data).toMatchObject({ revision: 2, definition: { concurrency: 'skip', on_error: { record: 'fail' } } });
  });

  it.each(['4', '0', '01', '1e0', '-1', 'x', '99999999999'])('finds no revision %s', async (revision) => {
    const id = await addRevised();
    const path = `/v1/integrations/${id}/revisions/${revision}`;

    expect((await api.request('GET', path)).status).toBe(404);
    expect((await api.request('POST', `${path}/activate`)).status).toBe(404);
  });

  it('goes back to an older revision, and forward again', async () => {
    const id = await addRevised();
    const acts = actOnRuns(api);

    const back = await api.request('POST', `/v1/integrations/${id}/revisions/1/activate`);
    const again = await api.request('POST', `/v1/integrations/${id}/revisions/1/activate`);
    const run = await acts.execute(id);
    const { list } = await api.request('GET', `/v1/integrations/${id}/revisions`);
    const activated = await api.request('POST', `/v1/integrations/${id}/activate`);
    const forward = await api.request('POST', `/v1/integrations/${id}/revisions/3/activate`);

    expect(back.data).toMatchObject({ status: 'active', revision: 3, active_revision: 1 });
    expect(again.data).toEqual(back.data);
    expect(run.data['revision']).toBe(1);
    expect(list.map((item) => item['active'])).toEqual([false, false, true]);
    expect(activated.data).toEqual(back.data);
    expect(forward.data).toMatchObject({ active_revision: 3 });
    expect(await readConcurrency(id)).toBe('skip');
  });

  it('takes the concurrency of the revision that is active, and keeps both when only the name changes', async () => {
    const id = await addRevised();
    await api.request('POST', `/v1/integrations/${id}/revisions/1/activate`);

    const { data } = await api.request('PUT', `/v1/integrations/${id}`, { body: { name: 'Renamed' } });

    expect(data).toMatchObject({ name: 'Renamed', active_revision: 1, revision: 3 });
    expect(await readConcurrency(id)).toBe('queue');
  });

  it('brings nothing of a revision that was taken back, by a change of something else', async () => {
    const id = await addRevised();
    await api.request('PUT', `/v1/integrations/${id}`, { body: { concurrency: 'queue' } });
    await api.request('POST', `/v1/integrations/${id}/revisions/3/activate`);
    const path = `/v1/integrations/${id}`;

    const { status, error } = await api.request('PATCH', path, { body: { on_error: { record: 'fail' } } });

    expect([status, error.code]).toEqual([409, 'invalid_state']);
    expect(error.message).toContain('Runs use revision 3, and a change starts from revision 4: `concurrency` of that');
    expect(error.details).toMatchObject({ active_revision: 3, revision: 4, members: ['concurrency'] });
    expect((await api.request('GET', path)).data).toMatchObject({ revision: 4, active_revision: 3 });
    const body = { on_error: { record: 'fail' }, concurrency: 'skip' };
    expect((await api.request('PATCH', path, { body })).data).toMatchObject({
      revision: 5,
      active_revision: 5,
      ...body,
    });
  });

  it('goes on with the revision that it was taken back to, over a deactivation', async () => {
    const id = await addRevised();
    const path = `/v1/integrations/${id}`;
    const acts = actOnRuns(api);
    await api.request('POST', `${path}/revisions/1/activate`);

    const deactivated = await api.request('POST', `${path}/deactivate`);
    const { list } = await api.request('GET', `${path}/revisions`);
    const byHand = await acts.execute(id);
    const activated = await api.request('POST', `${path}/activate`);
    const run = await acts.execute(id);

    expect(deactivated.data).toMatchObject({ status: 'inactive', revision: 3, active_revision: 1 });
    expect(list.map((item) => item['active'])).toEqual([false, false, true]);
    expect(activated.data).toMatchObject({ status: 'active', revision: 3, active_revision: 1 });
    expect([byHand.data['revision'], run.data['revision']]).toEqual([1, 1]);
    expect(await readConcurrency(id)).toBe('queue');
    const rows = await api.admin`select action, changes from audit_events where resource_id = ${id} order by id`;
    const [last] = rows.filter(({ action }) => action === 'integration.activated').slice(-1);
    expect(last?.['changes']).toEqual({ revision: 1 });
  });

  it('goes by what an inactive integration is changed to', async () => {
    const id = await addRevised();
    const path = `/v1/integrations/${id}`;
    await api.request('POST', `${path}/revisions/1/activate`);
    await api.request('POST', `${path}/deactivate`);

    const renamed = await api.request('PUT', path, { body: { name: 'Renamed' } });
    const refused = await api.request('PATCH', path, { body: { on_error: { record: 'fail' } } });
    const body = { on_error: { record: 'fail' }, concurrency: 'replace' };
    const changed = await api.request('PATCH', path, { body });
    const run = await actOnRuns(api).execute(id);
    const activated = await api.request('POST', `${path}/activate`);

    expect(renamed.data).toMatchObject({ status: 'inactive', revision: 3, active_revision: 1 });
    expect([refused.status, refused.error.details['members']]).toEqual([409, ['concurrency']]);
    expect(changed.data).toMatchObject({ status: 'inactive', revision: 4, active_revision: 4 });
    expect(run.data['revision']).toBe(4);
    expect(activated.data).toMatchObject({ status: 'active', revision: 4, active_revision: 4 });
  });

  it('lets an inactive integration go back without starting its triggers', async () => {
    const id = await addRevised();
    const path = `/v1/integrations/${id}`;
    await api.request('POST', `${path}/deactivate`);

    const back = await api.request('POST', `${path}/revisions/1/activate`);
    const { list: workflows } = await api.request('GET', `/v1/workflows?integration_id=${id}`);
    const run = await actOnRuns(api).execute(id);
    const activated = await api.request('POST', `${path}/activate`);

    expect(back.data).toMatchObject({ status: 'inactive', revision: 3, active_revision: 1 });
    expect(workflows.map(({ status }) => status)).toEqual(['inactive']);
    expect(run.data['revision']).toBe(1);
    expect(activated.data).toMatchObject({ status: 'active', active_revision: 1 });
  });

  it('names the newest revision of what was never active only where another one is to run', async () => {
    const { id } = await addIntegration(api);
    const path = `/v1/integrations/${id}`;
    await api.request('PUT', path, { body: { concurrency: 'skip' } });

    const same = await api.request('POST', `${path}/revisions/2/activate`);
    const back = await api.request('POST', `${path}/revisions/1/activate`);

    expect(same.data).not.toHaveProperty('active_revision');
    expect(back.data).toMatchObject({ status: 'inactive', revision: 2, active_revision: 1 });
  });

  it('is ready where the revision is that it goes by, whatever the newest one lacks', async () => {
    const integration = await addIntegration(api);
    const path = `/v1/integrations/${integration.id}`;
    const { connection_id: connectionId } = Object(integration['target']);
    await api.request('PUT', path, { body: { target: null } });

    const back = await api.request('POST', `${path}/revisions/1/activate`);
    const setStatus = (status: string) =>
      api.admin`update connections set status = ${status} where id = ${toLookup('connection', connectionId)}`;
    await setStatus('disabled');
    const { data: broken } = await api.request('GET', path);
    const refused = await api.request('POST', `${path}/activate`);
    await setStatus('active');
    const activated = await api.request('POST', `${path}/activate`);

    expect(back.data).toMatchObject({ status: 'inactive', readiness: { ready: true } });
    expect(broken['readiness']).toMatchObject({ ready: false, missing: [{ connection_id: connectionId }, {}] });
    expect([refused.status, refused.error.code]).toEqual([409, 'integration_not_ready']);
    expect(activated.data).toMatchObject({ status: 'active', active_revision: 1 });
  });

  it('answers 409 with reasons where a revision cannot be used any more', async () => {
    const integration = await addIntegration(api);
    const path = `/v1/integrations/${integration.id}`;
    const { connection_id: connectionId } = Object(integration['source']);
    await api.request('PUT', path, { body: { source: null } });
    await api.request('PUT', path, { body: await makeFlow(api) });
    await api.request('POST', `${path}/activate`);
    await api.request('DELETE', `/v1/connections/${connectionId}`);

    const gone = await api.request('POST', `${path}/revisions/1/activate`);
    const incomplete = await api.request('POST', `${path}/revisions/2/activate`);

    expect([gone.status, gone.error.code]).toEqual([409, 'integration_not_ready']);
    expect(gone.error.details.errors).toEqual([expect.objectContaining({ code: 'unknown_connection' })]);
    expect(incomplete.error.details['missing']).toMatchObject([{ step: 'source' }]);
  });

  it('names a connection that cannot be used, and activates nothing that uses it', async () => {
    const integration = await addIntegration(api);
    const path = `/v1/integrations/${integration.id}`;
    const { connection_id: connectionId } = Object(integration['target']);
    await api.admin`update connections set status = 'disabled' where id = ${toLookup('connection', connectionId)}`;

    const { data } = await api.request('GET', path);
    const refused = await api.request('POST', `${path}/activate`);

    expect(data['readiness']).toMatchObject({
      ready: false,
      missing: [{ step: 'connection', connection_id: connectionId }, { step: 'activation' }],
    });
    expect([refused.status, refused.error.code]).toEqual([409, 'integration_not_ready']);
  });

  it('writes an audit row that names both revisions', async () => {
    const id = await addRevised();
    await api.request('POST', `/v1/integrations/${id}/revisions/2/activate`);

    const rows = await api.admin`select action, changes from audit_events where resource_id = ${id} order by id`;

    expect(rows.at(-1)).toEqual({ action: 'integration.activated', changes: { revision: 2, revision_before: 3 } });
  });
});
