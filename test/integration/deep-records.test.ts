import { describe, expect, it } from 'vitest';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();

describe('test/integration/deep-records', () => {
  // As deep as can be read: no writer of JSON has the stack for it.
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);

  it('keeps a failed record without its members that no JSON can be written of, and writes the others', async () => {
    const connection = await hub.api.request('POST', '/v1/connections', {
      body: { name: 'HR', service_type: 'http', credentials: {}, config: { base_url: hub.stub.url } },
    });
    const end = { connection_id: connection.data.id };
    const options = { path: '/copies/{id}', method: 'PUT', idempotency: { kind: 'put_by_key' } };
    const flow = await hub.api.request('POST', '/v1/integrations', {
      body: {
        name: 'People',
        source: { ...end, object: '/people', key: ['id'] },
        target: { ...end, object: 'copies', operation: 'upsert', match_on: ['id'], options },
        mapping: [
          { to: 'id', from: 'id', required: true },
          { to: 'born', from: 'born', convert: 'date' },
        ],
      },
    });
    hub.stub.on('GET /people', {
      headers: { 'content-type': 'application/json' },
      body: `[{"id": 1, "born": "soon", "deep": ${deep}}, {"id": 2, "deep": ${deep}}]`,
    });
    hub.stub.on('PUT /copies/2', {});

    const input = await hub.activities.begin(flow.data.id);
    const report = await hub.activities.runSegment(input);

    expect(report).toMatchObject({ status: 'done', counters: { read: 2, created: 1, failed: 1 } });
    const deadLetters = await hub.api.request('GET', `/v1/runs/${input.runId}/records`);
    expect(deadLetters.list).toMatchObject([{ source_key: '1', code: 'convert_failed', record: { born: 'text(4)' } }]);
    expect(deadLetters.list[0]?.['record']).not.toHaveProperty('deep');
  });
});
