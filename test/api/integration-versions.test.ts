import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addIntegration } from './flows.ts';
import { startTestApi, type TestApi } from './harness.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

const changes: [method: string, path: string, body?: object][] = [
  ['PUT', '', { name: 'Other' }],
  ['PATCH', '', { name: 'Other' }],
  ['POST', '/activate'],
  ['POST', '/deactivate'],
  ['POST', '/revisions/1/activate'],
  ['DELETE', ''],
];

describe('test/api/integration-versions', () => {
  it.each(changes)('%s %s heeds If-Match', async (method, path, body) => {
    const { id } = await addIntegration(api);
    if (path.startsWith('/revisions/')) {
      await api.request('POST', `/v1/integrations/${id}/activate`);
      await api.request('PUT', `/v1/integrations/${id}`, { body: { concurrency: 'skip' } });
    }
    const send = (tag: string) =>
      api.request(method, `/v1/integrations/${id}${path}`, {
        headers: { 'if-match': tag },
        ...(body === undefined ? {} : { body }),
      });
    const read = await api.request('GET', `/v1/integrations/${id}`);
    const tag = read.headers.get('etag') ?? '';

    const stale = await send('"999-other"');
    const present = await send(tag);

    expect([stale.status, stale.error.code]).toEqual([412, 'precondition_failed']);
    expect(present.status).toBe(200);
  });

  it('gives each change a tag of its own, which the next change may name', async () => {
    const created = await addIntegration(api);
    const path = `/v1/integrations/${created.id}`;
    const first = await api.request('GET', path);

    const second = await api.request('PUT', path, {
      body: { name: 'Second' },
      headers: { 'if-match': first.headers.get('etag') ?? '' },
    });
    const third = await api.request('POST', `${path}/activate`, {
      headers: { 'if-match': second.headers.get('etag') ?? '' },
    });
    const late = await api.request('PUT', path, {
      body: { name: 'Late' },
      headers: { 'if-match': second.headers.get('etag') ?? '' },
    });

    expect([second.status, third.status, late.status]).toEqual([200, 200, 412]);
    expect((await api.request('GET', path)).headers.get('etag')).toBe(third.headers.get('etag'));
  });

  it('asks for a tag where the organization wants one', async () => {
    const { api_key: key } = await api.addOrganization('Careful');
    await api.admin`update organizations set require_if_match = true where name = 'Careful'`;
    const { id } = await addIntegration(api, {}, key);

    const answers = [];
    for (const [method, path, body] of changes) {
      answers.push(
        await api.request(method, `/v1/integrations/${id}${path}`, { key, ...(body === undefined ? {} : { body }) }),
      );
    }

    expect(answers.map(({ status, error }) => [status, error.code])).toEqual(
      changes.map(() => [428, 'precondition_required']),
    );
  });
});
