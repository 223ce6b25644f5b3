import { expect, describe, it } from 'vitest';
import { toLookup } from '../../services/shared/schemas.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work, wake } = createWaitActs(hub);

const day = 86_400_000;
/** Five minutes, the coarsest grain of waits. */
const grain = 300_000;

describe('test/integration/trickling-waits', { timeout: 120_000 }, () => {
  it('lets items whose times come one by one go on together, at few instants and none too early', async () => {
    // A person each second, for ten minutes in three days.
    const first = Math.ceil((Date.now() + 3 * day) / grain) * grain + 1000;
    const people = Array.from({ length: 600 }, (_, n) => ({
      id: `p${n}`,
      at: new Date(first + n * 1000).toISOString(),
    }));
    hub.stub.always('GET /people', () => ({ json: people }));
    const end = await connectStub(hub);
    const body = {
      name: 'Joiners',
      source: { ...end, object: '/people', key: ['id'] },
      steps: [{ id: 'pause', wait: { until: 'record.at' } }],
    };
    const { data, error } = await hub.api.request('POST', '/v1/integrations', { body });
    expect(error).toBeUndefined();
    const input = await hub.activities.begin(data.id);
    expect(await work(input)).toMatchObject({ status: 'parked', waits: [{ items: people.length }] });

    const id = toLookup('run', input.runId);
    const waits = await hub.api.admin<{ key: string; due: number }[]>`
      select items.key, (extract(epoch from due_at) * 1000)::float8 as due
      from waits join items on items.id = waits.item_id where waits.run_id = ${id}`;
    const late = waits.map(({ key, due }) => due - Date.parse(people.find((one) => one.id === key)?.at ?? ''));
    expect(waits).toHaveLength(people.length);
    expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...late)).toBeLessThanOrEqual(grain);
    const instants = new Set(waits.map(({ due }) => due)).size;
    expect(instants).toBeLessThanOrEqual(3);

    let wakes = 0;
    for (let woken = await pass(input); woken !== undefined; woken = await pass(input)) {
      wakes += 1;
      if ((await work(woken)).status === 'done') break;
    }
    expect(wakes).toBe(instants);
    const [ended] = await hub.api.admin`
      select count(*)::int as items from items where run_id = ${id} and status = 'succeeded'`;
    expect(ended).toEqual({ items: people.length });
  });

  /** Lets the time come at which the run goes on. */
  async function pass(input: Parameters<typeof wake>[0]): ReturnType<typeof wake> {
    const id = toLookup('run', input.runId);
    await hub.api.admin`
      update waits set due_at = due_at - left_over.time
      from (select wake_at - clock_timestamp() + interval '1 millisecond' as time from runs where id = ${id}) as left_over
      where run_id = ${id} and status = 'open'`;
    await hub.api.admin`update runs set wake_at = clock_timestamp() where id = ${id} and status = 'waiting'`;
    return wake(input);
  }
});
