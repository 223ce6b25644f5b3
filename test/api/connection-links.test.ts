import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signInRate } from '../../api/rate-limits.ts';
import { systemClock } from '../../core/clock.ts';
import { HttpStub } from '../harness/http.ts';
import { type ConnectionWorker, startConnectionWorker } from './connection-worker.ts';
import { type Answer, startTestApi, type TestApi } from './harness.ts';
import { addMember, openBrowser, publicUrl, tokenOf } from './people-acts.ts';

const plenty = { perMinute: 1e6, burst: 1e6 };
const hourMs = 3_600_000;
const canary = 'CANARY-of-a-customer';
let api: TestApi;
let worker: ConnectionWorker;
let stub: HttpStub;
/** Ahead of the real clock. */
let aheadMs = 0;

beforeAll(async () => {
  const limits = { key: plenty, organization: plenty, address: plenty, signIn: signInRate };
  api = await startTestApi({ publicUrl, limits, clock: { ...systemClock, now: () => systemClock.now() + aheadMs } });
  worker = await startConnectionWorker(api, ['127.0.0.0/8']);
});

afterAll(async () => {
  await worker.stop();
  await api.close();
});

beforeEach(async () => {
  stub = await HttpStub.start();
  aheadMs = 0;
  return () => stub.stop();
});

async function makeLink(body: object = {}): Promise<{ id: string; token: string; answer: Answer }> {
  const answer = await api.request('POST', '/v1/connections/links', {
    body: { account_id: api.organization.account_id, service_types: ['http', 'postgres'], ...body },
  });
  expect([answer.status, answer.error]).toEqual([201, undefined]);
  return { id: answer.data.id, token: tokenOf(String(answer.data['url'])), answer };
}

/** As the page does for its visitor, who has no session. */
function visit(path: string, body: object): Promise<Answer> {
  return openBrowser(api).request('POST', path, { body });
}

const toSystem = (token: string, members: object = {}): object => ({
  token,
  service_type: 'http',
  credentials: { username: 'customer', password: canary },
  config: { base_url: stub.url, test_path: '/me' },
  ...members,
});

