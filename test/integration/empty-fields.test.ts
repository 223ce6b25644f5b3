import { beforeEach, describe, expect, it } from 'vitest';
import type { Item } from '../api/harness.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();
let people: { login: string; title?: string | null; city?: string }[];

beforeEach(() => {
  people = Array.from({ length: 6 }, (_, index) => ({ login: `p${index}`, title: 'Engineer' }));
  hub.stub.always('GET /people', ({ url }) => {
    const page = Number(new URL(url, 'http://stub').searchParams.get('page'));
    return { json: people.slice(2 * page - 2, 2 * page) };
  });
  hub.stub.always('GET /accounts', { json: [] });
  hub.stub.always('POST /accounts', ({ body }) => ({ status: 201, json: { id: JSON.parse(body).login } }));
});

async function run(mapping: object[]): Promise<{ record: Item; logs: Item[] }> {
  const connection = await hub.api.request('POST', '/v1/connections', {
    body: { name: 'HR', service_type: 'http', credentials: {}, config: { base_url: hub.stub.url } },
  });
  const end = { connection_id: connection.data.id };
  const { data } = await hub.api.request('POST', '/v1/integrations', {
    body: {
      name: 'Accounts',
      source: {
        ...end,
        object: '/people',
        key: ['login'],
        options: { pagination: { kind: 'page', parameter: 'page' }, page_size: 2 },
      },
      target: {
        ...end,
        object: '/accounts',
        operation: 'upsert',
        match_on: ['login'],
        options: {
          idempotency: { kind: 'find', path: '/accounts?login={login}' },
          update: { path: '/accounts/{$target_id}' },
          target_id_path: 'id',
        },
      },
      mapping: [{ to: 'login', from: 'login' }, ...mapping],
    },
  });
  const input = await hub.activities.begin(data.id);
  await hub.activities.runSegment(input);
  await hub.activities.finishRun({ ...input, outcome: 'succeeded' });
  const { data: record } = await hub.api.request('GET', `/v1/runs/${input.runId}`);
  return { record, logs: (await hub.api.request('GET', `/v1/runs/${input.runId}/logs`)).list };
}

describe('test/integration/empty-fields', () => {
  it('tells which fields had no value in any record', async () => {
    const { record, logs } = await run([
      { to: 'title', from: 'titel' },
      { to: 'city', from: 'city' },
      { to: 'kind', value: null },
    ]);

    expect(record).toMatchObject({ status: 'succeeded', empty_fields: ['title', 'city'] });
    expect(logs).toContainEqual(
      expect.objectContaining({ level: 'warn', code: 'fields_empty', message: expect.stringContaining('`title`') }),
    );
  });

  it('takes a field for filled by one record, on whatever page', async () => {
    people[5] = { login: 'p5', city: 'Bern' };

    const { record, logs } = await run([
      { to: 'title', from: 'title' },
      { to: 'city', from: 'city' },
    ]);

    expect(record['empty_fields']).toBeUndefined();
    expect(logs.map(({ code }) => code)).toEqual(['queued', 'started', 'finished']);
  });
});
