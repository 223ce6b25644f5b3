import { describe, expect, it } from 'vitest';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work, wake, passTime } = createWaitActs(hub);

describe('test/integration/approval-events', { timeout: 120_000 }, () => {
  it('tells in sums of items that come to an approval, and of those that nobody approves', async () => {
    const people = Array.from({ length: 300 }, (_, n) => ({ id: `p${n}` }));
    hub.stub.always('GET /people', () => ({ json: people }));
    const endpoint = { name: 'Desk', url: 'https://example.com/hook', events: ['approval.*'] };
    expect((await hub.api.request('POST', '/v1/webhook-endpoints', { body: endpoint })).status).toBe(201);
    const end = await connectStub(hub);
    const wait = { for: 'approval', message: "'Account for ' + record.id + '?'", timeout: '3d', on_timeout: 'reject' };
    const body = {
      name: 'Joiners',
      source: { ...end, object: '/people', key: ['id'] },
      steps: [{ id: 'manager', wait }],
    };
    const { data, error } = await hub.api.request('POST', '/v1/integrations', { body });
    expect(error).toBeUndefined();

    const input = await hub.activities.begin(data.id);
    expect(await work(input)).toMatchObject({ status: 'parked', waits: [{ items: people.length }] });
    await passTime(input);
    await work((await wake(input)) ?? input);

    const events = await hub.api.admin<{ type: string; events: number; items: number }[]>`
      select type, count(*)::int as events, sum((snapshot ->> 'count')::int)::int as items
      from events where snapshot ->> 'step' = 'manager' group by type order by min(seq)`;
    // Items are worked on by pages of 200.
    expect(events).toEqual([
      { type: 'approval.requested', events: 2, items: people.length },
      { type: 'approval.expired', events: 2, items: people.length },
    ]);
    const [deliveries] = await hub.api.admin`select count(*)::int as count from webhook_deliveries`;
    expect(deliveries).toEqual({ count: 4 });
  });
});
