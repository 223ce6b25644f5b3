import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestActivities, openActivities } from '../harness/activities.ts';
import { HttpStub } from '../harness/http.ts';
import { createWaitActs } from '../integration/wait-acts.ts';
import { type ConnectionWorker, startConnectionWorker } from './connection-worker.ts';
import { type Answer, startTestApi, type TestApi } from './harness.ts';
import { addMember, type Browser, publicUrl } from './people-acts.ts';

let api: TestApi;
let activities: TestActivities;
let worker: ConnectionWorker;
let stub: HttpStub;
let runId: string;
let integration: string;
let body: Record<string, unknown>;
let accounts: { own: string; other: string };

const born = { to: 'born', from: 'record.born', convert: 'date' };
const toSteps = (connection: string, ...mapping: object[]): object[] => [
  {
    id: 'account',
    action: {
      connection_id: connection,
      object: 'users',
      operation: 'upsert',
      match_on: ['login'],
      options: { path: '/users?login={login}', method: 'PUT', idempotency: { kind: 'put_by_key' } },
      mapping: [{ to: 'login', from: 'record.id' }, ...mapping],
    },
  },
];

beforeAll(async () => {
  api = await startTestApi({ publicUrl });
  [activities, worker, stub] = await Promise.all([
    openActivities(api),
    startConnectionWorker(api, ['127.0.0.0/8']),
    HttpStub.start(),
  ]);
  stub.always('GET /people', { json: [{ id: 'p1', born: 'long ago' }] });
  const [own, other] = await Promise.all(
    ['Own', 'Other'].map((name) => api.request('POST', '/v1/accounts', { body: { name } })),
  );
  accounts = { own: own?.data.id ?? '', other: other?.data.id ?? '' };
  const connection = await api.request('POST', '/v1/connections', {
    body: {
      name: 'HR system',
      account_id: accounts.own,
      service_type: 'http',
      credentials: {},
      config: { base_url: stub.url },
    },
  });
  const { id } = connection.data;
  const source = { connection_id: id, object: '/people', key: ['id'] };
  body = { name: 'People', account_id: accounts.own, source, steps: toSteps(id, born) };
  const saved = await api.request('POST', '/v1/integrations', { body });
  integration = saved.data.id;
  const input = await activities.begin(integration);
  await createWaitActs({ api, activities, stub }).work(input);
  ({ runId } = input);
  body = { ...body, steps: toSteps(id) };
}, 60_000);

afterAll(async () => {
  await worker.stop();
  await activities.close();
  await stub.stop();
  await api.close();
});

const rehearse = (person: Browser, choice: object = {}): Promise<Answer> =>
  person.request('POST', `/v1/runs/${runId}/rehearse`, { body: choice });

describe('test/api/rehearse-people', { timeout: 60_000 }, () => {
  it('rehearses what a person has not saved, and nothing of it to others', async () => {
    const { browser: ada } = await addMember(api, 'ada@example.com', [{ role: 'builder' }]);
    const { browser: ben } = await addMember(api, 'ben@example.com', [{ role: 'builder' }]);
    await ada.request('PUT', `/v1/me/integration-drafts/${integration}`, {
      body: { definition: body, base: body, base_etag: '"1-abc"' },
    });

    const drafted = await rehearse(ada, { draft: true });

    expect(drafted.error).toBeUndefined();
    expect(drafted.data).toMatchObject({
      rehearsed: 'draft',
      items: [{ key: 'p1', outcome: 'succeeded', was: { status: 'failed', step: 'account' } }],
    });
    expect(drafted.data).not.toHaveProperty('revision');
    expect((await rehearse(ada)).data).toMatchObject({ rehearsed: 'revision', items: [{ outcome: 'failed' }] });
    const none = await rehearse(ben, { draft: true });
    expect([none.status, none.error.code]).toEqual([409, 'invalid_state']);
  });

  it('reaches the runs of the accounts that a role is for, and knows no others', async () => {
    const { browser: inside } = await addMember(api, 'in@example.com', [{ role: 'builder', account_id: accounts.own }]);
    const { browser: outside } = await addMember(api, 'out@example.com', [
      { role: 'builder', account_id: accounts.other },
    ]);
    const { browser: viewer } = await addMember(api, 'see@example.com', [{ role: 'viewer' }]);

    expect((await rehearse(inside)).data).toMatchObject({ items: [{ outcome: 'failed' }] });
    const unknown = await rehearse(outside);
    expect([unknown.status, unknown.error.code]).toEqual([404, 'not_found']);
    const seen = await rehearse(viewer);
    expect([seen.status, seen.error.code]).toEqual([403, 'insufficient_scope']);
  });
});
