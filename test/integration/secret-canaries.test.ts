import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actOnAudit } from '../api/audit-acts.ts';
import { startConnectionWorker } from '../api/connection-worker.ts';
import { dumpDatabase, formsOf } from '../harness/database/dump.ts';
import { startTestApi, type TestApi } from '../api/harness.ts';
import { openActivities, type TestActivities } from '../harness/activities.ts';
import { type Answer, HttpStub } from '../harness/http.ts';

const first = 'canary/Zx81+first=value';
const second = 'canary/Qw52+second=value';

let api: TestApi;
let activities: TestActivities;
let audit: Awaited<ReturnType<typeof actOnAudit>>;
let worker: Awaited<ReturnType<typeof startConnectionWorker>>;
let stub: HttpStub;
const lines: string[] = [];

beforeAll(async () => {
  api = await startTestApi({ allow: ['127.0.0.0/8'] });
  activities = await openActivities(api, lines);
  audit = await actOnAudit(api);
  worker = await startConnectionWorker(api, ['127.0.0.0/8']);
  stub = await HttpStub.start();
});

afterAll(async () => {
  await stub.stop();
  await worker.stop();
  await audit.close();
  await activities.close();
  await api.close();
});

/** A third party that repeats the credential it was shown, in every form. */
function echo(status: number): Answer {
  return ({ headers }) => {
    const token = String(headers['authorization']).replace('Bearer ', '');
    return { status, json: { error: { message: `Not with Bearer ${token}: ${formsOf(token).join(' ')}` } } };
  };
}

async function connect(name: string): Promise<string> {
  const body = { name, service_type: 'http', credentials: { token: first }, config: { base_url: stub.url } };
  return (await api.request('POST', '/v1/connections', { body })).data.id;
}

async function addFlow(sourceId: string, targetId: string): Promise<string> {
  const { data } = await api.request('POST', '/v1/integrations', {
    body: {
      name: 'People',
      source: { connection_id: sourceId, object: '/people', key: ['id'] },
      target: {
        connection_id: targetId,
        object: 'people',
        operation: 'upsert',
        options: { path: '/people/{id}', method: 'PUT', idempotency: { kind: 'put_by_key' } },
      },
      mapping: [{ to: 'id', from: 'id' }],
    },
  });
  return data.id;
}

/** What Temporal would keep of it. */
async function runSegment(integrationId: string): Promise<{ runId: string; kept: string }> {
  const input = await activities.begin(integrationId);
  const kept = await activities.runSegment(input).then(
    (report) => JSON.stringify(report),
    (error: unknown) => (error instanceof Error ? `${String(error)} ${JSON.stringify(error)}` : String(error)),
  );
  return { runId: input.runId, kept };
}

describe('test/integration/secret-canaries', () => {
  it('shows secrets that third parties repeat in no log, run log, audit event, answer, history or table', async () => {
    const [sourceId, targetId] = [await connect('Source'), await connect('Target')];
    stub.on('GET /people', echo(400), echo(401), { json: [{ id: 'a' }] });
    stub.on('PUT /people/a', echo(422));
    stub.on('GET /', echo(401), echo(403));

    const refused = await runSegment(await addFlow(sourceId, targetId));
    const unauthorized = await runSegment(await addFlow(sourceId, targetId));
    await api.request('PUT', `/v1/connections/${sourceId}/credentials`, { body: { credentials: { token: second } } });
    const rejected = await runSegment(await addFlow(sourceId, targetId));
    const test = await api.request('POST', `/v1/connections/${sourceId}/test`);
    await api.request('PATCH', `/v1/connections/${sourceId}`, { body: { name: 'Renamed' } });
    await audit.seal();
    const read = (path: string) => api.request('GET', `/v1${path}`);
    const answers = await Promise.all([
      ...[refused, unauthorized, rejected].flatMap(({ runId }) =>
        ['', '/logs', '/records', '/steps'].map((part) => read(`/runs/${runId}${part}`)),
      ),
      ...['/audit-events', '/audit-events/export', '/connections', '/integrations'].map(read),
    ]);
    const shown = {
      answers: [test.body, ...answers.map(({ body }) => body)],
      kept: [refused.kept, unauthorized.kept, rejected.kept],
      lines: [...lines, ...worker.logged, ...api.logged, ...audit.logged],
      tables: await dumpDatabase(api.admin),
    };

    for (const [place, texts] of Object.entries(shown)) {
      for (const secret of [first, second, api.organization.api_key]) {
        for (const form of formsOf(secret)) expect(JSON.stringify(texts).includes(form), place).toBe(false);
      }
    }
    expect(stub.requests.map(({ headers }) => headers['authorization'])).toContain(`Bearer ${second}`);
    // All of these places did get something.
    const logged = lines.map((line): unknown => JSON.parse(line));
    expect(logged).toContainEqual(expect.objectContaining({ msg: 'segment failed', run_id: refused.runId }));
    const text = JSON.stringify(shown.answers);
    for (const code of [
      'segment_failed',
      'credentials_refused',
      'connection.credentials_replaced',
      'Not with Bearer [redacted]',
    ])
      expect(text).toContain(code);
  });

  it('shows a user and password in no wire form, in failed records, previews, browsed records or explanations', async () => {
    const login = { username: 'u', password: first };
    const pair = Buffer.from(`${login.username}:${login.password}`).toString('base64');
    const body = { name: 'Basic', service_type: 'http', credentials: login, config: { base_url: stub.url } };
    const { data: connection } = await api.request('POST', '/v1/connections', { body });
    const echoCredentials: Answer = ({ headers }) => ({
      json: [{ id: 'b', header: headers['authorization'], [String(headers['authorization'])]: 1 }],
    });
    stub.on('GET /people', echoCredentials, echoCredentials, echoCredentials);
    stub.on('PUT /people/b', ({ headers }) => ({
      status: 400,
      json: { message: `header was ${String(headers['authorization'])}` },
    }));
    const flow = await addFlow(connection.id, connection.id);
    const { data: mapped } = await api.request('PATCH', `/v1/integrations/${flow}`, {
      body: {
        mapping: [
          { to: 'id', from: 'id' },
          { to: 'header', from: 'header' },
        ],
      },
    });

    const run = await runSegment(flow);
    const read = (path: string) => api.request('GET', `/v1${path}`);
    const answers = await Promise.all([
      api.request('POST', `/v1/integrations/${mapped.id}/preview`, { body: {} }),
      read(`/connections/${connection.id}/objects/${encodeURIComponent('/people')}/records`),
      read(`/runs/${run.runId}/records`),
      read(`/runs/${run.runId}/records/b/explanation`),
      read(`/runs/${run.runId}/logs`),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const shown = JSON.stringify([answers.map(({ body: text }) => text), await dumpDatabase(api.admin), lines]);
    for (const form of [...formsOf(first), pair.replace(/=+$/, '')]) expect(shown.includes(form)).toBe(false);
    expect(JSON.stringify(answers.map(({ body: text }) => text))).toContain('header was Basic [redacted]');
  });
});
