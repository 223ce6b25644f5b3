import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addIntegration } from './flows.ts';
import { startTestApi, type TestApi } from './harness.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
  for (const name of ['Berlin', 'Ærø', 'Amsterdam', '100 % Oslo', 'berlin west']) {
    await api.request('POST', '/v1/accounts', { body: { name } });
  }
});

afterAll(() => api.close());

const names = async (query: string): Promise<string[]> =>
  (await api.request('GET', `/v1/accounts?${query}`)).list.map(({ name }) => name);

describe('test/api/lists', () => {
  it('finds names by a part, in any case, and takes no character for a pattern', async () => {
    expect(await names('q=BERLIN')).toEqual(['Berlin', 'berlin west']);
    expect(await names('q=%25')).toEqual(['100 % Oslo']);
    expect(await names('q=_')).toEqual([]);
  });

  it('sorts as it is asked to, and by creation otherwise', async () => {
    const byName = await names('sort=name');

    expect(await names('')).toEqual(['First', 'Berlin', 'Ærø', 'Amsterdam', '100 % Oslo', 'berlin west']);
    expect(await names('sort=-created_at')).toEqual([
      'berlin west',
      '100 % Oslo',
      'Amsterdam',
      'Ærø',
      'Berlin',
      'First',
    ]);
    expect(await names('sort=-name')).toEqual(byName.toReversed());
    expect((await api.request('GET', '/v1/accounts?sort=status')).status).toBe(400);
  });

  it('narrows by the time of creation', async () => {
    const { list } = await api.request('GET', '/v1/accounts');
    const third = encodeURIComponent(list[3]?.created_at ?? '');

    expect((await names(`created_after=${third}`)).at(-1)).toBe('berlin west');
    expect(await names(`created_before=${third}`)).not.toContain('berlin west');
    expect(await names('created_after=2999-01-01T00:00:00%2B02:00')).toEqual([]);
    expect(await names('created_before=0001-01-01T00:00:00Z')).toEqual([]);
    const beyond = ['0000-12-31T23:59:59.999Z', '0001-01-01T00:00:00%2B00:01', '9999-12-31T23:59:59-23:00'];
    for (const wrong of ['yesterday', '2026-11-21', '2026-13-01T00:00:00Z', ...beyond, '']) {
      expect((await api.request('GET', `/v1/accounts?created_after=${wrong}`)).status).toBe(400);
    }
  });

  it('links a page to its neighbours under the base that was used', async () => {
    const { headers } = await api.request('GET', '/api/v1/accounts?per_page=2&page=2&status=active');

    expect(headers.get('link')).toBe(
      [
        '</api/v1/accounts?per_page=2&page=1&status=active>; rel="first"',
        '</api/v1/accounts?per_page=2&page=1&status=active>; rel="prev"',
        '</api/v1/accounts?per_page=2&page=3&status=active>; rel="next"',
        '</api/v1/accounts?per_page=2&page=3&status=active>; rel="last"',
      ].join(', '),
    );
    expect((await api.request('GET', '/v1/accounts?per_page=100')).headers.get('link')).toBeNull();
  });

  it('walks runs by id, while new ones come', async () => {
    const integration = await addIntegration(api);
    const runs: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      runs.unshift((await api.request('POST', `/v1/integrations/${integration.id}/execute`)).data.id);
    }
    const list = async (query: string): Promise<string[]> =>
      (await api.request('GET', `/v1/runs?${query}`)).list.map(({ id }) => id);

    expect(await list('per_page=2')).toEqual(runs.slice(0, 2));
    expect(await list(`per_page=2&after=${runs[1]}`)).toEqual(runs.slice(2, 4));
    expect(await list(`before=${runs[1]}`)).toEqual(runs.slice(0, 1));
    expect(await list('trigger=manual')).toEqual(runs);
    expect(await list('trigger=schedule')).toEqual([]);
  });

  it('finds integrations by a connector that they use', async () => {
    const integration = await addIntegration(api);
    const list = async (connector: string): Promise<string[]> =>
      (await api.request('GET', `/v1/integrations?connector=${connector}`)).list.map(({ id }) => id);

    expect(await list('postgres')).toContain(integration.id);
    expect(await list('s3')).toEqual([]);
  });
});
