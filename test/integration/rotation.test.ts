import { describe, expect, it } from 'vitest';
import type { RunInput } from '../../core/pure/run-messages.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();
let sourceId: string;

/** A run over two connections to the hub.stub, whose tokens are `first`; as a worker took it up. */
async function startRun(): Promise<RunInput> {
  const connect = async (name: string): Promise<string> => {
    const body = { name, service_type: 'http', credentials: { token: 'first' }, config: { base_url: hub.stub.url } };
    return (await hub.api.request('POST', '/v1/connections', { body })).data.id;
  };
  sourceId = await connect('Source');
  const targetId = await connect('Target');
  const integration = await hub.api.request('POST', '/v1/integrations', {
    body: {
      name: 'People',
      source: { connection_id: sourceId, object: '/people', key: ['id'] },
      target: {
        connection_id: targetId,
        object: 'people',
        operation: 'upsert',
        options: { path: '/people/{id}', method: 'PUT', idempotency: { kind: 'put_by_key' } },
      },
      mapping: [{ to: 'id', from: 'id' }],
    },
  });
  expect(integration.error?.details.errors).toBeUndefined();
  return hub.activities.begin(integration.data.id);
}

function replace(token: string): Promise<unknown> {
  return hub.api.request('PUT', `/v1/connections/${sourceId}/credentials`, { body: { credentials: { token } } });
}

async function readStatus(): Promise<string> {
  return (await hub.api.request('GET', `/v1/connections/${sourceId}`)).data.status;
}

function tokensSeen(): unknown[] {
  return hub.stub.requests
    .filter(({ method, url }) => method === 'GET' && url.startsWith('/people'))
    .map(({ headers }) => headers['authorization']);
}

describe('test/integration/rotation', () => {
  it('goes on with new credentials where the old ones are refused while a run uses them', async () => {
    const input = await startRun();
    hub.stub.on(
      'GET /people',
      async (_, response) => {
        await replace('second');
        response.writeHead(401).end();
      },
      { json: [{ id: 'a' }] },
    );
    hub.stub.on('PUT /people/a', {});

    const report = await hub.activities.runSegment(input);

    expect(report).toMatchObject({ status: 'done', counters: { read: 1 } });
    expect(tokensSeen()).toEqual(['Bearer first', 'Bearer second']);
    expect(await readStatus()).toBe('active');
  });

  it('goes on with the newest credentials, however often they are replaced within a segment', async () => {
    const input = await startRun();
    const refuseAndReplace =
      (token: string) =>
      async (_: unknown, response: { writeHead(status: number): { end(): void } }): Promise<void> => {
        await replace(token);
        response.writeHead(401).end();
      };
    hub.stub.on('GET /people', refuseAndReplace('second'), refuseAndReplace('third'), { json: [{ id: 'a' }] });
    hub.stub.on('PUT /people/a', {});

    const report = await hub.activities.runSegment(input);

    expect(report).toMatchObject({ status: 'done', counters: { read: 1 } });
    expect(tokensSeen()).toEqual(['Bearer first', 'Bearer second', 'Bearer third']);
    expect(await readStatus()).toBe('active');
  });

  it('asks no more than once again, and shows that the credentials were refused', async () => {
    const input = await startRun();
    hub.stub.on(
      'GET /people',
      async (_, response) => {
        await replace('second');
        response.writeHead(401).end();
      },
      { status: 401 },
    );
    hub.stub.on('GET /', { status: 401 });

    await expect(hub.activities.runSegment(input)).rejects.toMatchObject({ type: 'auth_invalid', nonRetryable: true });

    expect(tokensSeen()).toEqual(['Bearer first', 'Bearer second']);
    expect(await readStatus()).toBe('error');
  });

  it('shows on the connection that its credentials were refused', async () => {
    const input = await startRun();
    hub.stub.on('GET /people', { status: 401 }).on('GET /', { status: 401 });

    await expect(hub.activities.runSegment(input)).rejects.toMatchObject({ type: 'auth_invalid' });

    expect(await readStatus()).toBe('error');
    const { list } = await hub.api.request('GET', '/v1/connections?status=error');
    expect(list.filter(({ name }) => name === 'Target')).toEqual([]);
  });

  it.each([
    ['disabled', 'connection_disabled', 'The source connection "Source" is disabled. Enable it.'],
    ['deleted', 'config', 'The source connection of the integration was deleted. Choose another one.'],
  ])('fails clearly where a connection was %s meanwhile', async (what, code, message) => {
    const input = await startRun();
    const uuid = toLookup('connection', sourceId);
    await (what === 'disabled'
      ? hub.api.admin`update connections set status = 'disabled' where id = ${uuid}`
      : hub.api.admin`update connections set deleted_at = now() where id = ${uuid}`);

    await expect(hub.activities.runSegment(input)).rejects.toMatchObject({ type: code, nonRetryable: true });

    expect((await hub.api.request('GET', `/v1/runs/${input.runId}`)).data['error']).toMatchObject({ code, message });
  });
});
