import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { routes } from '../../api/routes/index.ts';
import { newId } from '../../core/ids.ts';
import { pageDefinitionsBytesMax } from '../../services/integrations/select-integration.ts';
import { addIntegration, makeFlow } from './flows.ts';
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

  it('finds a name by its decomposed form, too', async () => {
    const { data } = await api.request('POST', '/v1/lookup-tables', { body: { name: 'Cafe\u0301' } });
    const found = await api.request('GET', `/v1/lookup-tables?q=${encodeURIComponent('cafe\u0301')}`);

    expect([data.name, found.list.map(({ id }) => id)]).toEqual(['Caf\u00e9', [data.id]]);
  });

  it('counts and pages what is searched among integrations, in each order', async () => {
    for (const name of ['Wanted a', 'Other', 'wanted b', 'WANTED c']) await addIntegration(api, { name });
    const search = async (query: string): Promise<[string[], number | undefined]> => {
      const { list, meta } = await api.request('GET', `/v1/integrations?q=wanted&per_page=2${query}`);
      return [list.map(({ name }) => name), meta?.total];
    };

    expect(await search('')).toEqual([['Wanted a', 'wanted b'], 3]);
    expect(await search('&page=2')).toEqual([['WANTED c'], 3]);
    expect(await search('&page=3')).toEqual([[], 3]);
    expect(await search('&sort=-created_at')).toEqual([['WANTED c', 'wanted b'], 3]);
    expect((await search('&sort=-name'))[1]).toBe(3);
    expect(await search('&connector=postgres&page=2')).toEqual([['WANTED c'], 3]);
    expect(await search('&connector=github')).toEqual([[], 0]);
  });

  it('tells who asks for an unknown parameter which ones there are', async () => {
    const { error } = await api.request('GET', '/v1/workflows?kind=manual');

    expect(error.details.errors).toEqual([
      expect.objectContaining({ path: 'query.kind', code: 'unknown_field', allowed: expect.arrayContaining(['type']) }),
    ]);
  });

  it('names the parameter that an unknown one resembles', async () => {
    const { error } = await api.request('GET', '/v1/workflows?per_pge=10');

    expect(error.details.errors).toEqual([
      expect.objectContaining({
        path: 'query.per_pge',
        message: 'Unknown parameter. Did you mean `per_page`?',
        allowed: expect.arrayContaining(['per_page', 'type']),
      }),
    ]);
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
  });

  it.each([
    'yesterday',
    '2026-11-21',
    '2026-13-01T00:00:00Z',
    '9999-12-31T23:59:59-23:00',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00%2B23:59',
    '',
  ])('refuses %s as an instant', async (wrong) => {
    for (const name of ['created_after', 'created_before']) {
      const { status, error } = await api.request('GET', `/v1/accounts?${name}=${wrong}`);
      expect([status, error.details.errors[0]?.path]).toEqual([400, `query.${name}`]);
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

  it('filters runs by the account that their integration belongs to now', async () => {
    const { data: account } = await api.request('POST', '/v1/accounts', { body: { name: 'Filtered' } });
    const { data: empty } = await api.request('POST', '/v1/accounts', { body: { name: 'Empty' } });
    const [own, other] = [await addIntegration(api, { account_id: account.id }), await addIntegration(api)];
    const execute = (id: string) => api.request('POST', `/v1/integrations/${id}/execute`);
    const [run, alone] = [await execute(own.id), await execute(other.id)];
    const list = async (query: string) =>
      (await api.request('GET', `/v1/runs?${query}`)).list.map(({ id, account_id: of }) => [id, of]);

    expect([run.data['account_id'], alone.data['account_id']]).toEqual([account.id, undefined]);
    expect(await list(`account_id=${account.id}`)).toEqual([[run.data.id, account.id]]);
    expect(await list(`account_id=${account.id}&trigger=schedule`)).toEqual([]);
    expect(await list(`account_id=${empty.id}`)).toEqual([]);
    expect(await list(`integration_id=${other.id}`)).toEqual([[alone.data.id, undefined]]);
    const abroad = await api.addOrganization('Abroad');
    expect(await list(`account_id=${abroad.account_id}`)).toEqual([]);
    await api.request('PATCH', `/v1/integrations/${own.id}`, { body: { account_id: null } });
    expect(await list(`account_id=${account.id}`)).toEqual([]);
    expect((await api.request('GET', `/v1/runs/${run.data.id}`)).data).not.toHaveProperty('account_id');
  });

  const cursors = routes.flatMap(({ operationId, query }) =>
    Object.entries<z.core.$ZodType>(query?.shape ?? {})
      .filter(([name]) => ['after', 'before'].includes(name))
      .map(([name, shape]) => ({ title: `${operationId} ${name}`, shape })),
  );

  it.each(cursors)('refuses as cursor of $title what is no id', ({ shape }) => {
    const wrong = ['garbage', '', newId('request')];

    expect(wrong.map((text) => z.safeParse(shape, text).success)).toEqual([false, false, false]);
  });

  it('answers a cursor that is no id with 400', async () => {
    const integration = await addIntegration(api);
    const { data: run } = await api.request('POST', `/v1/integrations/${integration.id}/execute`);
    const answers = await Promise.all(
      ['runs', 'audit-events', `integrations/${integration.id}/runs`, `runs/${run.id}/logs`].map((path) =>
        api.request('GET', `/v1/${path}?after=garbage`),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  });

  it('finds integrations by a connector that they use', async () => {
    const integration = await addIntegration(api);
    const list = async (connector: string): Promise<string[]> =>
      (await api.request('GET', `/v1/integrations?connector=${connector}`)).list.map(({ id }) => id);

    expect(await list('postgres')).toContain(integration.id);
    expect(await list('s3')).toEqual([]);
  });

  it('gives no page of integrations whose definitions are too long together', async () => {
    const { api_key: key } = await api.addOrganization('Long');
    const text = 'lorem '.repeat(pageDefinitionsBytesMax / 3 / 6);
    const flow = await makeFlow(api, key);
    for (const name of ['a', 'b', 'c']) {
      const mapping = [
        { to: 'cve_id', from: 'cveID' },
        { to: 'note', value: text },
      ];
      const { status } = await api.request('POST', '/v1/integrations', { key, body: { name, ...flow, mapping } });
      expect(status).toBe(201);
    }

    const all = await api.request('GET', '/v1/integrations', { key });
    const some = await api.request('GET', '/v1/integrations?per_page=2&sort=-name', { key });

    expect([all.status, all.error.details.errors[0]?.path, all.error.details.errors[0]?.code]).toEqual([
      400,
      'query.per_page',
      'page_too_large',
    ]);
    expect([some.status, some.list.map(({ name }) => name), some.meta?.total]).toEqual([200, ['c', 'b'], 3]);
  });
});
