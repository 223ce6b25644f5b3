import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { toLookup } from '../../services/shapes.ts';
import { type Answer, type Item, startTestApi, type TestApi } from './harness.ts';
import { makeFlow } from './flows.ts';
import { actOnRuns } from './run-acts.ts';

let api: TestApi;
let acts: ReturnType<typeof actOnRuns>;
/** How far the clock of the API is ahead. */
let aheadMs = 0;

beforeAll(async () => {
  api = await startTestApi({ clock: { ...systemClock, now: () => Date.now() + aheadMs } });
  acts = actOnRuns(api);
});

afterAll(() => api.close());

const secret = `whsec_${Buffer.alloc(32, 'CANARY').toString('base64')}`;
const otherSecret = `whsec_${Buffer.alloc(32, 'else').toString('base64')}`;

interface TestHook {
  integration: Item;
  workflow: Item;
  /** Path of the hook's address. */
  path: string;
}

/** An integration that reads from an HTTP API and is started by its events. */
async function addHook({
  activates = true,
  credentials = { secret },
}: { activates?: boolean; credentials?: object | null } = {}): Promise<TestHook> {
  const { data: source } = await api.request('POST', '/v1/connections', {
    body: { name: 'Feed', service_type: 'http', credentials: {}, config: { base_url: 'https://feed.example' } },
  });
  const flow = await makeFlow(api);
  const { status, data: integration } = await api.request('POST', '/v1/integrations', {
    body: {
      name: 'Pushed',
      ...flow,
      source: { connection_id: source.id, object: '/people', key: ['id'] },
      triggers: [{ type: 'webhook' }],
    },
  });
  expect(status).toBe(201);
  const workflow = await findWorkflow(integration);
  if (credentials !== null) {
    const put = await api.request('PUT', `/v1/workflows/${workflow.id}/hook-credentials`, { body: { credentials } });
    expect(put.status).toBe(200);
  }
  if (activates) await api.request('POST', `/v1/integrations/${integration.id}/activate`);
  return { integration, workflow, path: new URL(String(Object(workflow['hook']).url)).pathname };
}

async function findWorkflow(integration: Item): Promise<Item> {
  const { list } = await api.request('GET', `/v1/workflows?integration_id=${integration.id}&type=webhook`);
  const [workflow] = list;
  if (workflow === undefined) throw new Error('The integration has no workflow of this type.');
  return workflow;
}

interface Message {
  id?: string;
  type?: string;
  sentMs?: number;
  by?: string;
  /** In place of the body that was signed. */
  text?: string;
}

function send(
  path: string,
  { id = 'msg_1', type = 'person.changed', sentMs, by = secret, text }: Message = {},
): Promise<Answer> {
  const sent = new Date(sentMs ?? Date.now() + aheadMs);
  const body = JSON.stringify({ type, timestamp: '2026-11-22T11:59:58.000Z', data: { note: 'CANARY-payload' } });
  return api.request('POST', path, {
    key: null,
    text: text ?? body,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(sent.getTime() / 1000)),
      'webhook-signature': new Webhook(by).sign(id, sent, body),
    },
  });
}

async function listEvents({ workflow }: TestHook): Promise<Item[]> {
  return (await api.request('GET', `/v1/workflows/${workflow.id}/hook-events`)).list;
}

async function listRuns({ integration }: TestHook): Promise<Item[]> {
  return (await api.request('GET', `/v1/integrations/${integration.id}/runs`)).list;
}

