import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openActivities, type TestActivities } from '../harness/activities.ts';
import { HttpStub } from '../harness/http.ts';
import { type ConnectionWorker, startConnectionWorker } from '../api/connection-worker.ts';
import { createWaitActs } from '../integration/wait-acts.ts';
import { type CliUnderTest, startCliUnderTest } from './harness.ts';

let cli: CliUnderTest;
let activities: TestActivities;
let worker: ConnectionWorker;
let stub: HttpStub;
let runId: string;
let integration: string;
let end: { connection_id: string };

const born = { to: 'born', from: 'record.born', convert: 'date' };
const toSteps = (...mapping: object[]): object[] => [
  {
    id: 'account',
    action: {
      ...end,
      object: 'users',
      operation: 'upsert',
      match_on: ['login'],
      options: { path: '/users?login={login}', method: 'PUT', idempotency: { kind: 'put_by_key' } },
      mapping: [{ to: 'login', from: 'record.id' }, ...mapping],
    },
  },
];

beforeAll(async () => {
  cli = await startCliUnderTest();
  const { api } = cli;
  [activities, worker, stub] = await Promise.all([
    openActivities(api),
    startConnectionWorker(api, ['127.0.0.0/8']),
    HttpStub.start(),
  ]);
  stub.always('GET /people', { json: [{ id: 'p1', born: 'long ago' }] });
  const connection = await api.request('POST', '/v1/connections', {
    body: { name: 'HR system', service_type: 'http', credentials: {}, config: { base_url: stub.url } },
  });
  end = { connection_id: connection.data.id };
  const source = { ...end, object: '/people', key: ['id'] };
  const saved = await api.request('POST', '/v1/integrations', {
    body: { name: 'People', source, steps: toSteps(born) },
  });
  integration = saved.data.id;
  const input = await activities.begin(integration);
  await createWaitActs({ api, activities, stub }).work(input);
  ({ runId } = input);
});

afterAll(async () => {
  await worker.stop();
  await activities.close();
  await stub.stop();
  await cli.close();
});

describe('test/cli/rehearse', { timeout: 120_000 }, () => {
  it('shows how what failed would end, what it would write and what would be otherwise', async () => {
    const before = await cli.run(['runs', 'rehearse', runId]);
    await cli.api.request('PATCH', `/v1/integrations/${integration}`, {
      body: { steps: toSteps({ to: 'born', from: 'record.born' }) },
      headers: { 'if-match': '*' },
    });

    const after = await cli.run(['runs', 'rehearse', runId]);

    expect([before.code, before.err]).toEqual([0, '']);
    expect(before.out).toMatch(/^✗ p1 failed → failed\n {4}account: failed — convert_failed: .+\n$/);
    expect([after.code, after.err]).toEqual([0, '']);
    expect(after.out).toBe(
      '✓ p1 failed → succeeded\n    account: passed\n      login: p1\n      born: long ago\n    ~ account: failed → passed\n',
    );
  });

  it('gives the answer as data, and one member of it', async () => {
    const json = await cli.run(['runs', 'rehearse', runId, '--revision', '1', '--json']);
    const field = await cli.run(['runs', 'rehearse', runId, '--field', 'rehearsed']);

    expect(JSON.parse(json.out)).toMatchObject({ run_id: runId, revision: 1, items: [{ outcome: 'failed' }] });
    expect(field.out).toBe('revision\n');
  });

  it('says where nothing is like what was asked for, and refuses what cannot be rehearsed', async () => {
    const none = await cli.run(['runs', 'rehearse', runId, '--status', 'succeeded']);
    const wrong = await cli.run(['runs', 'rehearse', runId, '--record-ids', 'dl_01jh6tq3xwe5vb0z4mk8rd2n7p']);
    const unknown = await cli.run(['runs', 'rehearse', runId, '--revision', '77']);

    expect([none.code, none.out, none.err]).toEqual([0, '', 'No item of this run is like this.\n']);
    expect(wrong.code).not.toBe(0);
    expect(wrong.err).toContain('A run of a flow keeps its inputs in items. Name them by item_ids.');
    expect(unknown.code).not.toBe(0);
    expect(unknown.err).toContain('The integration has no such revision.');
  });
});
