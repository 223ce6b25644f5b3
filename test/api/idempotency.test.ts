import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../api/routes/index.ts';
import { addIntegration } from './flows.ts';
import { startTestApi, type TestApi } from './harness.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

const post = (path: string, key: string, body: unknown, headers: Record<string, string> = {}) =>
  api.request('POST', path, { body, headers: { 'idempotency-key': key, ...headers } });

describe('test/api/idempotency', () => {
  it('does a thing once, and answers the repetition with the same status, body and Location', async () => {
    const first = await post('/v1/accounts', 'once', { name: 'Once' });
    const again = await post('/api/v1/accounts', 'once', { name: 'Once' });
    const { meta } = await api.request('GET', '/v1/accounts?q=Once');

    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(meta.total).toBe(1);
  });

  it('takes another body, query or address for another request', async () => {
    const integration = await addIntegration(api);
    const other = await addIntegration(api);
    await post('/v1/accounts', 'reused', { name: 'A' });
    await post(`/v1/integrations/${integration.id}/execute`, 'reused', {});

    const answers = await Promise.all([
      post('/v1/accounts', 'reused', { name: 'B' }),
      post(`/v1/integrations/${other.id}/execute`, 'reused', {}),
    ]);

    expect(answers.map(({ status, error }) => [status, error.code])).toEqual([
      [422, 'idempotency_key_reused'],
      [422, 'idempotency_key_reused'],
    ]);
  });

  it('takes the order of members and an absent body for the same request', async () => {
    const integration = await addIntegration(api);
    const path = `/v1/integrations/${integration.id}/execute`;
    const first = await post(path, 'same', { full_resync: true, wait: 0 });
    const second = await post(path, 'same', { wait: 0, full_resync: true });
    const empty = await api.request('POST', path, { headers: { 'idempotency-key': 'empty' } });
    const object = await post(path, 'empty', {});

    expect(second.data.id).toBe(first.data.id);
    expect(object.data.id).toBe(empty.data.id);
  });

  it('makes one run of many requests at once', async () => {
    const integration = await addIntegration(api);

    const answers = await Promise.all(
      Array.from({ length: 60 }, () => post(`/v1/integrations/${integration.id}/execute`, 'storm', {})),
    );
    const { meta } = await api.request('GET', `/v1/runs?integration_id=${integration.id}`);
    const after = await post(`/v1/integrations/${integration.id}/execute`, 'storm', {});

    const accepted = answers.filter(({ status }) => status === 202);
    expect(new Set(accepted.map(({ data }) => data.id)).size).toBe(1);
    for (const { status, error, headers } of answers.filter((answer) => answer.status !== 202)) {
      expect([status, error.code, headers.get('retry-after')]).toEqual([409, 'idempotency_in_progress', '1']);
    }
    expect(meta.total).toBe(1);
    expect(after.data.id).toBe(accepted[0]?.data.id);
  });

  it('keeps a refusal that would be the same again, and none of what passes', async () => {
    const draft = await api.request('POST', '/v1/integrations', { body: { name: 'Draft' } });
    const path = `/v1/integrations/${draft.data.id}/execute`;
    const refused = await post(path, 'refused', {});
    const again = await post(path, 'refused', {});

    expect([refused.status, refused.error.code]).toEqual([409, 'integration_not_ready']);
    expect(again.body).toEqual(refused.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('request-id')).not.toBe(refused.headers.get('request-id'));
  });

  it.each([
    ['in the body', { wait: 22 }, {}],
    ['in a header', {}, { prefer: 'wait=22' }],
  ])('gives a refusal again also to who would wait, as said %s', async (where, body, headers) => {
    const refused = await post('/v1/integrations/tenable_io/execute', `wait ${where}`, body, headers);
    const again = await post('/v1/integrations/tenable_io/execute', `wait ${where}`, body, headers);

    expect([refused.status, refused.error.code]).toEqual([404, 'not_found']);
    expect([again.status, again.body]).toEqual([404, refused.body]);
  });

  it('keeps no refusal of a version: the same change may be meant for another one', async () => {
    const { data } = await api.request('POST', '/v1/accounts', { body: { name: 'First' } });
    const path = `/v1/accounts/${data.id}`;
    const change = (etag: string) =>
      api.request('PATCH', path, {
        body: { name: 'Second' },
        headers: { 'idempotency-key': 'version', 'if-match': etag },
      });
    const stale = await change('"7"');
    const { headers } = await api.request('GET', path);
    const fresh = await change(headers.get('etag') ?? '');

    expect([stale.status, fresh.status]).toEqual([412, 200]);
    expect(fresh.data.name).toBe('Second');
  });

  it('belongs to an organization', async () => {
    const other = await api.addOrganization('Second');
    const mine = await post('/v1/accounts', 'shared', { name: 'Mine' });
    const theirs = await api.request('POST', '/v1/accounts', {
      key: other.api_key,
      body: { name: 'Theirs' },
      headers: { 'idempotency-key': 'shared' },
    });

    expect([mine.data.name, theirs.data.name]).toEqual(['Mine', 'Theirs']);
  });

  it('gives no caller what another was told', async () => {
    const { data } = await api.request('POST', '/v1/api-keys', { body: { name: 'Few', scopes: ['api_keys:write'] } });
    const body = { name: 'Many', scopes: ['*'] };
    await post('/v1/api-keys', 'told', body);
    const stranger = await api.request('POST', '/v1/api-keys', {
      key: String(data['secret']),
      body,
      headers: { 'idempotency-key': 'told' },
    });

    expect([stranger.status, stranger.error.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('holds no answer in clear', async () => {
    await post('/v1/accounts', 'sealed', { name: 'CANARY-in-an-answer' });

    const rows = await api.admin<{ answer: Buffer }[]>`select answer from idempotency_keys`;
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ answer }) => answer.includes('CANARY'))).toBe(false);
  });

  it.each([
    ['', 400],
    ['x'.repeat(256), 400],
    ['é', 400],
    ['a b', 201],
    ['x'.repeat(255), 201],
  ])('judges the key %j with %i', async (key, expected) => {
    const { status } = await post('/v1/accounts', key, { name: 'Key' });

    expect(status).toBe(expected);
  });

  it('is asked of no operation that has no effect', () => {
    const effects = routes.filter(({ method, pure }) => method !== 'get' && pure !== true);

    expect(effects.length).toBeGreaterThan(5);
    expect(effects.map(({ operationId }) => operationId)).not.toContain('testConnection');
  });
});
