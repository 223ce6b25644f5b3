import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConnectionWorker, startConnectionWorker } from '../api/connection-worker.ts';
import { startTestApi, type TestApi } from '../api/harness.ts';
import { openActivities, type TestActivities } from '../harness/activities.ts';
import { createForeignDatabase } from '../harness/database.ts';

let api: TestApi;
let worker: ConnectionWorker;
let activities: TestActivities;
let database: Awaited<ReturnType<typeof createForeignDatabase>>;
let sql: postgres.Sql;
let connectionId: string;

beforeAll(async () => {
  api = await startTestApi();
  worker = await startConnectionWorker(api, ['127.0.0.0/8']);
  activities = await openActivities(api);
  database = await createForeignDatabase();
  sql = postgres(database.url, { max: 1 });
  await sql.unsafe(`
    create table people (id int primary key, name text not null, changed_at timestamptz not null, plain int, note jsonb);
    create index on people (changed_at);
    create table copies (id int primary key, name text not null);
    insert into people select n, 'n' || n, now() - interval '1 day' + n * interval '1 second', n from generate_series(1, 10000) n`);
  const url = new URL(database.url);
  const { data } = await api.request('POST', '/v1/connections', {
    body: {
      name: 'HR',
      service_type: 'postgres',
      credentials: { user: url.username, password: url.password },
      config: { host: '127.0.0.1', port: Number(url.port), database: url.pathname.slice(1), ssl: 'disable' },
    },
  });
  connectionId = data.id;
  await api.request('GET', `/v1/connections/${connectionId}/schema`);
});

afterAll(async () => {
  await sql.end();
  await worker.stop();
  await activities.close();
  await api.close();
  await database.drop();
});

function create(cursorColumn: string): ReturnType<TestApi['request']> {
  return api.request('POST', '/v1/integrations', {
    body: {
      name: `Copies by ${cursorColumn}`,
      source: { connection_id: connectionId, object: 'people', options: { cursor_column: cursorColumn } },
      target: { connection_id: connectionId, object: 'copies', operation: 'upsert', match_on: ['id'] },
      mapping: ['id', 'name'].map((name) => ({ to: name, from: name })),
    },
  });
}

async function run(integrationId: string): Promise<unknown> {
  const input = await activities.begin(integrationId);
  await activities.runSegment(input);
  await activities.finishRun({ ...input, outcome: 'succeeded' });
  const { data } = await api.request('GET', `/v1/runs/${input.runId}`);
  return data['counters'];
}

describe('test/integration/changed-rows', () => {
  it('reads what changed and the overlap, and writes only what differs', async () => {
    const { data } = await create('changed_at');
    expect(JSON.stringify(data['warnings'] ?? [])).not.toContain('not_indexed');
    const first = await run(data.id);
    await sql`update people set changed_at = now(), name = 'new' where id <= 10`;

    const second = await run(data.id);
    const third = await run(data.id);

    expect(first).toMatchObject({ read: 10_000, created: 10_000 });
    // Five minutes are 300 rows, and the one that they are counted from.
    expect(second).toMatchObject({ read: 311, updated: 10, unchanged: 301 });
    expect(third).toMatchObject({ read: 10, updated: 0, unchanged: 10 });
  });

  it('refuses a column that is not there or cannot be compared, and names the one that was meant', async () => {
    const [unknown, incomparable] = [await create('changed_on'), await create('note')];

    const path = 'source.options.cursor_column';
    expect(unknown.body).toMatchObject({
      error: { details: { errors: [{ path, code: 'unknown_field', allowed: ['changed_at'] }] } },
    });
    expect(incomparable.body).toMatchObject({ error: { details: { errors: [{ path, code: 'unsupported' }] } } });
  });

  it('warns of a column without an index', async () => {
    const { data } = await create('plain');

    expect(data['warnings']).toContainEqual(
      expect.objectContaining({ path: 'source.options.cursor_column', code: 'not_indexed' }),
    );
  });
});
