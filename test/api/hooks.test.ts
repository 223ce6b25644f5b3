import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toLookup } from '../../services/shared/schemas.ts';
import { type Answer, startTestApi, type TestApi } from './harness.ts';
import { actOnHooks, hookSecret, type Message, otherSecret } from './hook-acts.ts';
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

describe('test/api/hooks', () => {
  it('takes an event once, with the order for a run, and knows it again', async () => {
    const hook = await hooks.add();

    const first = await hooks.send(hook.path);
    const again = await hooks.send(hook.path);
    const [event] = await hooks.listEvents(hook);
    const runs = await hooks.listRuns(hook);

    expect([first.status, again.status, again.body]).toEqual([202, 202, first.body]);
    expect(await hooks.listEvents(hook)).toHaveLength(1);
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
    const hook = await hooks.add();

    const { status, error } = await hooks.send(hook.path, { text: `[${'[],'.repeat(1_600_000)}[]]` });

    expect(status).toBe(400);
    expect(error.details.errors[0]?.code).toBe('too_many_values');
  });

  it('takes an event once that arrives many times at the same moment', async () => {
    const hook = await hooks.add();

    const answers = await Promise.all(Array.from({ length: 12 }, () => hooks.send(hook.path, { id: 'msg_same' })));

    expect(new Set(answers.map(({ status, data }) => `${status} ${String(data['event_id'])}`)).size).toBe(1);
    expect(await hooks.listEvents(hook)).toHaveLength(1);
    expect(await hooks.listRuns(hook)).toHaveLength(1);
  });

  it('takes a storm of deliveries, each once, and all of them by one run', async () => {
    const hook = await hooks.add();

    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => hooks.send(hook.path, { id: `msg_${n % 150}` })),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ data }) => data['event_id'])).size).toBe(150);
    expect(await hooks.listRuns(hook)).toHaveLength(1);
    const [counted] = await api.admin`
      select count(*) as events, count(distinct run_id) as runs from hook_events
      where hook_id = ${toLookup('hook', hook.path.split('/').at(-1) ?? '')} and run_id is not null`;
    expect(counted).toEqual({ events: '150', runs: '1' });
  });

  it('takes deliveries that a waiting run will read while somebody else holds the turns of the integration', async () => {
    const hook = await hooks.add();
    await hooks.send(hook.path, { id: 'msg_first' });
    const holder = await api.admin.reserve();
    await holder`begin`;
    await holder`select 1 from integrations where id = ${toLookup('integration', hook.integration.id)} for no key update`;

    const answer = await hooks.send(hook.path, { id: 'msg_second' });
    await holder`rollback`;
    holder.release();

    expect(answer.status).toBe(202);
    expect(await hooks.listRuns(hook)).toHaveLength(1);
    expect(await hooks.listEvents(hook)).toHaveLength(2);
  });

  it.each<[string, Message, string | undefined]>([
    ['with another body', { text: '{"type":"person.deleted"}' }, undefined],
    ['by somebody else', { by: otherSecret }, undefined],
    ['from an hour ago', { sentMs: Date.now() - 3_600_000 }, 'stale'],
  ])('refuses a delivery %s', async (_, message, reason) => {
    const hook = await hooks.add();

    const { status, error } = await hooks.send(hook.path, message);

    expect([status, error.code, error.details['reason']]).toEqual([401, 'unauthorized', reason]);
    expect(JSON.stringify(error)).not.toContain('CANARY');
    expect(await hooks.listEvents(hook)).toEqual([]);
    expect(await hooks.listRuns(hook)).toEqual([]);
  });

  it('answers strangers, other tenants and deleted integrations alike', async () => {
    const hook = await hooks.add();
    await api.request('DELETE', `/v1/integrations/${hook.integration.id}`);
    const other = await api.addOrganization('Other');
    const mine = await hooks.add();

    const answers = await Promise.all([
      hooks.send(hook.path),
      hooks.send('/hooks/hook_01kanm3t1fe7krd5v2mgxzs2v8'),
      hooks.send('/hooks/nothing'),
      api.request('GET', `/v1/workflows/${mine.workflow.id}/hook-events`, { key: other.api_key }),
      api.request('PUT', `/v1/workflows/${mine.workflow.id}/hook-credentials`, {
        key: other.api_key,
        body: { credentials: { secret: hookSecret } },
      }),
    ]);

    expect(answers.map(({ status, error }) => [status, error.code])).toEqual(answers.map(() => [404, 'not_found']));
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
    const workflow = await hooks.findWorkflow(integration);
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