describe('test/api/connection-links', () => {
  it('lets somebody without a session test and connect one system, in the account of the link', async () => {
    stub.on('GET /me', { json: {} });
    const { id, token, answer } = await makeLink({
      name: 'HR of Acme',
      return_url: 'https://app.example.com/done?a=1',
    });
    expect(String(answer.data['url'])).toMatch(/^https:\/\/hub\.example\/app\/connect#ihc_[0-9A-Za-z]{49}$/);

    const { data: open } = await visit('/connect/link', { token });
    const tested = await visit('/connect/test', toSystem(token));
    const { data: connected } = await visit('/connect/finish', toSystem(token));

    expect(open).toMatchObject({ organization: { name: expect.any(String) }, name: 'HR of Acme' });
    expect(open['connectors']).toEqual([
      expect.objectContaining({ id: 'http' }),
      expect.objectContaining({ id: 'postgres' }),
    ]);
    expect([tested.status, tested.data['ok']]).toEqual([200, true]);
    const made = String(connected['connection_id']);
    expect(connected['return_url']).toBe(
      `https://app.example.com/done?a=1&status=connected&connection_id=${made}&link_id=${id}`,
    );
    expect((await api.request('GET', `/v1/connections/${made}`)).data).toMatchObject({
      name: 'HR of Acme',
      account_id: api.organization.account_id,
      status: 'active',
    });
    const { data: link } = await api.request('GET', `/v1/connections/links/${id}`);
    expect(link).toMatchObject({ status: 'used', connection_id: made });
    const { list: events } = await api.request('GET', `/v1/audit-events?resource_id=${made}`);
    expect(events.map((event) => [event['action'], event['actor']])).toEqual([['connection.created', id]]);
  });

  it('works for one connection: of two who use it at once, one is refused, and leaves nothing', async () => {
    const { token } = await makeLink({ name: 'Once' });

    const answers = await Promise.all([1, 2].map(() => visit('/connect/finish', toSystem(token))));

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect((await api.request('GET', '/v1/connections?q=Once')).list).toHaveLength(1);
    expect((await visit('/connect/link', { token })).status).toBe(404);
  });

  it('leads nowhere when it has expired, was taken back, or is a guess', async () => {
    const [old, taken] = [await makeLink({ expires_in_hours: 1 }), await makeLink()];
    await api.request('DELETE', `/v1/connections/links/${taken.id}`);
    aheadMs = 2 * hourMs;
    const guess = `${old.token.slice(0, -1)}${old.token.endsWith('0') ? '1' : '0'}`;

    const answers = [old.token, taken.token, guess, 'ihc_'].map((token) => visit('/connect/finish', toSystem(token)));

    for (const { status, error } of await Promise.all(answers))
      expect([status, error.code]).toEqual([404, 'not_found']);
    expect((await api.request('GET', `/v1/connections/links/${old.id}`)).data['status']).toBe('expired');
  });

  it('offers the connectors that it names and no others, and refuses what does not fit their forms', async () => {
    const { token } = await makeLink({ service_types: ['postgres'] });

    const other = await visit('/connect/finish', toSystem(token));
    const wrong = await visit('/connect/finish', toSystem(token, { service_type: 'postgres' }));

    expect(other.error.details.errors).toEqual([
      expect.objectContaining({ path: 'service_type', code: 'not_offered' }),
    ]);
    expect([wrong.status, wrong.error.code]).toEqual([400, 'invalid_request']);
    expect((await visit('/connect/link', { token })).status).toBe(200);
  });

  it('is for pages of the hub only: a request of another origin is refused', async () => {
    const { token } = await makeLink();
    const foreign = await openBrowser(api).request('POST', '/connect/link', {
      body: { token },
      headers: { 'sec-fetch-site': 'cross-site' },
    });

    expect([foreign.status, foreign.error.code]).toEqual([401, 'unauthorized']);
  });

  it('slows down who tries again and again', async () => {
    const { token } = await makeLink({ service_types: ['postgres'] });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 7; attempt += 1) {
      statuses.push((await visit('/connect/finish', toSystem(token))).status);
    }

    expect(statuses.slice(0, 5)).toEqual([400, 400, 400, 400, 400]);
    expect(statuses.at(-1)).toBe(429);
  });

  it('is spent by the authorization of a vendor, which ends on the page of who made it', async () => {
    stub.on('POST /token', { json: { access_token: 'a1', refresh_token: 'r1', expires_in: 3600 } });
    const { id, token } = await makeLink({ return_url: 'https://app.example.com/done' });
    const credentials = {
      client_id: 'me',
      client_secret: canary,
      token_url: `${stub.url}/token`,
      authorize_url: 'https://login.example.com/authorize',
    };
    const begun = await visit('/connect/authorize', toSystem(token, { credentials }));
    const state = new URL(String(begun.data['authorize_url'])).searchParams.get('state') ?? '';
    const comeBack = (query: string) =>
      api.app.request(`/oauth/callback?${query}`, { headers: { 'sec-fetch-mode': 'navigate' } });

    const refused = await comeBack('state=nonsense&code=1');
    const finished = await comeBack(`state=${state}&code=one-time`);

    expect([refused.status, refused.headers.get('location')]).toEqual([
      302,
      'https://hub.example/app/connected?status=failed',
    ]);
    const { data: link } = await api.request('GET', `/v1/connections/links/${id}`);
    expect([finished.status, finished.headers.get('location')]).toEqual([
      302,
      `https://app.example.com/done?status=connected&connection_id=${String(link['connection_id'])}&link_id=${id}`,
    ]);
    expect((await visit('/connect/link', { token })).status).toBe(404);
  });

  it('keeps the token as a digest, and credentials in no answer, event or log', async () => {
    const { token, id } = await makeLink();
    await visit('/connect/finish', toSystem(token));
    const { list } = await api.request('GET', '/v1/connections/links');
    const { list: events } = await api.request('GET', '/v1/audit-events?per_page=100');
    const [{ kept } = { kept: '' }] = await api.admin<{ kept: string }[]>`
      select string_agg(l::text, ' ') as kept from connection_links l`;

    expect(list.map((link) => link.id)).toContain(id);
    for (const text of [JSON.stringify(list), JSON.stringify(events), kept]) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(canary);
    }
  });

  it('is made for an account within reach, with an address that browsers may be sent to', async () => {
    const other = (await api.request('POST', '/v1/accounts', { body: { name: 'Other' } })).data.id;
    const { browser } = await addMember(api, 'limited@example.com', [
      { role: 'builder', account_id: api.organization.account_id },
    ]);
    const make = (body: object) =>
      browser.request('POST', '/v1/connections/links', { body: { service_types: ['http'], ...body } });
    const { id } = await makeLink({ account_id: other });

    expect((await make({ account_id: other })).status).toBe(400);
    expect((await make({ account_id: api.organization.account_id })).status).toBe(201);
    expect((await browser.request('GET', `/v1/connections/links/${id}`)).status).toBe(404);
    expect((await browser.request('GET', '/v1/connections/links')).list.map((link) => link.id)).not.toContain(id);
    for (const url of ['http://app.example.com/', 'javascript:alert(1)', 'https://user:pass@app.example.com/']) {
      const answer = await make({ account_id: api.organization.account_id, return_url: url });
      expect([url, answer.status]).toEqual([url, 400]);
    }
  });
});
