import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toLookup } from '../../services/shared/schemas.ts';
import { makeFlow } from './flows.ts';
import { type Item, startTestApi, type TestApi } from './harness.ts';
import { actOnHooks, type TestHook } from './hook-acts.ts';
import { actOnRuns } from './run-acts.ts';

let api: TestApi;
let acts: ReturnType<typeof actOnRuns>;
let hooks: ReturnType<typeof actOnHooks>;

beforeAll(async () => {
  api = await startTestApi();
  hooks = actOnHooks(api);
  acts = actOnRuns(api);
});

afterAll(() => api.close());

describe('test/api/hook-runs', () => {
  it('orders one run for the events that come before it begins, and another for those behind', async () => {
    const hook = await hooks.add();

    await Promise.all(Array.from({ length: 12 }, (_, n) => hooks.send(hook.path, { id: `msg_${n}` })));
    const [first] = await hooks.listRuns(hook);
    await acts.setRunning(String(first?.id));
    await hooks.send(hook.path, { id: 'msg_later' });
    await hooks.send(hook.path, { id: 'msg_later_still' });

    const runs = await hooks.listRuns(hook);
    const events = await hooks.listEvents(hook);
    expect(runs.map(({ status }) => status)).toEqual(['queued', 'running']);
    expect(events.filter((event) => event['run_id'] === runs[1]?.id)).toHaveLength(12);
    expect(events.filter((event) => event['run_id'] === runs[0]?.id)).toHaveLength(2);
  });

  /** Events ordered a run and another one, and the first has ended. */
  async function pushTwice(hook: TestHook, firstBegan: string): Promise<[first: Item, second: Item]> {
    await hooks.send(hook.path, { id: 'msg_first' });
    const [first] = await hooks.listRuns(hook);
    await acts.setRunning(String(first?.id));
    await api.admin`
      update runs set started_at = ${firstBegan}::text::timestamptz where id = ${toLookup('run', String(first?.id))}`;
    await acts.finish(hook.integration.id, String(first?.id));
    await hooks.send(hook.path, { id: 'msg_second' });
    const [second] = await hooks.listRuns(hook);
    if (first === undefined || second === undefined) throw new Error('The events ordered no runs.');
    return [first, second];
  }

  it.each(['queue', 'skip', 'replace'])(
    'lets runs of events that read everything begin once a minute, and nobody wait for them, with the concurrency %s',
    async (concurrency) => {
      const hook = await hooks.add();
      const { id } = hook.integration;
      await api.request('PATCH', `/v1/integrations/${id}`, { body: { concurrency } });
      const [first, second] = await pushTwice(hook, 'now');
      await hooks.send(hook.path, { id: 'msg_third' });
      expect(await acts.readDelays(id)).toEqual([
        { run_id: toLookup('run', first.id), delay: 0 },
        { run_id: toLookup('run', second.id), delay: 60 },
      ]);
      expect((await hooks.listEvents(hook)).map((event) => event['run_id'])).toEqual([second.id, second.id, first.id]);

      const manual = await acts.execute(id);
      expect(await acts.readDelays(id)).toEqual([
        { run_id: toLookup('run', first.id), delay: 0 },
        { run_id: toLookup('run', manual.data.id), delay: 0 },
      ]);
      expect((await acts.getRun(second.id))['status']).toBe('queued');

      await acts.setRunning(manual.data.id);
      await acts.finish(id, manual.data.id);
      expect((await acts.readDelays(id)).at(-1)).toEqual({ run_id: toLookup('run', second.id), delay: 60 });
    },
  );

  it('lets a manual run begin before a run of events that is held back', async () => {
    const hook = await hooks.add();
    const { id } = hook.integration;
    await pushTwice(hook, 'now');
    const atWork = await acts.execute(id);
    await acts.setRunning(atWork.data.id);
    const behind = await acts.execute(id);

    await acts.finish(id, atWork.data.id);

    expect((await acts.readDelays(id)).at(-1)).toEqual({ run_id: toLookup('run', behind.data.id), delay: 0 });
  });

  it('leaves the turn to a run of events whose order is being carried out', async () => {
    const hook = await hooks.add();
    const { id } = hook.integration;
    const [, second] = await pushTwice(hook, 'now');
    await api.admin`update outbox set attempts = 1 where payload ->> 'run_id' = ${toLookup('run', second.id)}`;

    const manual = await acts.execute(id);

    expect((await acts.readDelays(id)).map((order) => order.run_id)).not.toContain(toLookup('run', manual.data.id));
    expect((await acts.getRun(manual.data.id))['status']).toBe('queued');
  });

  it('orders the next run of events in time when the one that waited is canceled', async () => {
    const hook = await hooks.add();
    const [, second] = await pushTwice(hook, 'now');

    await api.request('POST', `/v1/runs/${second.id}/cancel`);
    await hooks.send(hook.path, { id: 'msg_after' });

    const [third] = await hooks.listRuns(hook);
    expect(third?.id).not.toBe(second.id);
    expect((await acts.readDelays(hook.integration.id)).at(-1)).toEqual({
      run_id: toLookup('run', String(third?.id)),
      delay: 60,
    });
  });

  it.each([
    ['a minute after the last one', 'earlier', null, 'target', {}, 0],
    ['where only changes are read', 'now', { of: 'x', at: 1 }, 'target', {}, 0],
    ['where payloads are taken', 'now', null, 'source', { payload: {} }, 0],
    ['not where the watermark was taken away', 'now', 'null', 'target', {}, 60],
    ['not where whole readings are needed', 'now', { of: 'x', at: 1 }, 'target', { on_missing: 'delete' }, 60],
  ])('lets a run of events begin at once %s', async (_, began, watermark, member, options, delay) => {
    const hook = await hooks.add();
    const { id } = hook.integration;
    await api.admin`
      update integration_revisions set definition = jsonb_set(definition, ${[member]}, definition -> ${member} || ${JSON.stringify(options)}::text::jsonb)
      where integration_id = ${toLookup('integration', id)}`;
    if (watermark !== null)
      await api.admin`
        insert into streams (org_id, integration_id, stream, watermark)
        select org_id, id, '/people', ${typeof watermark === 'string' ? watermark : JSON.stringify(watermark)}::text::jsonb
        from integrations where id = ${toLookup('integration', id)}`;

    await pushTwice(hook, began === 'now' ? 'now' : new Date(Date.now() - 61_000).toISOString());

    expect((await acts.readDelays(id)).map((order) => order.delay)).toEqual([0, delay]);
  });

  it.each(['skip', 'replace'])(
    'lets the run of an event wait for its turn with the concurrency %s',
    async (concurrency) => {
      const hook = await hooks.add();
      await api.request('PATCH', `/v1/integrations/${hook.integration.id}`, { body: { concurrency } });
      const manual = await acts.execute(hook.integration.id);
      await acts.setRunning(manual.data.id);

      await hooks.send(hook.path);

      expect(
        (await hooks.listRuns(hook)).map(({ trigger, status }: Item & { trigger?: unknown }) => [trigger, status]),
      ).toEqual([
        ['webhook', 'queued'],
        ['manual', 'running'],
      ]);
    },
  );

  it('keeps events while the integration is not active, and orders their run once it is', async () => {
    const hook = await hooks.add({ activates: false });

    const answers = [await hooks.send(hook.path), await hooks.send(hook.path, { id: 'msg_2' })];
    const [events, runs] = [await hooks.listEvents(hook), await hooks.listRuns(hook)];
    await api.request('POST', `/v1/integrations/${hook.integration.id}/activate`);
    const [run, ...others] = await hooks.listRuns(hook);

    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect([events.map((event) => event['run_id']), runs]).toEqual([[undefined, undefined], []]);
    expect([run?.['trigger'], others]).toEqual(['webhook', []]);
    expect((await hooks.listEvents(hook)).map((event) => event['run_id'])).toEqual([run?.id, run?.id]);
  });

  it('takes events while its account is inactive, and reads what they tell of when it is active again', async () => {
    const hook = await hooks.add();
    const { data: account } = await api.request('POST', '/v1/accounts', { body: { name: 'Paused' } });
    const set = (status: string) => api.request('PATCH', `/v1/accounts/${account.id}`, { body: { status } });
    await api.request('PATCH', `/v1/integrations/${hook.integration.id}`, { body: { account_id: account.id } });
    await set('inactive');

    const answers = [
      await hooks.send(hook.path, { id: 'msg_paused' }),
      await hooks.send(hook.path, { id: 'msg_paused_too' }),
    ];
    const meanwhile = await hooks.listRuns(hook);
    await set('active');
    const runs = await hooks.listRuns(hook);
    await set('inactive');
    await set('active');

    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(meanwhile).toEqual([]);
    expect(runs).toMatchObject([{ trigger: 'webhook', status: 'queued' }]);
    expect((await hooks.listEvents(hook))[0]).toMatchObject({ run_id: runs[0]?.id });
    expect(await hooks.listRuns(hook)).toHaveLength(1);
  });

  it('orders the run of what waited when a revision of the integration is activated', async () => {
    const hook = await hooks.add();
    const path = `/v1/integrations/${hook.integration.id}`;
    const { target } = await makeFlow(api);
    await api.request('PATCH', path, { body: { target } });
    const { connection_id: other } = Object(target);
    await api.request('PATCH', `/v1/connections/${other}`, { body: { status: 'disabled' } });
    await hooks.send(hook.path);
    const before = await hooks.listRuns(hook);

    await api.request('POST', `${path}/revisions/1/activate`);

    expect(before).toEqual([]);
    expect((await hooks.listRuns(hook)).map((run) => run['trigger'])).toEqual(['webhook']);
  });

  it('orders the run of what waited when the connection can be used again', async () => {
    const hook = await hooks.add();
    const { connection_id: id } = Object(hook.integration['source']);
    await api.request('PATCH', `/v1/connections/${id}`, { body: { status: 'disabled' } });
    await hooks.send(hook.path);
    const before = await hooks.listRuns(hook);

    await api.request('PATCH', `/v1/connections/${id}`, { body: { status: 'active' } });

    const [run] = await hooks.listRuns(hook);
    expect([before, run?.['trigger']]).toEqual([[], 'webhook']);
    expect((await hooks.listEvents(hook))[0]?.['run_id']).toBe(run?.id);
  });
});
