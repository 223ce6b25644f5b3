import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toLookup } from '../../services/shared/schemas.ts';
import { webhookEndpointsMax } from '../../services/event-endpoints/webhook-endpoint.ts';
import { makeKey } from './api-key-acts.ts';
import { type Answer, type Item, startTestApi, type TestApi } from './harness.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ allow: ['127.0.0.1:8099', 'hooks.internal:8099', '10.1.0.0/16'] });
});

afterAll(() => api.close());

const input = { name: 'Alerts', url: 'https://hooks.example.com/hub', events: ['connection.*', 'run.failed'] };

function add(members: Record<string, unknown> = {}, key?: string): Promise<Answer> {
  return api.request('POST', '/v1/webhook-endpoints', {
    ...(key === undefined ? {} : { key }),
    body: { ...input, ...members },
  });
}

async function addConnection(): Promise<void> {
  const { status } = await api.request('POST', '/v1/connections', {
    body: { name: 'c', service_type: 'http', credentials: {}, config: { base_url: 'https://example.com' } },
  });
  expect(status).toBe(201);
}

/** Every text that the database holds of endpoints, in any form. */
async function dumpEndpoints(): Promise<string> {
  const rows = await api.admin<
    { text: string; sealed: Buffer }[]
  >`select e::text as text, sealed from webhook_endpoints e`;
  return rows.map(({ text, sealed }) => text + sealed.toString('latin1') + sealed.toString('base64')).join();
}

