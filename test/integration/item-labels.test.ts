import { beforeEach, describe, expect, it } from 'vitest';
import { connectStub, runToEnd } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();

let people: object[];

beforeEach(() => {
  people = [
    { id: 'p0', name: 'Ada Lovelace', team: 'red' },
    { id: 'p1', name: null, team: 'red' },
    { id: 'p2', name: 'Grace Hopper', team: 'red' },
  ];
});

async function save(
  members: object = {},
): Promise<{ data: { id: string }; error?: { details: { errors?: object[] } } }> {
  const source = {
    ...(await connectStub(hub)),
    object: '/people',
    key: ['id'],
    changes: ['created', 'updated', 'deleted'],
  };
  const steps = [{ id: 'seen', transform: { set: { team: 'record.team' } } }];
  return hub.api.request('POST', '/v1/integrations', {
    body: { name: 'Labels', source, steps, label: "record.name + ' (' + change + ')'", ...members },
  });
}

async function listLabels(runId: unknown, query = ''): Promise<unknown[]> {
  const { list } = await hub.api.request('GET', `/v1/runs/${String(runId)}/items${query}`);
  return list.map(({ key, label }) => [key, label]);
}

describe('test/integration/item-labels', { timeout: 60_000 }, () => {
  it('names items for people, and finds them by a part of that, in any case', async () => {
    hub.stub.always('GET /people', () => ({ json: people }));
    const { data } = await save();

    const first = await runToEnd(hub, data.id);
    people = [{ id: 'p0', name: 'Ada King', team: 'blue' }, people[1] ?? {}, people[2] ?? {}];
    const second = await runToEnd(hub, data.id);

    expect(await listLabels(first.record['id'])).toEqual([
      ['p0', 'Ada Lovelace (created)'],
      ['p1', undefined],
      ['p2', 'Grace Hopper (created)'],
    ]);
    expect(first.record).toMatchObject({ status: 'succeeded', counters: { failed: 0 } });
    expect(await listLabels(first.record['id'], '?label=HOPPER')).toEqual([['p2', 'Grace Hopper (created)']]);
    expect(await listLabels(first.record['id'], '?label=%25')).toEqual([]);
    expect(await listLabels(second.record['id'])).toEqual([['p0', 'Ada King (updated)']]);
  });

  it('is checked as formulas of steps are', async () => {
    const { error } = await save({ label: 'steps.seen.team' });

    expect(error?.details.errors).toMatchObject([{ path: 'label' }]);
  });
});
