import { describe, expect, it } from 'vitest';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();

/** @returns the connection, and what became of a run whose source refuses it. */
async function runRefused(): Promise<{ connection: string }> {
  const { data: connection } = await hub.api.request('POST', '/v1/connections', {
    body: {
      name: 'HR',
      service_type: 'http',
      credentials: { token: 'a-token-of-some-length' },
      config: { base_url: hub.stub.url, test_path: '/me' },
    },
  });
  const end = { connection_id: connection.id };
  const options = { path: '/copies/{id}', method: 'PUT', idempotency: { kind: 'put_by_key' } };
  const { data: flow } = await hub.api.request('POST', '/v1/integrations', {
    body: {
      name: 'People',
      source: { ...end, object: '/secret-people', key: ['id'] },
      target: { ...end, object: 'copies', operation: 'upsert', match_on: ['id'], options },
      mapping: [{ to: 'id', from: 'id' }],
    },
  });
  hub.stub.on('GET /secret-people', { status: 401, json: {} });
  const input = await hub.activities.begin(flow.id);
  await expect(hub.activities.runSegment(input)).rejects.toMatchObject({ type: 'auth_invalid' });
  return { connection: connection.id };
}

async function readStatus(connection: string): Promise<unknown> {
  return (await hub.api.request('GET', `/v1/connections/${connection}`)).data['status'];
}

describe('test/integration/refused-addresses', () => {
  it('leaves a connection active whose test goes through, whatever one address says', async () => {
    hub.stub.on('GET /me', { json: {} });

    expect(await readStatus((await runRefused()).connection)).toBe('active');
  });

  it('shows on a connection that its test finds its credentials refused as well', async () => {
    hub.stub.on('GET /me', { status: 401, json: {} });

    expect(await readStatus((await runRefused()).connection)).toBe('error');
  });
});
