import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toUuid } from '../../core/ids.ts';
import { addIntegration } from './flows.ts';
import { type Answer, type Item, startTestApi, type TestApi } from './harness.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

const credentials = { access_key_id: 'AKIAIOSFODNN7EXAMPLE', secret_access_key: 'CANARY-secret', region: 'eu-west-1' };

async function addConnection(): Promise<Item> {
  const body = { name: 'Cloud', service_type: 'aws', credentials };
  return (await api.request('POST', '/v1/connections', { body })).data;
}

/** Makes so many requests that some of them must wait for others' locks. */
function atOnce(make: (index: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: 8 }, (_, index) => make(index)));
}

describe('test/api/concurrent-changes', () => {
  it('carries out every change of a connection that waited for a replacement of its credentials', async () => {
    const { id } = await addConnection();

    const answers = await atOnce((index) =>
      index % 2 === 0
        ? api.request('PUT', `/v1/connections/${id}/credentials`, { body: { credentials } })
        : api.request('PATCH', `/v1/connections/${id}`, { body: { name: `Cloud ${index}` } }),
    );

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(answers.length);
  });

  it('carries out every change of an integration that waited for another revision', async () => {
    const { id } = await addIntegration(api);

    const answers = await atOnce((index) =>
      api.request('PATCH', `/v1/integrations/${id}`, { body: { on_error: { abort_above_percent: index + 1 } } }),
    );

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const revisions = answers.map(({ data }) => Number(data['revision'])).toSorted((a, b) => a - b);
    expect(revisions).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('lets one of several changes of one version through, and tells the others', async () => {
    const { id } = await addIntegration(api);
    const { headers } = await api.request('GET', `/v1/integrations/${id}`);

    const answers = await atOnce((index) =>
      api.request('PATCH', `/v1/integrations/${id}`, {
        body: { on_error: { abort_above_percent: index + 1 } },
        headers: { 'if-match': headers.get('etag') ?? '' },
      }),
    );

    const codes = answers.map(({ status, error }) => error?.code ?? status).toSorted();
    expect(codes).toEqual([200, ...Array.from({ length: 7 }, () => 'precondition_failed')]);
  });

  it('refuses to delete a connection that is in use without waiting for who changes the integration', async () => {
    const integration = await addIntegration(api);

    const refused = await api.admin.begin(async (sql) => {
      await sql`select 1 from integrations where id = ${toUuid('integration', integration.id) ?? ''} for no key update`;
      return await api.request('DELETE', `/v1/connections/${connectionOf(integration['source'])}`);
    });

    expect([refused.status, refused.error?.code]).toEqual([409, 'resource_in_use']);
  });
});

function connectionOf(end: unknown): string {
  return String((end as { connection_id?: unknown }).connection_id);
}
