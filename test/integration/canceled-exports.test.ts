import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../api/harness.ts';
import { openActivities } from '../harness/activities.ts';
import { HttpStub } from '../harness/http.ts';

let api: TestApi;
let stub: HttpStub;

beforeAll(async () => {
  api = await startTestApi();
  stub = await HttpStub.start();
});

afterAll(async () => {
  await stub.stop();
  await api.close();
});

/** Carries the vulnerabilities of Tenable to a list. */
async function addFlow(): Promise<string> {
  const connect = async (input: object): Promise<string> =>
    (await api.request('POST', '/v1/connections', { body: { name: 'End', ...input } })).data.id;
  const scanner = await connect({
    service_type: 'tenable_io',
    credentials: { access_key: 'an access key', secret_key: 'a secret key' },
    config: {},
  });
  const list = await connect({ service_type: 'http', credentials: {}, config: { base_url: stub.url } });
  const options = { path: '/findings/{id}', method: 'PUT', idempotency: { kind: 'put_by_key' } };
  const integration = await api.request('POST', '/v1/integrations', {
    body: {
      name: 'Findings',
      source: { connection_id: scanner, object: 'vulnerabilities' },
      target: { connection_id: list, object: 'findings', operation: 'upsert', options },
      mapping: [{ to: 'id', from: 'asset.uuid' }],
    },
  });
  expect(integration.error?.details.errors).toBeUndefined();
  return integration.data.id;
}

describe('test/integration/canceled-exports', () => {
  it('stops the export that a canceled run waits for, from another process than the one that asked for it', async () => {
    const [died, other] = [await openActivities(api, [], stub.port), await openActivities(api, [], stub.port)];
    const flow = await addFlow();
    stub.on('POST /vulns/export', { json: { export_uuid: 'e-1' } });
    stub.on('GET /vulns/export/e-1/status', { json: { status: 'PROCESSING' } });
    stub.on('POST /vulns/export/e-1/cancel', { json: { status: 'CANCELLED' } });
    const input = await died.begin(flow);
    const report = await died.runSegment(input);

    const finished = await other.finishRun({ ...input, outcome: 'canceled' });

    expect(report.status).toBe('waiting');
    expect(finished.outcome).toBe('canceled');
    expect(stub.requests.at(-1)?.url).toBe('/vulns/export/e-1/cancel');
    await Promise.all([died.close(), other.close()]);
  });

  it('ends a canceled run whose source refuses to stop, and asks it once', async () => {
    const activities = await openActivities(api, [], stub.port);
    const flow = await addFlow();
    stub.on('POST /vulns/export', { json: { export_uuid: 'e-2' } });
    stub.on('GET /vulns/export/e-2/status', { json: { status: 'PROCESSING' } });
    stub.on('POST /vulns/export/e-2/cancel', { status: 400, json: { message: 'Cannot cancel a completed job' } });
    const input = await activities.begin(flow);
    await activities.runSegment(input);

    const outcomes = [
      await activities.finishRun({ ...input, outcome: 'canceled' }),
      await activities.finishRun({ ...input, outcome: 'canceled' }),
    ];

    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['canceled', 'canceled']);
    await activities.close();
  });
});