describe('test/api/hooks', () => {
  it('takes an event once, with the order for a run, and knows it again', async () => {
    const hook = await addHook();

    const first = await send(hook.path);
    const again = await send(hook.path);
    const [event] = await listEvents(hook);
    const runs = await listRuns(hook);

    expect([first.status, again.status, again.body]).toEqual([202, 202, first.body]);
    expect(await listEvents(hook)).toHaveLength(1);
    expect(event).toMatchObject({
      id: first.data['event_id'],
      name: 'person.changed',
      occurred_at: '2026-11-22T11:59:58.000Z',
      run_id: runs[0]?.id,
    });
    expect(runs).toMatchObject([{ trigger: 'webhook', status: 'queued', workflow_id: hook.workflow.id }]);
    expect(await acts.readOrders(hook.integration.id)).toEqual([
      { kind: 'run.start', run_id: toLookup('run', String(runs[0]?.id)) },
    ]);
  });

  it('refuses a delivery of more values than any may hold, before it looks at its signature', async () => {
    const hook = await addHook();

    const { status, error } = await send(hook.path, { text: `[${'[],'.repeat(1_600_000)}[]]` });

    expect(status).toBe(400);
    expect(error.details.errors[0]?.code).toBe('too_many_values');
  });

  it('takes events while its account is inactive, and reads what they tell of when it is active again', async () => {
    const hook = await addHook();
    const { data: account } = await api.request('POST', '/v1/accounts', { body: { name: 'Paused' } });
    const set = (status: string) => api.request('PATCH', `/v1/accounts/${account.id}`, { body: { status } });
    await api.request('PATCH', `/v1/integrations/${hook.integration.id}`, { body: { account_id: account.id } });
    await set('inactive');

    const answers = [await send(hook.path, { id: 'msg_paused' }), await send(hook.path, { id: 'msg_paused_too' })];
    const meanwhile = await listRuns(hook);
    await set('active');
    const runs = await listRuns(hook);
    await set('inactive');
    await set('active');

    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(meanwhile).toEqual([]);
    expect(runs).toMatchObject([{ trigger: 'webhook', status: 'queued' }]);
    expect((await listEvents(hook))[0]).toMatchObject({ run_id: runs[0]?.id });
    expect(await listRuns(hook)).toHaveLength(1);
  });

  it('takes an event once that arrives many times at the same moment', async () => {
    const hook = await addHook();

    const answers = await Promise.all(Array.from({ length: 12 }, () => send(hook.path, { id: 'msg_same' })));

    expect(new Set(answers.map(({ status, data }) => `${status} ${String(data['event_id'])}`)).size).toBe(1);
    expect(await listEvents(hook)).toHaveLength(1);
    expect(await listRuns(hook)).toHaveLength(1);
  });

  it('orders one run for the events that come before it begins, and another for those behind', async () => {
    const hook = await addHook();

    await Promise.all(Array.from({ length: 12 }, (_, n) => send(hook.path, { id: `msg_${n}` })));
    const [first] = await listRuns(hook);
    await acts.setRunning(String(first?.id));
    await send(hook.path, { id: 'msg_later' });
    await send(hook.path, { id: 'msg_later_still' });

    const runs = await listRuns(hook);
    const events = await listEvents(hook);
    expect(runs.map(({ status }) => status)).toEqual(['queued', 'running']);
    expect(events.filter((event) => event['run_id'] === runs[1]?.id)).toHaveLength(12);
    expect(events.filter((event) => event['run_id'] === runs[0]?.id)).toHaveLength(2);
  });

  /** Events ordered a run and another one, and the first has ended. */
  async function pushTwice(hook: TestHook, firstBegan: string): Promise<[first: Item, second: Item]> {
    await send(hook.path, { id: 'msg_first' });
    const [first] = await listRuns(hook);
    await acts.setRunning(String(first?.id));
    await api.admin`
      update runs set started_at = ${firstBegan}::text::timestamptz where id = ${toLookup('run', String(first?.id))}`;
    await acts.finish(hook.integration.id, String(first?.id));
    await send(hook.path, { id: 'msg_second' });
    const [second] = await listRuns(hook);
    if (first === undefined || second === undefined) throw new Error('The events ordered no runs.');
    return [first, second];
  }

  it.each(['queue', 'skip', 'replace'])(
    'lets runs of events that read everything begin once a minute, and nobody wait for them, with the concurrency %s',
    async (concurrency) => {
      const hook = await addHook();
      const { id } = hook.integration;
      await api.request('PATCH', `/v1/integrations/${id}`, { body: { concurrency } });
      const [first, second] = await pushTwice(hook, 'now');
      await send(hook.path, { id: 'msg_third' });
      expect(await acts.readDelays(id)).toEqual([
        { run_id: toLookup('run', first.id), delay: 0 },
        { run_id: toLookup('run', second.id), delay: 60 },
      ]);
      expect((await listEvents(hook)).map((event) => event['run_id'])).toEqual([second.id, second.id, first.id]);

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
    const hook = await addHook();
    const { id } = hook.integration;
    await pushTwice(hook, 'now');
    const atWork = await acts.execute(id);
    await acts.setRunning(atWork.data.id);
    const behind = await acts.execute(id);

    await acts.finish(id, atWork.data.id);

    expect((await acts.readDelays(id)).at(-1)).toEqual({ run_id: toLookup('run', behind.data.id), delay: 0 });
  });

  it('leaves the turn to a run of events whose order is being carried out', async () => {
    const hook = await addHook();
    const { id } = hook.integration;
    const [, second] = await pushTwice(hook, 'now');
    await api.admin`update outbox set attempts = 1 where payload ->> 'run_id' = ${toLookup('run', second.id)}`;

    const manual = await acts.execute(id);

    expect((await acts.readDelays(id)).map((order) => order.run_id)).not.toContain(toLookup('run', manual.data.id));
    expect((await acts.getRun(manual.data.id))['status']).toBe('queued');
  });

  it('orders the next run of events in time when the one that waited is canceled', async () => {
    const hook = await addHook();
    const [, second] = await pushTwice(hook, 'now');

    await api.request('POST', `/v1/runs/${second.id}/cancel`);
    await send(hook.path, { id: 'msg_after' });

    const [third] = await listRuns(hook);
    expect(third?.id).not.toBe(second.id);
    expect((await acts.readDelays(hook.integration.id)).at(-1)).toEqual({
      run_id: toLookup('run', String(third?.id)),
      delay: 60,
    });
  });

  it.each([
    ['a minute after the last one', 'earlier', null, {}, 0],
    ['where only changes are read', 'now', { of: 'x', at: 1 }, {}, 0],
    ['not where the watermark was taken away', 'now', 'null', {}, 60],
    ['not where whole readings are needed', 'now', { of: 'x', at: 1 }, { on_missing: 'delete' }, 60],
  ])('lets a run of events begin at once %s', async (_, began, watermark, options, delay) => {
    const hook = await addHook();
    const { id } = hook.integration;
    await api.admin`
      update integration_revisions set definition = jsonb_set(definition, '{target}', definition -> 'target' || ${JSON.stringify(options)}::text::jsonb)
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
      const hook = await addHook();
      await api.request('PATCH', `/v1/integrations/${hook.integration.id}`, { body: { concurrency } });
      const manual = await acts.execute(hook.integration.id);
      await acts.setRunning(manual.data.id);

      await send(hook.path);

      expect(
        (await listRuns(hook)).map(({ trigger, status }: Item & { trigger?: unknown }) => [trigger, status]),
      ).toEqual([
        ['webhook', 'queued'],
        ['manual', 'running'],
      ]);
    },
  );

  it.each<[string, Message, string | undefined]>([
    ['with another body', { text: '{"type":"person.deleted"}' }, undefined],
    ['by somebody else', { by: otherSecret }, undefined],
    ['from an hour ago', { sentMs: Date.now() - 3_600_000 }, 'stale'],
  ])('refuses a delivery %s', async (_, message, reason) => {
    const hook = await addHook();

    const { status, error } = await send(hook.path, message);

    expect([status, error.code, error.details['reason']]).toEqual([401, 'unauthorized', reason]);
    expect(JSON.stringify(error)).not.toContain('CANARY');
    expect(await listEvents(hook)).toEqual([]);
    expect(await listRuns(hook)).toEqual([]);
  });

  it('refuses everything until it is told what deliveries are checked by', async () => {
    const hook = await addHook({ credentials: null });

    const { status } = await send(hook.path);

    expect([status, Object(hook.workflow['hook']).has_credentials]).toEqual([401, false]);
  });

  it('takes deliveries by the credentials before for the overlap, and no longer', async () => {
    const hook = await addHook();
    const path = `/v1/workflows/${hook.workflow.id}/hook-credentials`;

    const { data } = await api.request('PUT', path, {
      body: { credentials: { secret: otherSecret }, overlap_seconds: 600 },
    });
    const before = await send(hook.path, { id: 'msg_old' });
    const now = await send(hook.path, { id: 'msg_new', by: otherSecret });
    aheadMs = 601_000;
    const late = await send(hook.path, { id: 'msg_late' }).finally(() => {
      aheadMs = 0;
    });

    expect(Object(data['hook']).previous_credentials_expire_at).toBeDefined();
    expect([before.status, now.status, late.status]).toEqual([202, 202, 401]);
  });

  it('keeps events while the integration is not active, and orders their run once it is', async () => {
    const hook = await addHook({ activates: false });

    const answers = [await send(hook.path), await send(hook.path, { id: 'msg_2' })];
    const [events, runs] = [await listEvents(hook), await listRuns(hook)];
    await api.request('POST', `/v1/integrations/${hook.integration.id}/activate`);
    const [run, ...others] = await listRuns(hook);

    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect([events.map((event) => event['run_id']), runs]).toEqual([[undefined, undefined], []]);
    expect([run?.['trigger'], others]).toEqual(['webhook', []]);
    expect((await listEvents(hook)).map((event) => event['run_id'])).toEqual([run?.id, run?.id]);
  });

  it('orders the run of what waited when a revision of the integration is activated', async () => {
    const hook = await addHook();
    const path = `/v1/integrations/${hook.integration.id}`;
    const { target } = await makeFlow(api);
    await api.request('PATCH', path, { body: { target } });
    const { connection_id: other } = Object(target);
    await api.request('PATCH', `/v1/connections/${other}`, { body: { status: 'disabled' } });
    await send(hook.path);
    const before = await listRuns(hook);

    await api.request('POST', `${path}/revisions/1/activate`);

    expect(before).toEqual([]);
    expect((await listRuns(hook)).map((run) => run['trigger'])).toEqual(['webhook']);
  });

  it('orders the run of what waited when the connection can be used again', async () => {
    const hook = await addHook();
    const { connection_id: id } = Object(hook.integration['source']);
    await api.request('PATCH', `/v1/connections/${id}`, { body: { status: 'disabled' } });
    await send(hook.path);
    const before = await listRuns(hook);

    await api.request('PATCH', `/v1/connections/${id}`, { body: { status: 'active' } });

    const [run] = await listRuns(hook);
    expect([before, run?.['trigger']]).toEqual([[], 'webhook']);
    expect((await listEvents(hook))[0]?.['run_id']).toBe(run?.id);
  });

  it('takes a storm of deliveries, each once, and all of them by one run', async () => {
    const hook = await addHook();

    const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => send(hook.path, { id: `msg_${n % 150}` })));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ data }) => data['event_id'])).size).toBe(150);
    expect(await listRuns(hook)).toHaveLength(1);
    const [counted] = await api.admin`
      select count(*) as events, count(distinct run_id) as runs from hook_events
      where hook_id = ${toLookup('hook', hook.path.split('/').at(-1) ?? '')} and run_id is not null`;
    expect(counted).toEqual({ events: '150', runs: '1' });
  });

  it('checks by credentials that another process replaced', async () => {
    const hook = await addHook();
    await send(hook.path);
    const another = api.startAnother();
    await another.request(`/v1/workflows/${hook.workflow.id}/hook-credentials`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${api.organization.api_key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ credentials: { secret: otherSecret }, overlap_seconds: 0 }),
    });

    const old = await send(hook.path, { id: 'msg_old' });
    const present = await send(hook.path, { id: 'msg_present', by: otherSecret });

    expect([old.status, present.status]).toEqual([401, 202]);
    expect(await listEvents(hook)).toHaveLength(2);
  });

  it('answers strangers, other tenants and deleted integrations alike', async () => {
    const hook = await addHook();
    await api.request('DELETE', `/v1/integrations/${hook.integration.id}`);
    const other = await api.addOrganization('Other');
    const mine = await addHook();

    const answers = await Promise.all([
      send(hook.path),
      send('/hooks/hook_01kanm3t1fe7krd5v2mgxzs2v8'),
      send('/hooks/nothing'),
      api.request('GET', `/v1/workflows/${mine.workflow.id}/hook-events`, { key: other.api_key }),
      api.request('PUT', `/v1/workflows/${mine.workflow.id}/hook-credentials`, {
        key: other.api_key,
        body: { credentials: { secret } },
      }),
    ]);

    expect(answers.map(({ status, error }) => [status, error.code])).toEqual(answers.map(() => [404, 'not_found']));
  });

  it('holds neither secrets nor what events say', async () => {
    const hook = await addHook();
    await send(hook.path);

    const rows = await api.admin<{ text: string }[]>`
      select h::text || encode(sealed, 'escape') || encode(sealed, 'base64') as text from hooks h
      union all select e::text from hook_events e union all select a::text from audit_events a`;
    const held = JSON.stringify([rows, api.logged, await findWorkflow(hook.integration)]);
    for (const form of [secret.slice(6, 40), 'CANARY-payload', 'CANARYCANARY']) expect(held).not.toContain(form);
  });

  it('takes other credentials only where they fit the form of the connector', async () => {
    const { workflow } = await addHook({ credentials: null });
    const path = `/v1/workflows/${workflow.id}/hook-credentials`;

    const refused = await api.request('PUT', path, { body: { credentials: { secret: 'short', more: 1 } } });
    const manual = await api.request('GET', '/v1/workflows?type=manual');
    const none = await api.request('PUT', `/v1/workflows/${manual.list[0]?.id}/hook-credentials`, {
      body: { credentials: { secret } },
    });

    expect(refused.error.details.errors.map((error) => error.path).toSorted()).toEqual([
      'credentials.more',
      'credentials.secret',
    ]);
    expect([refused.status, none.status]).toEqual([400, 404]);
  });

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
      { path: 'triggers[1].type', code: 'trigger_not_supported', allowed: ['manual'] },
      { path: 'triggers[2].type', code: 'duplicate_trigger' },
      { path: 'triggers[3].type', code: 'trigger_not_supported' },
      { path: 'triggers[4].id', code: 'duplicate_trigger' },
      { path: 'triggers[5].id', code: 'duplicate_trigger' },
    ]);
  });

  it('gives each of two webhook triggers its own address, credentials, events and runs', async () => {
    const hook = await addHook();
    const { id } = hook.integration;
    const changed = await api.request('PATCH', `/v1/integrations/${id}`, {
      body: { triggers: [{ type: 'webhook' }, { type: 'webhook' }] },
    });
    const { list: workflows } = await api.request('GET', `/v1/workflows?integration_id=${id}&type=webhook`);
    const added = workflows.find((workflow) => workflow.id !== hook.workflow.id) ?? hook.workflow;
    const other = { ...hook, workflow: added, path: new URL(String(Object(added['hook']).url)).pathname };
    const without = await send(other.path);
    await api.request('PUT', `/v1/workflows/${added.id}/hook-credentials`, {
      body: { credentials: { secret: otherSecret } },
    });

    const answers = [await send(hook.path), await send(other.path, { by: otherSecret }), await send(other.path)];
    const [[event], [otherEvent]] = [await listEvents(hook), await listEvents(other)];

    expect(changed.data['triggers']).toEqual([{ type: 'webhook' }, { type: 'webhook', id: 'webhook-2' }]);
    expect(workflows.map(({ name, trigger_id, status }) => ({ name, trigger_id, status }))).toEqual([
      { name: 'Pushed (webhook)', trigger_id: 'webhook', status: 'active' },
      { name: 'Pushed (webhook-2)', trigger_id: 'webhook-2', status: 'active' },
    ]);
    expect([without, ...answers].map(({ status }) => status)).toEqual([401, 202, 202, 401]);
    expect((await listRuns(hook)).toReversed()).toMatchObject([
      { id: event?.['run_id'], workflow_id: hook.workflow.id, trigger: 'webhook' },
      { id: otherEvent?.['run_id'], workflow_id: added.id, trigger: 'webhook' },
    ]);
  });

  it('keeps workflow and address of a trigger by its id, whatever stands before it', async () => {
    const { integration } = await addHook();
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
    const { integration, workflow } = await addHook();
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

  it('answers the handshake of a vendor, and its vectors, with the bytes as they came', async () => {
    const { data: source } = await api.request('POST', '/v1/connections', {
      body: { name: 'g', service_type: 'github', credentials: { token: 't' }, config: { owner: 'acme', repo: 'web' } },
    });
    const { data: integration } = await api.request('POST', '/v1/integrations', {
      body: {
        name: 'g',
        source: { connection_id: source.id, object: 'issues' },
        triggers: [{ type: 'webhook' }],
      },
    });
    const workflow = await findWorkflow(integration);
    const { pathname } = new URL(String(Object(workflow['hook']).url));
    await api.request('PUT', `/v1/workflows/${workflow.id}/hook-credentials`, {
      body: { credentials: { secret: "It's a Secret to Everybody" } },
    });
    const deliver = (text: string, type: string): Promise<Answer> =>
      api.request('POST', pathname, {
        key: null,
        text,
        headers: {
          'content-type': type,
          'x-github-event': 'ping',
          'x-github-delivery': text,
          'x-hub-signature-256': `sha256=${createHmac('sha256', "It's a Secret to Everybody").update(text).digest('hex')}`,
        },
      });

    const answers = await Promise.all([
      deliver('Hello, World!', 'text/plain'),
      deliver('{ "spaces":   1.0 }', 'application/json'),
      deliver('{"é":"ü"}', 'application/x-www-form-urlencoded'),
    ]);
    const wrongMethod = await api.request('GET', pathname, { key: null });

    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(wrongMethod.status).toBe(401);
  });
});
