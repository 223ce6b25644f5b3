import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addFeed, addIntegration } from './flows.ts';
import { type Answer, startTestApi, type TestApi } from './harness.ts';
import { addMember, type Browser, publicUrl } from './people-acts.ts';

let api: TestApi;
let ada: Browser;
let ben: Browser;
let integration: string;

beforeAll(async () => {
  api = await startTestApi({ publicUrl });
  await addFeed(api);
  integration = (await addIntegration(api, { name: 'Joiners' })).id;
  ({ browser: ada } = await addMember(api, 'ada@example.com', [{ role: 'builder' }]));
  ({ browser: ben } = await addMember(api, 'ben@example.com', [{ role: 'builder' }]));
}, 60_000);

afterAll(() => api.close());

const work = (name: string): object => ({ definition: { name }, base: { name: 'Joiners' }, base_etag: '"1-abc"' });

/** @param etag Of the draft that is replaced. */
function keep(person: Browser, name: string, etag?: string): Promise<Answer> {
  const headers = etag === undefined ? {} : { 'if-match': etag };
  return person.request('PUT', `/v1/me/integration-drafts/${integration}`, { body: work(name), headers });
}

const read = (person: Browser): Promise<Answer> => person.request('GET', `/v1/me/integration-drafts/${integration}`);
const etagOf = ({ headers }: Answer): string => headers.get('etag') ?? '';

describe('test/api/integration-drafts', () => {
  it('keeps what a person has not saved, for another browser of theirs, and changes nothing of the integration', async () => {
    const before = await api.request('GET', `/v1/integrations/${integration}`);
    const kept = await keep(ada, 'Joiners and leavers');
    const found = await read(ada);

    expect([kept.status, kept.data]).toMatchObject([200, { integration_id: integration, integration_name: 'Joiners' }]);
    expect(found.data).toMatchObject(work('Joiners and leavers'));
    expect((await ada.request('GET', '/v1/me/integration-drafts')).list).toMatchObject([
      { integration_id: integration, integration_name: 'Joiners' },
    ]);
    expect((await api.request('GET', `/v1/integrations/${integration}`)).data).toEqual(before.data);
    expect((await keep(ada, 'Joiners 2', etagOf(kept))).status).toBe(200);
  });

  it('shows it to nobody else, and to no program', async () => {
    await keep(ada, 'Of Ada', etagOf(await read(ada)));

    expect((await read(ben)).status).toBe(404);
    expect((await ben.request('GET', '/v1/me/integration-drafts')).list).toEqual([]);
    expect((await ben.request('DELETE', `/v1/me/integration-drafts/${integration}`)).status).toBe(404);
    expect((await keep(ben, 'Of Ben')).status).toBe(200);
    expect((await read(ada)).data).toMatchObject(work('Of Ada'));
    const program = await api.request('GET', '/v1/me/integration-drafts');
    expect([program.status, program.error.code]).toEqual([403, 'forbidden']);
  });

  it('replaces what is kept only for who names its version: another browser may have gone on with it', async () => {
    const first = await read(ada);
    const second = await keep(ada, 'From the office', etagOf(first));

    expect([(await keep(ada, 'From home', etagOf(first))).error.code, (await keep(ada, 'Blindly')).error.code]).toEqual(
      ['precondition_failed', 'precondition_required'],
    );
    expect((await read(ada)).data).toMatchObject(work('From the office'));
    const gone = await ada.request('DELETE', `/v1/me/integration-drafts/${integration}`, {
      headers: { 'if-match': etagOf(first) },
    });
    expect(gone.error.code).toBe('precondition_failed');
    const dropped = await ada.request('DELETE', `/v1/me/integration-drafts/${integration}`, {
      headers: { 'if-match': etagOf(second) },
    });
    expect([dropped.status, (await read(ada)).status]).toEqual([200, 404]);
  });

  it('is of integrations that are there, for who may change some, and goes with them', async () => {
    const vic = (await addMember(api, 'vic@example.com', [{ role: 'viewer' }])).browser;
    expect((await keep(vic, 'Looked at')).error.code).toBe('insufficient_scope');
    const other = (await addIntegration(api, { name: 'Leavers' })).id;
    const put = (id: string): Promise<Answer> =>
      ada.request('PUT', `/v1/me/integration-drafts/${id}`, { body: work('Leavers 2') });
    expect((await put(other)).status).toBe(200);
    await api.request('DELETE', `/v1/integrations/${other}`);

    expect((await put(other)).status).toBe(404);
    expect((await ada.request('GET', '/v1/me/integration-drafts')).list).toEqual([]);
  });
});
