import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFlow } from './flows.ts';
import { startTestApi, type TestApi } from './harness.ts';
import { actOnHooks, otherSecret } from './hook-acts.ts';

let api: TestApi;
let hooks: ReturnType<typeof actOnHooks>;

beforeAll(async () => {
  api = await startTestApi();
  hooks = actOnHooks(api);
});

afterAll(() => api.close());

describe('test/api/hook-triggers', () => {
  it('refuses webhook triggers where the source pushes no events, and ids that are taken', async () => {
    const flow = await makeFlow(api);
    const webhook = { type: 'webhook' };
    const triggers = [
      { type: 'manual' },
      webhook,
      { type: 'manual' },
      { ...webhook, id: 'okta' },
      { ...webhook, id: 'okta' },
      { ...webhook, id: 'manual' },
    ];

    const { status, error } = await api.request('POST', '/v1/integrations', { body: { name: 'x', ...flow, triggers } });

    expect(status).toBe(400);
    expect(error.details.errors).toMatchObject([
      { path: 'triggers[1].type', code: 'trigger_not_supported', allowed: ['manual', 'schedule', 'event', 'after'] },
      { path: 'triggers[2].type', code: 'duplicate_trigger' },
      { path: 'triggers[3].type', code: 'trigger_not_supported' },
      { path: 'triggers[4].id', code: 'duplicate_trigger' },
      { path: 'triggers[5].id', code: 'duplicate_trigger' },
    ]);
  });

  it('gives each of two webhook triggers its own address, credentials, events and runs', async () => {
    const hook = await hooks.add();
    const { id } = hook.integration;
    const changed = await api.request('PATCH', `/v1/integrations/${id}`, {
      body: { triggers: [{ type: 'webhook' }, { type: 'webhook' }] },
    });
    const { list: workflows } = await api.request('GET', `/v1/workflows?integration_id=${id}&type=webhook`);
    const added = workflows.find((workflow) => workflow.id !== hook.workflow.id) ?? hook.workflow;
    const other = { ...hook, workflow: added, path: new URL(String(Object(added['hook']).url)).pathname };
    const without = await hooks.send(other.path);
    await api.request('PUT', `/v1/workflows/${added.id}/hook-credentials`, {
      body: { credentials: { secret: otherSecret } },
    });

    const answers = [
      await hooks.send(hook.path),
      await hooks.send(other.path, { by: otherSecret }),
      await hooks.send(other.path),
    ];
    const [[event], [otherEvent]] = [await hooks.listEvents(hook), await hooks.listEvents(other)];

    expect(changed.data['triggers']).toEqual([{ type: 'webhook' }, { type: 'webhook', id: 'webhook-2' }]);
    expect(workflows.map(({ name, trigger_id, status }) => ({ name, trigger_id, status }))).toEqual([
      { name: 'Pushed (webhook)', trigger_id: 'webhook', status: 'active' },
      { name: 'Pushed (webhook-2)', trigger_id: 'webhook-2', status: 'active' },
    ]);
    expect([without, ...answers].map(({ status }) => status)).toEqual([401, 202, 202, 401]);
    expect((await hooks.listRuns(hook)).toReversed()).toMatchObject([
      { id: event?.['run_id'], workflow_id: hook.workflow.id, trigger: 'webhook' },
      { id: otherEvent?.['run_id'], workflow_id: added.id, trigger: 'webhook' },
    ]);
  });

  it('keeps workflow and address of a trigger by its id, whatever stands before it', async () => {
    const { integration } = await hooks.add();
    const path = `/v1/integrations/${integration.id}`;
    const list = async () => {
      const answer = await api.request('GET', `/v1/workflows?integration_id=${integration.id}&type=webhook`);
      return answer.list.map(({ id, trigger_id, status, hook }) => ({ id, trigger_id, status, hook }));
    };
    await api.request('PATCH', path, { body: { triggers: [{ type: 'webhook' }, { type: 'webhook' }] } });
    const [first, second] = await list();
    const { data: before } = await api.request('GET', path);

    await api.request('PATCH', path, { body: { triggers: [{ type: 'webhook', id: 'webhook-2' }] } });
    const alone = await list();
    await api.request('PATCH', path, {
      body: { triggers: [{ type: 'webhook', id: 'webhook-2' }, { type: 'webhook' }] },
    });
    const swapped = await list();
    await api.request('PATCH', path, {
      body: { triggers: [{ type: 'webhook', id: 'webhook-2' }, { type: 'webhook' }] },
    });
    const { data: after } = await api.request('GET', path);

    expect(alone).toEqual([{ ...first, status: 'inactive' }, second]);
    expect(swapped).toEqual([first, second]);
    // The last change changed nothing.
    expect([before['revision'], after['revision']]).toEqual([2, 4]);
  });

  it('keeps the address when the trigger goes and comes back, and forgets credentials of another connector', async () => {
    const { integration, workflow } = await hooks.add();
    const path = `/v1/integrations/${integration.id}`;

    await api.request('PATCH', path, { body: { triggers: null } });
    const without = await api.request('GET', `/v1/workflows/${workflow.id}`);
    await api.request('PATCH', path, { body: { triggers: [{ type: 'webhook' }] } });
    const back = await api.request('GET', `/v1/workflows/${workflow.id}`);
    const { data: github } = await api.request('POST', '/v1/connections', {
      body: { name: 'g', service_type: 'github', credentials: { token: 't' }, config: { owner: 'acme', repo: 'web' } },
    });
    const moved = await api.request('PATCH', path, {
      body: {
        source: { connection_id: github.id, object: 'issues', key: null },
        mapping: [{ to: 'cve_id', from: 'id', convert: 'string', required: true }],
      },
    });
    const other = await api.request('GET', `/v1/workflows/${workflow.id}`);

    expect([without.data.status, back.data.status]).toEqual(['inactive', 'active']);
    expect(back.data['hook']).toMatchObject({ service_type: 'http', has_credentials: true });
    expect([moved.status, moved.error?.details.errors]).toEqual([200, undefined]);
    expect(other.data['hook']).toMatchObject({ service_type: 'github', has_credentials: false });
    expect(Object(other.data['hook']).url).toBe(Object(workflow['hook']).url);
  });
});
