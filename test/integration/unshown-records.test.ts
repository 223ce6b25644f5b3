import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConnectionWorker } from '../api/connection-worker.ts';
import { startTestApi, type TestApi } from '../api/harness.ts';
import { HttpStub } from '../harness/http.ts';

let api: TestApi;
let worker: Awaited<ReturnType<typeof startConnectionWorker>>;
let stub: HttpStub;

beforeAll(async () => {
  api = await startTestApi({ allow: ['127.0.0.0/8'] });
  worker = await startConnectionWorker(api, ['127.0.0.0/8']);
  stub = await HttpStub.start();
});

afterAll(async () => {
  await stub.stop();
  await worker.stop();
  await api.close();
});

const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const members = (count: number): string => Array.from({ length: count }, (_, n) => `"m${n}":${n}`).join(',');

async function addFlow(): Promise<{ connection: string; flow: string }> {
  const { data: connection } = await api.request('POST', '/v1/connections', {
    body: { name: 'HR', service_type: 'http', credentials: {}, config: { base_url: stub.url } },
  });
  const end = { connection_id: connection.id };
  const { data } = await api.request('POST', '/v1/integrations', {
    body: {
      name: 'People',
      source: { ...end, object: '/people', key: ['id'] },
      target: {
        ...end,
        object: 'copies',
        operation: 'upsert',
        match_on: ['id'],
        options: { path: '/copies/{id}', method: 'PUT', idempotency: { kind: 'put_by_key' } },
      },
      mapping: [
        { to: 'id', from: 'id' },
        { to: 'copy', from: 'a' },
      ],
    },
  });
  return { connection: connection.id, flow: data.id };
}

function answer(body: string): void {
  stub.on('GET /people', { headers: { 'content-type': 'application/json' }, body });
}

describe('test/integration/unshown-records', () => {
  it.each([3_000, 200_000])('previews a record of %i levels as a failed one, among the others', async (levels) => {
    const { flow } = await addFlow();
    answer(`[{"id":1,"a":1},{"id":2,"a":${deep(levels)}},{"id":3,"m":"${'x'.repeat(2_000_000)}"},{"id":4,"a":2}]`);

    const { status, list } = await api.request('POST', `/v1/integrations/${flow}/preview`, { body: {} });

    expect(status).toBe(200);
    expect(list).toMatchObject([
      { source_key: '1', outcome: 'mapped' },
      { outcome: 'failed', errors: [{ code: 'too_deep' }] },
      { outcome: 'failed', errors: [{ code: 'too_large' }] },
      { source_key: '4', outcome: 'mapped' },
    ]);
  });

  it('says what is wrong with an answer that has a record of 500,000 members', async () => {
    const { flow, connection } = await addFlow();
    const body = `[{"id":1},{${members(500_000)}}]`;
    answer(body);
    answer(body);

    const preview = await api.request('POST', `/v1/integrations/${flow}/preview`, { body: {} });
    const browsed = await api.request('GET', `/v1/connections/${connection}/objects/%2Fpeople/records`);

    for (const { status, error } of [preview, browsed]) {
      expect([status, error.code, error.details['kind']]).toEqual([502, 'upstream_error', 'schema_drift']);
      expect(error.message).toContain('100,000 different names');
    }
  });
});
