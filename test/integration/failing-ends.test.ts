import { describe, expect, it } from 'vitest';
import { addPeopleFlow } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();
const mapping = [
  { to: 'login', from: 'login' },
  { to: 'name', from: 'name', required: true },
];

describe('test/integration/failing-ends', () => {
  it('fails a run when too many records of its last page failed', async () => {
    const people = Array.from({ length: 100 }, (_, index) => ({ login: `p${index}`, ...(index < 1 && { name: 'P' }) }));
    hub.stub.on('GET /people', { json: people }).on('PUT /users/p0', {});
    const input = await hub.activities.begin(
      await addPeopleFlow(hub, { mapping, on_error: { abort_above_percent: 50 } }),
    );

    await expect(hub.activities.runSegment(input)).rejects.toMatchObject({ type: 'too_many_failures' });
    await hub.activities.finishRun({ ...input, outcome: 'failed' });

    const { data } = await hub.api.request('GET', `/v1/runs/${input.runId}`);
    expect(data).toMatchObject({
      status: 'failed',
      counters: { read: 100, created: 1, failed: 99 },
      error: { code: 'too_many_failures' },
    });
  });

  it('lets a segment that got on return, and one that did not fail, when the system has a fault', async () => {
    hub.stub
      .on('GET /people?page=1', { json: [{ login: 'ann', name: 'Ann' }] })
      .always('GET /people?page=2', { status: 500 })
      .on('PUT /users/ann', {});
    const flow = await addPeopleFlow(hub, {
      source: { options: { pagination: { kind: 'page', parameter: 'page' }, page_size: 1 } },
      mapping,
    });
    const input = await hub.activities.begin(flow);

    const first = await hub.activities.runSegment(input);

    expect(first).toMatchObject({ status: 'waiting', counters: { read: 1, created: 1 } });
    await expect(hub.activities.runSegment(input)).rejects.toMatchObject({ nonRetryable: false });
    const { list } = await hub.api.request('GET', `/v1/runs/${input.runId}/logs`);
    const retried = list.filter(({ code }) => code === 'segment_retried');
    expect(retried).toHaveLength(2);
    expect(retried[0]).toMatchObject({ details: { attempt: 1, next_try_in_ms: expect.any(Number) } });
  });
});
