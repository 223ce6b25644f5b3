import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HttpStub } from '../harness/http.ts';
import { type ConnectionWorker, startConnectionWorker } from './connection-worker.ts';
import { type Answer, startTestApi, type TestApi } from './harness.ts';

let api: TestApi;
let worker: ConnectionWorker;
let stub: HttpStub;
const canary = 'canary/Zx81+client=secret';

beforeAll(async () => {
  api = await startTestApi();
  worker = await startConnectionWorker(api, ['127.0.0.0/8']);
});

afterAll(async () => {
  await worker.stop();
  await api.close();
});

beforeEach(async () => {
  stub = await HttpStub.start();
  return () => stub.stop();
});

function toInput(change: object = {}) {
  return {
    name: 'Wiki',
    service_type: 'http',
    credentials: {
      client_id: 'me',
      client_secret: canary,
      token_url: `${stub.url}/token`,
      authorize_url: 'https://login.example.com/authorize?prompt=consent',
      scope: 'read write',
    },
    config: { base_url: stub.url, test_path: '/me' },
    ...change,
  };
}

function authorize(change: object = {}): Promise<Answer> {
  return api.request('POST', '/v1/connections/authorize', { body: toInput(change) });
}

/** What the browser brings back. @returns status and body as they are. */
async function comeBack(parameters: Record<string, string>): Promise<{ status: number; body: Record<string, string> }> {
  const response = await api.app.request(`/oauth/callback?${new URLSearchParams(parameters).toString()}`);
  return { status: response.status, body: z.record(z.string(), z.string()).parse(await response.json()) };
}

async function begin(change: object = {}): Promise<{ url: URL; state: string }> {
  const { status, data } = await authorize(change);
  expect(status).toBe(200);
  const begun = z.object({ authorize_url: z.string(), state: z.string() }).parse(data);
  return { url: new URL(begun.authorize_url), state: begun.state };
}

describe('test/api/authorize', () => {
  it('sends a person off, exchanges the code that comes back, and uses the tokens', async () => {
    const { url, state } = await begin();
    stub
      .on('POST /token', { json: { access_token: 'a1', refresh_token: 'r1', expires_in: 3600 } })
      .on('GET /me', { json: {} });

    const finished = await comeBack({ state, code: 'one-time' });

    expect(finished).toEqual({
      status: 200,
      body: { connection_id: expect.stringMatching(/^conn_/), status: 'active' },
    });
    const id = finished.body['connection_id'] ?? '';
    expect((await api.request('GET', `/v1/connections/${id}`)).data).toMatchObject({ name: 'Wiki', status: 'active' });
    expect((await api.request('POST', `/v1/connections/${id}/test`)).data).toMatchObject({ ok: true });
    const [exchange, use] = stub.requests;
    const form = new URLSearchParams(exchange?.body);
    expect(Object.fromEntries(form)).toMatchObject({
      grant_type: 'authorization_code',
      code: 'one-time',
      redirect_uri: url.searchParams.get('redirect_uri'),
    });
    expect(
      createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url'),
    ).toBe(url.searchParams.get('code_challenge'));
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      prompt: 'consent',
      response_type: 'code',
      client_id: 'me',
      scope: 'read write',
      code_challenge_method: 'S256',
      state,
    });
    expect(url.href).not.toContain('canary');
    expect(use?.headers['authorization']).toBe('Bearer a1');
  });

  it('takes a state once, and none that it did not give', async () => {
    const { state } = await begin();
    const other = await begin();
    stub.on('POST /token', { json: { access_token: 'a1' } });
    const forged = Buffer.from(state, 'base64url');
    forged.writeUInt8((forged.at(-1) ?? 0) ^ 1, forged.length - 1);

    const answers = [
      await comeBack({ state: forged.toString('base64url'), code: 'c' }),
      await comeBack({ state, code: 'c' }),
      await comeBack({ state, code: 'c' }),
      await comeBack({ state: 'x', code: 'c' }),
      await comeBack({ code: 'c' }),
      await comeBack({ state: other.state, error: 'access_denied', error_description: canary }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([400, 200, 400, 400, 400, 400]);
    expect(answers[0]).toEqual(answers[2]);
    expect(answers[5]?.body['error_description']).toBe('The user denied authorization.');
  });

  it('does not take a state that is too old', async () => {
    const { state } = await begin();
    await api.admin`update connection_authorizations set expires_at = now() - interval '1 second'`;

    expect((await comeBack({ state, code: 'c' })).status).toBe(400);
  });

  it('authorizes a connection again, and its failure is over', async () => {
    stub.always('POST /token', { json: { access_token: 'a1', refresh_token: 'r1' } });
    const first = await begin();
    const { body } = await comeBack({ state: first.state, code: 'c' });
    const id = body['connection_id'] ?? '';
    await api.admin`update connections set status = 'expired', status_reason = 'Authorize it again.'`;
    expect((await api.request('GET', `/v1/connections/${id}`)).data).toMatchObject({
      status: 'expired',
      status_reason: 'Authorize it again.',
    });

    const { state } = await begin({ connection_id: id });
    expect(await comeBack({ state, code: 'd' })).toMatchObject({ status: 200, body: { connection_id: id } });

    const { data } = await api.request('GET', `/v1/connections/${id}`);
    expect(data).toMatchObject({ status: 'active' });
    expect(data).not.toHaveProperty('status_reason');
  });

  it('tells the person that the system did not take the code, and keeps nothing', async () => {
    const before = await api.request('GET', '/v1/connections');
    const { state } = await begin();
    stub.on('POST /token', { status: 400, json: { error: 'invalid_grant', error_description: canary } });

    const { status, body } = await comeBack({ state, code: 'c' });

    expect([status, body['error']]).toEqual([400, 'invalid_request']);
    expect(body['error_description']).toContain('invalid_grant');
    expect(JSON.stringify(body)).not.toContain('canary');
    expect((await api.request('GET', '/v1/connections')).meta?.total).toBe(before.meta?.total);
  });

  it.each([
    ['/v1/connections/authorize', { credentials: { token: 't' } }, 'credentials', 'not_authorizable'],
    ['/v1/connections', {}, 'credentials', 'authorization_required'],
  ])('sends what belongs elsewhere there: %s', async (path, change, at, code) => {
    const { status, error } = await api.request('POST', path, { body: toInput(change) });

    expect(status).toBe(400);
    expect(error.details['errors']).toEqual([expect.objectContaining({ path: at, code })]);
  });

  it('stores neither secrets nor verifiers in clear', async () => {
    await begin();

    const rows = await api.admin<{ text: string }[]>`select t::text as text from connection_authorizations t`;

    expect(rows.length).toBeGreaterThan(0);
    for (const { text } of rows) {
      expect(text).not.toContain('canary');
      expect(text).not.toContain(Buffer.from(canary).toString('hex'));
    }
  });
});
