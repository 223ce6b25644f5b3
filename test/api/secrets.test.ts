import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

    const everything = JSON.stringify([answers, api.logged, await dump()]);

    for (const secret of [canary, api.organization.api_key]) {
      const bytes = Buffer.from(secret);
      for (const form of [secret, bytes.toString('base64'), bytes.toString('hex'), encodeURIComponent(secret)]) {
        expect(everything).not.toContain(form);
      }
    }
    expect(answers.map(({ status }) => status)).toEqual([201, 400, 400, 400, 400, 404]);
  });
});

/** Every row of every table, as text. */
async function dump(): Promise<unknown[]> {
  const tables = await api.admin<{ table_name: string }[]>`
    select table_name from information_schema.tables where table_schema = 'public'`;
  expect(tables.length).toBeGreaterThan(10);
  return await Promise.all(
    tables.map(({ table_name: name }) => api.admin`select t::text as row from ${api.admin(name)} as t`),
  );
}
