import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import { Secret } from '../../core/secret.ts';
import { withTenant } from '../../drizzle/client.ts';
import { writeAudit } from '../../services/audit-events/audit.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { actOnAudit } from './audit-acts.ts';
import { pepper, startTestApi, type TestApi } from './harness.ts';

let api: TestApi;
let acts: Awaited<ReturnType<typeof actOnAudit>>;

beforeAll(async () => {
  api = await startTestApi({ trustedProxies: ['192.0.2.0/24'] });
  acts = await actOnAudit(api);
});

afterAll(async () => {
  await acts.close();
  await api.close();
});

const list = async (query: string) => (await api.request('GET', `/v1/audit-events?${query}`)).list;

describe('test/api/audit-events', () => {
  it('tells who changed what, from where, and how it was before and after', async () => {
    const { data: account } = await api.request('POST', '/v1/accounts', {
      body: { name: 'Berlin', external_ref: 'site-7', metadata: { api_token: 'CANARY', colour: 'red' } },
      from: '198.51.100.7',
    });
    await api.request('PATCH', `/v1/accounts/${account.id}`, {
      body: { name: 'Hamburg', metadata: { api_token: 'OTHER-CANARY' } },
      headers: { 'request-id': 'rename-1' },
    });
    await api.request('DELETE', `/v1/accounts/${account.id}`);

    const events = await list(`resource_id=${account.id}`);
    const { data: me } = await api.request('GET', '/v1/me');

    expect(events.map((event) => event['action'])).toEqual(['account.deleted', 'account.updated', 'account.created']);
    expect(events[1]).toMatchObject({
      actor: me.id,
      actor_name: me['name'],
      request_id: 'rename-1',
      resource_type: 'account',
      resource_id: account.id,
      before: { name: 'Berlin', metadata: { api_token: '[redacted]', colour: 'red' } },
      after: { name: 'Hamburg', metadata: { api_token: '[redacted]', colour: 'red' } },
    });
    expect(Object.keys(Object(events[1]?.['after'])).toSorted()).toEqual(['metadata', 'name']);
    expect(events[2]).toMatchObject({ address: '198.51.100.7', after: { name: 'Berlin', external_ref: 'site-7' } });
    expect(events[2]).not.toHaveProperty('before');
    expect(events[0]).not.toHaveProperty('after');
    expect(JSON.stringify(events)).not.toContain('CANARY');
  });

  it('names who did it while the organization has them, and in no export', async () => {
    const { data: made } = await api.request('POST', '/v1/api-keys', {
      body: { name: 'Nightly', scopes: ['accounts:write', 'accounts:read'] },
    });
    const key = String(made['secret']);
    const { data: account } = await api.request('POST', '/v1/accounts', { key, body: { name: 'By night' } });
    const named = await list(`resource_id=${account.id}`);
    const { data: one } = await api.request('GET', `/v1/audit-events/${named[0]?.id}`);
    const other = await api.addOrganization('Elsewhere');
    const foreign = await api.request('GET', '/v1/audit-events', { key: other.api_key });
    await api.request('PATCH', `/v1/api-keys/${made.id}`, { body: { name: 'Daily' } });
    const renamed = await list(`resource_id=${account.id}`);
    await api.request('DELETE', `/v1/api-keys/${made.id}`);
    const gone = await list(`resource_id=${account.id}`);

    expect([named[0], one, renamed[0], gone[0]].map((event) => event?.['actor_name'])).toEqual([
      'Nightly',
      'Nightly',
      'Daily',
      undefined,
    ]);
    expect(gone[0]?.['actor']).toBe(made.id);
    expect(JSON.stringify(foreign.body)).not.toContain('Nightly');
    const exported = await api.app.request('/v1/audit-events/export', {
      headers: { authorization: `Bearer ${api.organization.api_key}` },
    });
    expect(await exported.text()).not.toContain('actor_name');
  });

  it('lists newest first, by cursors that new events do not shift, and one by its id', async () => {
    await acts.change(5);
    const all = await list('');
    const third = all[2]?.id ?? '';

    await acts.change(1);

    expect((await list(`after=${third}&per_page=2`)).map(({ id }) => id)).toEqual([all[3]?.id, all[4]?.id]);
    expect((await list(`before=${third}`)).slice(-2).map(({ id }) => id)).toEqual([all[0]?.id, all[1]?.id]);
    expect((await api.request('GET', `/v1/audit-events/${third}`)).data).toEqual(all[2]);
    expect((await api.request('GET', `/v1/audit-events/${newId('audit')}`)).status).toBe(404);
  });

  it('narrows by actor, action, resource and time', async () => {
    const [account] = await acts.change(1);
    const { data: me } = await api.request('GET', '/v1/me');
    const [created] = await list(`resource_id=${account?.id}`);
    const at = encodeURIComponent(created?.created_at ?? '');

    expect((await list('actor=system')).map((event) => event['action'])).toEqual(['organization.created']);
    expect((await list(`actor=${me.id}&action=account.created`))[0]?.id).toBe(created?.id);
    expect(await list('resource_type=connection')).toEqual([]);
    expect((await list(`created_after=${at}`)).map(({ id }) => id)).toContain(created?.id);
    expect((await list(`created_before=${at}`)).map(({ id }) => id)).not.toContain(created?.id);
  });

  it('keeps a long member as its length and digest', async () => {
    const { data } = await api.request('POST', '/v1/accounts', {
      body: { name: 'Long', metadata: { text: 'x'.repeat(10_000) } },
    });

    const [event] = await list(`resource_id=${data.id}`);

    expect(event?.['after']).toMatchObject({
      name: 'Long',
      metadata: { omitted: { characters: 10_011, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    });
  });

  it('has no more than two exports of an organization under way', async () => {
    const { api_key: key } = await api.addOrganization('Exporter');
    await acts.seal();
    const start = async (): Promise<Response> =>
      api.app.request('/v1/audit-events/export', { headers: { authorization: `Bearer ${key}` } });
    const [first, second] = [await start(), await start()];
    const third = await start();

    expect([first.status, second.status, third.status]).toEqual([200, 200, 429]);
    expect(third.headers.get('retry-after')).toBe('10');
    await Promise.all([first.body?.cancel(), second.text(), third.text()]);
    const again = [await start(), await start()];
    expect(again.map(({ status }) => status)).toEqual([200, 200]);
    for (const response of again) await response.body?.cancel();
  });

  it('hands an export out in pages of at most 200 events, between which others are served', async () => {
    const { api_key: key, organization_id: id } = await api.addOrganization('Long');
    const orgId = toLookup('organization', id);
    const author = { orgId, actor: 'test', clock: systemClock, requestId: null, pepper: new Secret(pepper) };
    const entry = { action: 'account.updated', resourceId: newId('account') } as const;
    await withTenant(api.database, orgId, (tx) =>
      Promise.all(Array.from({ length: 450 }, () => writeAudit(tx, author, entry))),
    );
    await acts.seal();

    const response = await api.app.request('/v1/audit-events/export', { headers: { authorization: `Bearer ${key}` } });
    const pages: number[] = [];
    for await (const part of response.body ?? []) pages.push(Buffer.from(part).toString().split('\n').length - 1);

    expect(pages.reduce((sum, lines) => sum + lines)).toBeGreaterThan(450);
    expect(Math.max(...pages)).toBeLessThanOrEqual(200);
  });

  it('shows each organization its own events, and no others by cursor, filter or export', async () => {
    const { api_key: key } = await api.addOrganization('Second');
    const own = new Set((await list('')).map(({ id }) => id));
    await acts.seal();

    const listed = await api.request('GET', '/v1/audit-events', { key });
    const exported = await api.request('GET', '/v1/audit-events/export', { key });
    const [first] = own;
    const foreign = await api.request('GET', `/v1/audit-events/${first}`, { key });

    expect(listed.list.map((event) => event['action'])).toEqual(['organization.created']);
    expect(exported.list).toHaveLength(2);
    expect(foreign.status).toBe(404);
    expect(exported.list.some(({ id }) => own.has(id))).toBe(false);
  });

  it.each([
    ['changes', `update audit_events set actor = 'nobody'`],
    ['renumbers', 'update audit_events set sequence = 1'],
    ['removes', 'delete from audit_events'],
    ['empties', 'truncate audit_events'],
    ['numbers itself', `insert into audit_events (sequence) values (1)`],
    ['ends a chain of', 'update audit_chains set sequence = 0'],
    ['begins a chain of', `insert into audit_chains (sequence) values (1)`],
  ])('nobody %s events as the application', async (_, statement) => {
    await expect(withTenant(api.database, acts.orgId, ({ sql }) => sql.unsafe(statement))).rejects.toMatchObject({
      code: '42501',
    });
  });

  it.each([
    ['changes', `update audit_events set actor = 'nobody'`],
    ['removes', 'delete from audit_events'],
    ['adds', `insert into audit_events (actor) values ('nobody')`],
    ['removes the chain of', 'delete from audit_chains'],
  ])('nobody %s events as the relay', async (_, statement) => {
    await expect(acts.relay.sql.unsafe(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('the relay numbers what has no number, and nothing else', async () => {
    await acts.seal();

    const again = await acts.relay.sql`update audit_events set sequence = sequence + 1000, hash = hash returning id`;

    expect(again).toHaveLength(0);
  });
});
