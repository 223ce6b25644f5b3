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

  it('makes nothing under a name that is taken, for who asks for that, however many ask at once', async () => {
    const make = (name: string, headers: Record<string, string> = { 'if-none-match': '*' }) =>
      api.request('POST', '/v1/connections', { body: { name, service_type: 'cisa_kev', credentials: {} }, headers });

    const answers = await Promise.all([1, 2, 3, 4].map(() => make('Raced')));

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 412, 412, 412]);
    expect(answers.find(({ status }) => status === 412)?.error.code).toBe('precondition_failed');
    const made = answers.find(({ status }) => status === 201)?.data.id;
    expect((await make('Raced', {})).status).toBe(201);
    for (const { id } of (await api.request('GET', '/v1/connections?q=Raced')).list)
      await api.request('DELETE', `/v1/connections/${id}`);
    const again = await make('Raced');
    expect([again.status, again.data.id === made]).toEqual([201, false]);
    const other = await api.addOrganization('Other');
    const elsewhere = await api.request('POST', '/v1/accounts', {
      key: other.api_key,
      body: { name: 'Only here' },
      headers: { 'if-none-match': '*' },
    });
    const here = await api.request('POST', '/v1/accounts', {
      body: { name: 'Only here' },
      headers: { 'if-none-match': '*' },
    });
    expect([elsewhere.status, here.status]).toEqual([201, 201]);
  });

  it.each([
    ['/v1/accounts', { name: 'Twice' }],
    ['/v1/calendars', { name: 'Twice', timezone: 'UTC' }],
    ['/v1/lookup-tables', { name: 'Twice', entries: {} }],
    ['/v1/integrations', { name: 'Twice' }],
    ['/v1/oauth-clients', { name: 'Twice', scopes: ['runs:read'] }],
    ['/v1/webhook-endpoints', { name: 'Twice', url: 'https://pager.example/hooks', events: ['run.failed'] }],
  ])('makes one %s of a name for who asks for that', async (path, body) => {
    const make = async (): Promise<number> =>
      (await api.request('POST', path, { body, headers: { 'if-none-match': '*' } })).status;

    expect([await make(), await make()]).toEqual([201, 412]);
  });
});
