import { expect, describe, it } from 'vitest';
import type { RunInput } from '../../core/pure/run-messages.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work, wake, passTime } = createWaitActs(hub);

interface Set {
  integration: string;
  /** Of the source alone. */
  source: string;
  desk: string;
  users: string[];
  /** Makes the source answer with a status from now on. */
  answer: (status: number) => void;
}

async function connect(name: string, path: string): Promise<string> {
  const body = { name, service_type: 'http', credentials: {}, config: { base_url: `${hub.stub.url}${path}` } };
  return (await hub.api.request('POST', '/v1/connections', { body })).data.id;
}

const setStatus = (connection: string, status: string) =>
  hub.api.request('PATCH', `/v1/connections/${connection}`, { body: { status } });

/**
 * People wait, and get an account. The three systems have a connection each.
 *
 * @param completedBy The desk completes records of the source.
 */
async function save(wait: (desk: string) => object, completedBy: readonly 'desk'[] = []): Promise<Set> {
  const users: string[] = [];
  let status = 200;
  hub.stub.always('GET /hr/people', () => ({ status, json: [{ id: 'p0' }] }));
  hub.stub.always('POST /users', ({ body }) => {
    users.push(JSON.parse(body).login);
    return { status: 201, json: {} };
  });
  const [end, source, desk] = [await connectStub(hub), await connect('HR', '/hr'), await connect('Desk', '/desk')];
  if (completedBy.length > 0) hub.stub.always('GET /desk/rooms', () => ({ json: [] }));
  const enrich = completedBy.map((as) => ({
    as,
    connection_id: desk,
    object: '/rooms',
    options: { find: { query: { ids: '{value}' } } },
    key: 'id',
    by: 'id',
  }));
  const account = {
    ...end,
    object: '/users',
    operation: 'create',
    options: { path: '/users', idempotency: { kind: 'header' } },
    mapping: [{ to: 'login', from: 'record.id' }],
  };
  const { data, error } = await hub.api.request('POST', '/v1/integrations', {
    body: {
      name: 'Joiners',
      source: { connection_id: source, object: '/people', key: ['id'] },
      ...(enrich.length === 0 ? {} : { enrich }),
      steps: [
        { id: 'pause', wait: wait(desk) },
        { id: 'account', action: account },
      ],
    },
  });
  expect(error).toBeUndefined();
  return { integration: data.id, source, desk, users, answer: (next) => (status = next) };
}

async function goOn(input: RunInput): Promise<{ status: string }> {
  await passTime(input);
  return work((await wake(input)) ?? input);
}

describe('test/integration/source-states', { timeout: 60_000 }, () => {
  it.each(['their source', 'what completes it'])(
    'takes items on that wait while the connection of %s is disabled',
    async (of) => {
      const { integration, source, desk, users } = await save(
        () => ({ for: '30d' }),
        of === 'their source' ? [] : ['desk'],
      );
      const disabled = of === 'their source' ? source : desk;
      const input = await hub.activities.begin(integration);
      expect(await work(input)).toMatchObject({ status: 'parked' });
      expect((await setStatus(disabled, 'disabled')).status).toBe(200);

      expect(await goOn(input)).toMatchObject({ status: 'done' });

      expect(users).toEqual(['p0']);
      const { status, error } = await hub.api.request('POST', `/v1/integrations/${integration}/execute`);
      expect([status, error?.code]).toEqual([409, 'invalid_state']);
    },
  );

  it('moves on what an earlier run left before it fails by a source that does not answer', async () => {
    const { integration, users, answer } = await save(() => ({ for: '30d' }));
    const first = await hub.activities.begin(integration);
    await work(first);
    await hub.api.request('POST', `/v1/runs/${first.runId}/cancel`);
    const { data } = await hub.api.request('GET', `/v1/runs/${first.runId}`);
    expect(data['status']).toBe('canceled');
    answer(500);
    await passTime(first);
    const second = await hub.activities.begin(integration);

    await expect(work(second)).rejects.toMatchObject({ type: 'transient' });

    expect(users).toEqual(['p0']);
    answer(200);
    expect(await work(second)).toMatchObject({ status: 'done' });
    expect(users).toEqual(['p0']);
  });

  it('lets items wait whose check is to ask a connection that is disabled, and asks when it is enabled', async () => {
    const { integration, desk, users } = await save((connection) => ({
      until: "result.state == 'closed'",
      check: {
        connection_id: connection,
        object: '/tickets',
        options: { find: { query: { ids: '{value}' } } },
        key: 'id',
        by: 'record.id',
      },
      every: '30m',
      timeout: '14d',
    }));
    hub.stub.always('GET /desk/tickets', () => ({ json: [{ id: 'p0', state: 'closed' }] }));
    const input = await hub.activities.begin(integration);
    expect((await setStatus(desk, 'disabled')).status).toBe(200);

    expect(await work(input)).toMatchObject({ status: 'parked', waits: [{ step: 'pause', items: 1 }] });

    const { list: logs } = await hub.api.request('GET', `/v1/runs/${input.runId}/logs`);
    expect(logs).toContainEqual(expect.objectContaining({ level: 'warn', code: 'check_failed' }));
    expect((await setStatus(desk, 'active')).status).toBe(200);
    expect(await goOn(input)).toMatchObject({ status: 'done' });
    expect(users).toEqual(['p0']);
  });
});
