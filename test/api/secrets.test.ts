import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpDatabase, formsOf } from '../harness/database/dump.ts';
import { startTestApi, type TestApi } from './harness.ts';

let api: TestApi;
const canary = 'canary/Zx81+secret=value';

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

describe('test/api/secrets', () => {
  it('stores neither a credential nor an API key in clear, and logs none', async () => {
    const body = {
      name: 'Archive',
      service_type: 's3',
      credentials: { access_key_id: 'AKIAIOSFODNN7EXAMPLE', secret_access_key: canary, region: 'eu-central-1' },
      config: { bucket: 'archive' },
    };
    const answers = [
      await api.request('POST', '/v1/connections', { body }),
      await api.request('POST', '/v1/connections', { body: { ...body, colour: canary } }),
      await api.request('POST', '/v1/connections', { body: { ...body, service_type: canary } }),
      await api.request('POST', '/v1/connections', { text: `{"credentials":"${canary}` }),
      await api.request('GET', `/v1/connections?service_type=${encodeURIComponent(canary)}`),
      await api.request('GET', `/v1/connections/${encodeURIComponent(canary)}`),
    ];

    const everything = JSON.stringify([answers, api.logged, await dumpDatabase(api.admin)]);

    for (const secret of [canary, api.organization.api_key]) {
      for (const form of formsOf(secret)) expect(everything).not.toContain(form);
    }
    expect(answers.map(({ status }) => status)).toEqual([201, 400, 400, 400, 400, 404]);
  });
});
