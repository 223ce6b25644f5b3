import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addIntegration } from './flows.ts';
import { startTestApi, type TestApi } from './harness.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

describe('test/api/conditional', () => {
  it.each(['/v1/connectors', '/v1/connectors/http', '/v1/limits'])(
    'sends %s once to whoever keeps it',
    async (path) => {
      const first = await api.request('GET', path);
      const etag = first.headers.get('etag') ?? '';
      const second = await api.request('GET', path, { headers: { 'if-none-match': etag } });
      const other = await api.request('GET', path, { headers: { 'if-none-match': '"another"' } });

      expect(etag).toMatch(/^"[\w-]+"$/);
      expect([second.status, second.headers.get('etag'), second.headers.get('content-type')]).toEqual([
        304,
        etag,
        null,
      ]);
      expect(other.status).toBe(200);
    },
  );

  it('answers a run with a tag that changes with it', async () => {
    const integration = await addIntegration(api);
    const run = await api.request('POST', `/v1/integrations/${integration.id}/execute`);
    const before = await api.request('GET', `/v1/runs/${run.data.id}`);
    await api.request('POST', `/v1/runs/${run.data.id}/cancel`);
    const after = await api.request('GET', `/v1/runs/${run.data.id}`, {
      headers: { 'if-none-match': before.headers.get('etag') ?? '' },
    });

    expect(after.status).toBe(200);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  });
});
