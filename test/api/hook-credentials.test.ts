import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { startTestApi, type TestApi } from './harness.ts';
import { actOnHooks, hookSecret, otherSecret } from './hook-acts.ts';

let api: TestApi;
let hooks: ReturnType<typeof actOnHooks>;
/** How far the clock of the API is ahead. */
let aheadMs = 0;

beforeAll(async () => {
  const now = () => Date.now() + aheadMs;
  api = await startTestApi({ clock: { ...systemClock, now } });
  hooks = actOnHooks(api, now);
});

afterAll(() => api.close());

describe('test/api/hook-credentials', () => {
  it('refuses everything until it is told what deliveries are checked by', async () => {
    const hook = await hooks.add({ credentials: null });

    const { status } = await hooks.send(hook.path);

    expect([status, Object(hook.workflow['hook']).has_credentials]).toEqual([401, false]);
  });

  it('takes deliveries by the credentials before for the overlap, and no longer', async () => {
    const hook = await hooks.add();
    const path = `/v1/workflows/${hook.workflow.id}/hook-credentials`;

    const { data } = await api.request('PUT', path, {
      body: { credentials: { secret: otherSecret }, overlap_seconds: 600 },
    });
    const before = await hooks.send(hook.path, { id: 'msg_old' });
    const now = await hooks.send(hook.path, { id: 'msg_new', by: otherSecret });
    aheadMs = 601_000;
    const late = await hooks.send(hook.path, { id: 'msg_late' }).finally(() => {
      aheadMs = 0;
    });

    expect(Object(data['hook']).previous_credentials_expire_at).toBeDefined();
    expect([before.status, now.status, late.status]).toEqual([202, 202, 401]);
  });

  it('checks by credentials that another process replaced', async () => {
    const hook = await hooks.add();
    await hooks.send(hook.path);
    const another = api.startAnother();
    await another.request(`/v1/workflows/${hook.workflow.id}/hook-credentials`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${api.organization.api_key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ credentials: { secret: otherSecret }, overlap_seconds: 0 }),
    });

    const old = await hooks.send(hook.path, { id: 'msg_old' });
    const present = await hooks.send(hook.path, { id: 'msg_present', by: otherSecret });

    expect([old.status, present.status]).toEqual([401, 202]);
    expect(await hooks.listEvents(hook)).toHaveLength(2);
  });

  it('holds neither secrets nor what events say', async () => {
    const hook = await hooks.add();
    await hooks.send(hook.path);

    const rows = await api.admin<{ text: string }[]>`
      select h::text || encode(sealed, 'escape') || encode(sealed, 'base64') as text from hooks h
      union all select e::text from hook_events e union all select a::text from audit_events a`;
    const held = JSON.stringify([rows, api.logged, await hooks.findWorkflow(hook.integration)]);
    for (const form of [hookSecret.slice(6, 40), 'CANARY-payload', 'CANARYCANARY']) expect(held).not.toContain(form);
  });

  it('takes other credentials only where they fit the form of the connector', async () => {
    const { workflow } = await hooks.add({ credentials: null });
    const path = `/v1/workflows/${workflow.id}/hook-credentials`;

    const refused = await api.request('PUT', path, { body: { credentials: { secret: 'short', more: 1 } } });
    const manual = await api.request('GET', '/v1/workflows?type=manual');
    const none = await api.request('PUT', `/v1/workflows/${manual.list[0]?.id}/hook-credentials`, {
      body: { credentials: { secret: hookSecret } },
    });

    expect(refused.error.details.errors.map((error) => error.path).toSorted()).toEqual([
      'credentials.more',
      'credentials.secret',
    ]);
    expect([refused.status, none.status]).toEqual([400, 404]);
  });
});