describe('test/api/webhook-endpoints', () => {
  it('adds an endpoint, shows its secret once and keeps it sealed', async () => {
    const { status, data, headers } = await add();
    const secret = String(data['secret']);
    const shown = await api.request('GET', headers.get('location') ?? '');
    const { list } = await api.request('GET', '/v1/webhook-endpoints?q=alerts');
    const audit = await api.admin`select changes from audit_events where action like 'webhook_endpoint.%'`;

    expect(status).toBe(201);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(data).toMatchObject({ ...input, ordering: 'none', disabled: false });
    expect(shown.data).toEqual(Object.fromEntries(Object.entries(data).filter(([name]) => name !== 'secret')));
    expect(list.map(({ id }) => id)).toContain(data.id);
    expect(audit).toHaveLength(1);
    expect(JSON.stringify([shown.body, list, audit, await dumpEndpoints()])).not.toContain(secret.slice(6, 40));
  });

  it('changes an endpoint behind its version, and leaves no trace of a change that is none', async () => {
    const { data, headers } = await add();
    const path = `/v1/webhook-endpoints/${data.id}`;
    const etag = headers.get('etag') ?? '';

    const shown = await api.request('GET', path);
    const same = await api.request('PATCH', path, { body: { name: input.name } });
    const changed = await api.request('PATCH', path, { body: { ordering: 'strict' }, headers: { 'if-match': etag } });
    const stale = await api.request('PUT', path, { body: { name: 'Other' }, headers: { 'if-match': etag } });
    const disabled = await api.request('PUT', path, { body: { disabled: true } });
    const enabled = await api.request('PUT', path, { body: { disabled: null } });

    expect(same.headers.get('etag')).toBe(shown.headers.get('etag'));
    expect(changed.data['ordering']).toBe('strict');
    expect([stale.status, stale.error.code]).toEqual([412, 'precondition_failed']);
    expect(disabled.data).toMatchObject({ disabled: true, disabled_reason: 'manual' });
    expect([enabled.data['disabled'], enabled.data['disabled_reason']]).toEqual([false, undefined]);
  });

  it('gives a new secret, keeps the one before for the overlap only', async () => {
    const { data } = await add();
    const path = `/v1/webhook-endpoints/${data.id}/rotate-secret`;

    const rotated = await api.request('POST', path, { body: { overlap_seconds: 60 } });
    const [row] = await api.admin<{ version: number; kept: boolean }[]>`
      select secret_version as version, previous_sealed is not null as kept from webhook_endpoints
      where id = ${toLookup('webhookEndpoint', data.id)}`;

    expect(rotated.status).toBe(200);
    expect(rotated.data['secret']).not.toBe(data['secret']);
    expect(rotated.data['previous_secret_expires_at']).toBeDefined();
    expect(row).toEqual({ version: 2, kept: true });
  });

  it.each([
    ['http://hooks.example.com/', 'not_https'],
    ['ftp://hooks.example.com/', 'not_https'],
    ['hooks.example.com', 'invalid_url'],
    ['https://user:password@hooks.example.com/', 'invalid_url'],
    ['https://hooks.example.com/#part', 'invalid_url'],
    [' https://hooks.example.com/', 'invalid_url'],
    ['https://hooks.example.com/a b', 'invalid_url'],
    ['https://hooks.example.com/é', 'invalid_url'],
    ['https://hooks.example.com/%', 'invalid_url'],
    ['https://hooks.example.com\\@other.example.com/', 'invalid_url'],
    ['https://127.0.0.1/', 'address_not_allowed'],
    ['https://[::1]/', 'address_not_allowed'],
    ['https://[::ffff:169.254.169.254]/', 'address_not_allowed'],
    ['https://0x7f.1/', 'address_not_allowed'],
    ['http://127.0.0.1:8098/', 'not_https'],
  ])('refuses the address %s', async (url, code) => {
    const { status, error } = await add({ url });

    expect([status, error.details.errors]).toMatchObject([400, [{ path: 'url', code }]]);
  });

  it.each(['http://127.0.0.1:8099/', 'http://hooks.internal:8099/', 'http://10.1.2.3/', 'https://10.1.2.3/'])(
    'takes the address %s, which the operator opened',
    async (url) => {
      expect((await add({ url })).status).toBe(201);
    },
  );

  it.each([
    [{ events: [] }, 'events'],
    [{ events: ['run.finished'] }, 'events[0]'],
    [{ events: ['run.*', 'run.*'] }, 'events'],
    [{ ordering: 'subject' }, 'ordering'],
    [{ secret: 'mine' }, 'secret'],
  ])('refuses %j', async (members, path) => {
    const { status, error } = await add(members);

    expect([status, error.details.errors?.[0]?.path]).toEqual([400, path]);
  });

  it('tells nobody of what he may not read', async () => {
    const { secret: key } = await makeKey(api, { scopes: ['webhooks:write', 'connections:read'] });
    const { data } = await add({ events: ['connection.*'] }, key);
    const path = `/v1/webhook-endpoints/${data.id}`;
    await api.request('PATCH', path, { body: { events: ['*'] } });

    const refused = await Promise.all([
      add({ events: ['run.failed'] }, key),
      add({ events: ['*'] }, key),
      api.request('PATCH', path, { key, body: { url: 'https://other.example.com/' } }),
      api.request('GET', `${path}/deliveries`, { key }),
      api.request('POST', `${path}/deliveries/redeliver`, { key }),
    ]);

    for (const { status, error } of refused) expect([status, error.code]).toEqual([403, 'insufficient_scope']);
  });

  it('lists what an endpoint is told of, shows one of it and orders it again', async () => {
    const { data } = await add();
    const path = `/v1/webhook-endpoints/${data.id}`;
    await addConnection();
    await addConnection();

    const { list, meta } = await api.request('GET', `${path}/deliveries?per_page=1&status=pending`);
    const { list: failed } = await api.request('GET', `${path}/deliveries?event_type=run.failed`);
    const [delivery] = list;
    const one = await api.request('GET', `${path}/deliveries/${delivery?.id}`);
    const again = await api.request('POST', `${path}/deliveries/${delivery?.id}/redeliver`);
    await api.request('PATCH', path, { body: { disabled: true } });
    const refused = await api.request('POST', `${path}/deliveries/redeliver`);

    expect([list.length, meta?.total, failed.length]).toEqual([1, 2, 0]);
    expect(delivery).toMatchObject({ event_type: 'connection.created', status: 'pending', attempt_count: 0 });
    expect(one.data).toEqual(delivery);
    expect(again.data.id).toBe(delivery?.id);
    expect([refused.status, refused.error.code]).toEqual([409, 'invalid_state']);
  });

  it("answers another organization's endpoint and delivery as one that does not exist", async () => {
    const { data } = await add();
    await addConnection();
    const path = `/v1/webhook-endpoints/${data.id}`;
    const [delivery] = (await api.request('GET', `${path}/deliveries`)).list;
    const { api_key: key } = await api.addOrganization('Second');
    const own: Item = (await add({}, key)).data;

    const answers = await Promise.all([
      api.request('GET', path, { key }),
      api.request('DELETE', path, { key }),
      api.request('POST', `${path}/rotate-secret`, { key }),
      api.request('GET', `${path}/deliveries`, { key }),
      api.request('POST', `${path}/deliveries/${delivery?.id}/redeliver`, { key }),
      api.request('GET', `/v1/webhook-endpoints/${own.id}/deliveries/${delivery?.id}`, { key }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect((await api.request('GET', '/v1/webhook-endpoints', { key })).list.map(({ id }) => id)).toEqual([own.id]);
  });

  it('forgets the deliveries of an endpoint with it, and keeps their number within bounds', async () => {
    const { api_key: key } = await api.addOrganization('Third');
    const { data } = await add({}, key);
    for (let n = 1; n < webhookEndpointsMax; n += 1) await add({}, key);

    const refused = await add({}, key);
    const deleted = await api.request('DELETE', `/v1/webhook-endpoints/${data.id}`, { key });

    expect([refused.status, refused.error.code]).toEqual([429, 'quota_exceeded']);
    expect(deleted.data).toEqual({ id: data.id, deleted: true });
    expect((await add({}, key)).status).toBe(201);
  });
});
