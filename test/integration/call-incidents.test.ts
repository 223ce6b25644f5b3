import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();

/** Reads `/people` page by page, and writes each with a request of its own. */
async function addFlow(login: object = { credentials: {} }): Promise<string> {
  const connection = await hub.api.request('POST', '/v1/connections', {
    body: { name: 'HR', service_type: 'http', config: { base_url: hub.stub.url }, ...login },
  });
  const end = { connection_id: connection.data.id };
  const paging = { pagination: { kind: 'page', parameter: 'page' }, page_size: 2 };
  const writing = { path: '/users/{login}', method: 'PUT', idempotency: { kind: 'put_by_key' } };
  const { data } = await hub.api.request('POST', '/v1/integrations', {
    body: {
      name: 'Accounts',
      source: { ...end, object: '/people', key: ['login'], options: paging },
      target: { ...end, object: 'users', operation: 'upsert', options: writing },
      mapping: [{ to: 'login', from: 'login' }],
    },
  });
  return data.id;
}

const busy = { status: 429, headers: { 'retry-after': '1' } };
const down = { status: 503 };

describe('test/integration/call-incidents', () => {
  it('tells in the log of a run which calls were refused or failed, once for a segment', async () => {
    hub.stub
      .on('GET /people?page=1', busy, down, { json: [{ login: 'ann' }, { login: 'bob' }] })
      .on('GET /people?page=2', down, { json: [{ login: 'cyd' }] })
      .on('GET /people?page=3', { json: [] })
      .on('PUT /users/ann', busy, {})
      .on('PUT /users/bob', down, down, {})
      .on('PUT /users/cyd', {});
    const input = await hub.activities.begin(await addFlow());

    const report = await hub.activities.runSegment(input);

    expect(report).toMatchObject({ status: 'done', counters: { read: 3, created: 3, failed: 0 } });
    const { list } = await hub.api.request('GET', `/v1/runs/${input.runId}/logs`);
    const warnings = list.filter(({ level }) => level === 'warn');
    const place = (operation: string): object => ({ connector: 'http', operation });
    const waited = expect.any(Number);
    expect(warnings.map(({ code, details }) => ({ code, details }))).toEqual([
      {
        code: 'calls_throttled',
        details: { ...place('list'), statuses: { 429: 1 }, repeated: 1, waited_ms: waited, retry_after_ms: 1000 },
      },
      { code: 'calls_failed', details: { ...place('list'), statuses: { 503: 2 }, repeated: 2, waited_ms: waited } },
      {
        code: 'calls_throttled',
        details: { ...place('upsert'), statuses: { 429: 1 }, repeated: 1, waited_ms: waited, retry_after_ms: 1000 },
      },
      { code: 'calls_failed', details: { ...place('upsert'), statuses: { 503: 2 }, repeated: 2, waited_ms: waited } },
    ]);
    // What the system asked for, at least.
    expect(z.object({ waited_ms: z.number().min(990) }).safeParse(warnings[0]?.details)).toMatchObject({
      success: true,
    });
    expect(JSON.stringify(warnings)).not.toContain('ann');
  });

  it('tells what a system asked for that is left to a later segment', async () => {
    hub.stub.on('GET /people?page=1', { status: 429, headers: { 'retry-after': '60' } });
    const input = await hub.activities.begin(await addFlow());

    expect(await hub.activities.runSegment(input)).toMatchObject({ status: 'waiting' });

    const { list } = await hub.api.request('GET', `/v1/runs/${input.runId}/logs`);
    expect(list).toContainEqual(
      expect.objectContaining({
        code: 'waited',
        details: { reason: 'system', wait_ms: 60_000, connector: 'http', operation: 'list' },
      }),
    );
    expect(list).toContainEqual(
      expect.objectContaining({
        code: 'calls_throttled',
        details: {
          connector: 'http',
          operation: 'list',
          statuses: { 429: 1 },
          repeated: 0,
          waited_ms: 0,
          retry_after_ms: 60_000,
        },
      }),
    );
  });

  it('tells which calls for tokens were refused or failed, once each, beside those that needed them', async () => {
    const credentials = { client_id: 'hub', client_secret: 'secret-word', token_url: `${hub.stub.url}/token` };
    hub.stub
      .on('POST /token', busy, down, { json: { access_token: 'token-word', expires_in: 3600 } })
      .on('GET /people?page=1', { json: [] });
    const input = await hub.activities.begin(await addFlow({ credentials }));

    await hub.activities.runSegment(input);

    const { list } = await hub.api.request('GET', `/v1/runs/${input.runId}/logs`);
    const warnings = list.filter(({ level }) => level === 'warn');
    const called = { connector: 'http', operation: 'token', repeated: 1 };
    expect(warnings).toMatchObject([
      { code: 'calls_throttled', details: { ...called, statuses: { 429: 1 }, retry_after_ms: 1000 } },
      { code: 'calls_failed', details: { ...called, statuses: { 503: 1 } } },
    ]);
    expect(JSON.stringify(list)).not.toMatch(/secret-word|token-word/);
  });

  it('writes nothing down where every call was answered', async () => {
    hub.stub
      .on('GET /people?page=1', { json: [{ login: 'ann' }] })
      .on('GET /people?page=2', { json: [] })
      .on('PUT /users/ann', {});
    const input = await hub.activities.begin(await addFlow());

    await hub.activities.runSegment(input);

    const { list } = await hub.api.request('GET', `/v1/runs/${input.runId}/logs`);
    expect(list.map(({ code }) => code)).toEqual(['queued', 'started']);
  });
});
