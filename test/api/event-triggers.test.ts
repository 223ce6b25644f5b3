import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toLookup } from '../../services/shared/schemas.ts';
import { addIntegration, makeFlow } from './flows.ts';
import { type Item, startTestApi, type TestApi } from './harness.ts';
import { actOnSchedules, toLines } from './schedule-acts.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

async function findWorkflow(integration: Item): Promise<Item> {
  const { list } = await api.request('GET', `/v1/workflows?integration_id=${integration.id}&type=event`);
  const [workflow] = list;
  if (workflow === undefined) throw new Error('The integration has no workflow of this type.');
  return workflow;
}

/** An active integration with an event trigger. */
async function add(trigger: object = {}): Promise<Item> {
  const integration = await addIntegration(api, { triggers: [{ type: 'event', ...trigger }] });
  await api.request('POST', `/v1/integrations/${integration.id}/activate`);
  return integration;
}

describe('test/api/event-triggers', () => {
  it('asks the source now and then, by runs of their own kind, and shows when it does next', async () => {
    const acts = actOnSchedules(api, 'event');
    const scheduled = await acts.add({ poll: '10m' }, '2026-11-20T10:00:00Z');
    const { integration } = scheduled;
    await acts.account(scheduled, '2026-11-20T10:10:30Z');
    const ticks = await acts.listTicks(scheduled);
    const { list: runs } = await api.request('GET', `/v1/integrations/${integration.id}/runs`);
    const shown = await findWorkflow(integration);

    expect(toLines(ticks)).toEqual(['10:10 ran']);
    expect(runs).toMatchObject([{ trigger: 'event', status: 'queued' }]);
    expect(shown).toMatchObject({
      type: 'event',
      status: 'active',
      found: { pushed: 0, polled: 0 },
      next_run_at: '2026-11-20T10:20:00.000Z',
    });
    expect(shown['schedule']).toBeUndefined();
    expect(Object(shown['components'])[0]).toMatchObject({
      kind: 'trigger',
      type: 'event',
      definition: { poll: '10m' },
    });
  });

  it('takes events of programs, once each, and lets several share the run that reads the source', async () => {
    const integration = await add();
    const path = `/v1/integrations/${integration.id}/events`;
    const sent = await api.request('POST', path, { body: { events: [{ id: 'a', name: 'hired' }, { id: 'b' }] } });
    const again = await api.request('POST', path, { body: { events: [{ id: 'a' }, { id: 'c' }] } });
    const { list: runs } = await api.request('GET', `/v1/integrations/${integration.id}/runs`);

    expect([sent.status, again.status]).toEqual([202, 202]);
    expect(runs).toMatchObject([{ trigger: 'webhook', status: 'queued' }]);
    expect(sent.list.map((event) => [event['name'], event['run_id']])).toEqual([
      ['hired', runs[0]?.id],
      ['changed', runs[0]?.id],
    ]);
    expect(again.list[0]?.id).toBe(sent.list[0]?.id);
    const { list: events } = await api.request(
      'GET',
      `/v1/workflows/${(await findWorkflow(integration)).id}/hook-events`,
    );
    expect(events).toHaveLength(3);
  });

  it('takes an event once that one request sends twice', async () => {
    const integration = await add();
    const path = `/v1/integrations/${integration.id}/events`;

    const sent = await api.request('POST', path, {
      body: { events: [{ id: 'a', name: 'hired' }, {}, { id: 'a' }, {}] },
    });

    expect(sent.status).toBe(202);
    expect(sent.list.map(({ name }) => name)).toEqual(['hired', 'changed', 'hired', 'changed']);
    expect(new Set(sent.list.map(({ id }) => id)).size).toBe(3);
    const hookEvents = `/v1/workflows/${(await findWorkflow(integration)).id}/hook-events`;
    expect((await api.request('GET', hookEvents)).list).toHaveLength(3);
  });

  it('counts what events told of apart from what asking found', async () => {
    const integration = await add();
    await api.request('POST', `/v1/integrations/${integration.id}/events`, { body: { events: [{}] } });
    await api.admin`update runs set created = 3, updated = 1`;

    expect(await findWorkflow(integration)).toMatchObject({ found: { pushed: 4, polled: 0 } });
  });

  it('refuses events for an integration that waits for none, and triggers that would never run', async () => {
    const plain = await addIntegration(api);
    const refused = await api.request('POST', `/v1/integrations/${plain.id}/events`, { body: { events: [{}] } });
    const flow = await makeFlow(api);
    const invalid = await api.request('POST', '/v1/integrations', {
      body: { name: 'x', ...flow, triggers: [{ type: 'event', poll: '10s', changes: ['created'] }] },
    });

    expect(refused).toMatchObject({ status: 409, error: { code: 'invalid_state' } });
    expect(invalid.error.details.errors).toMatchObject([
      { path: 'triggers[0].poll', code: 'out_of_range' },
      { path: 'triggers[0].changes', code: 'unsupported' },
    ]);
  });

  it('ends and begins again as the trigger goes and comes', async () => {
    const integration = await add();
    const path = `/v1/integrations/${integration.id}`;
    await api.request('PATCH', path, { body: { triggers: [{ type: 'schedule', id: 'event', every: 'daily' }] } });
    const { list: scheduled } = await api.request(
      'GET',
      `/v1/workflows?integration_id=${integration.id}&type=scheduled`,
    );
    const refused = await api.request('POST', `${path}/events`, { body: { events: [{}] } });
    await api.request('PATCH', path, { body: { triggers: [] } });
    const [left] = await api.admin`
      select next_due_at from schedules where integration_id = ${toLookup('integration', integration.id)}`;

    expect(scheduled).toHaveLength(1);
    expect(refused.status).toBe(409);
    expect(left?.['next_due_at']).toBeNull();
  });
});
