import { beforeEach, describe, expect, it } from 'vitest';
import { connectStub, runToEnd } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();

let people: { id: string; login: string; team: string; desk: string }[];

beforeEach(() => {
  people = ['a', 'b', 'c'].map((login, index) => ({ id: `p${index}`, login, team: 'red', desk: `d${index}` }));
  hub.stub.always('GET /people', () => ({ json: people }));
});

interface Saved {
  id: string;
  source: object;
  patch: (source: object) => Promise<{ status: number; error: unknown }>;
}

async function save(source: object): Promise<Saved> {
  const end = await connectStub(hub);
  const whole = { ...end, object: '/people', key: ['id'], ...source };
  const steps = [{ id: 'seen', transform: { set: { team: 'record.team' } } }];
  const saved = await hub.api.request('POST', '/v1/integrations', { body: { name: 'Movers', source: whole, steps } });
  expect(saved.error).toBeUndefined();
  const { id } = saved.data;
  const patch: Saved['patch'] = async (changed) => {
    const { status, error } = await hub.api.request('PATCH', `/v1/integrations/${id}`, { body: { source: changed } });
    return { status, error };
  };
  return { id, source: whole, patch };
}

/** Runs the integration. @returns the items that it made. */
async function listMade({ id }: Saved): Promise<string[]> {
  const { record } = await runToEnd(hub, id);
  expect(record).toMatchObject({ status: 'succeeded', counters: { read: people.length } });
  const { list } = await hub.api.request('GET', `/v1/runs/${record.id}/items`);
  return list
    .filter(({ status }) => status === 'succeeded')
    .map(({ key, change }) => `${String(key)} ${String(change)}`);
}

describe('test/integration/changed-sources', { timeout: 60_000 }, () => {
  it.each([
    ['other fields', { watch: ['desk'] }],
    ['all fields', { watch: null }],
  ])('makes no items when %s are watched from now on, except of what changed since', async (_what, watch) => {
    const movers = await save({ watch: ['team'] });
    expect(await listMade(movers)).toHaveLength(3);

    expect(await movers.patch(watch)).toMatchObject({ status: 200 });
    expect(await listMade(movers)).toEqual([]);

    people = people.map((person) => (person.id === 'p1' ? { ...person, desk: 'd9' } : person));
    expect(await listMade(movers)).toEqual(['p1 updated']);
    expect(await listMade(movers)).toEqual([]);
  });

  it('makes an item of a change that came together with the change of what is watched', async () => {
    const movers = await save({ watch: ['team'] });
    await listMade(movers);
    people = people.map((person) => (person.id === 'p2' ? { ...person, desk: 'd9' } : person));

    await movers.patch({ watch: ['desk'] });

    expect(await listMade(movers)).toEqual(['p2 updated']);
  });

  it('makes items of all records again in a full resync, whatever is watched', async () => {
    const movers = await save({ watch: ['team'] });
    await listMade(movers);
    await movers.patch({ watch: ['desk'] });

    const input = await hub.activities.begin(movers.id, { full_resync: true });
    await hub.activities.runSegment(input);
    await hub.activities.finishRun({ ...input, outcome: 'succeeded' });

    const { list } = await hub.api.request('GET', `/v1/runs/${input.runId}/items`);
    expect(list).toHaveLength(3);
  });

  it.each([
    ['key', { key: ['login'] }],
    ['object', { object: '/staff' }],
  ])('asks again what becomes of the records that are there when the %s changes', async (_what, changed) => {
    const movers = await save({});
    if ('object' in changed) hub.stub.always('GET /staff', () => ({ json: people }));
    await listMade(movers);

    const unasked = await movers.patch(changed);
    expect(unasked).toMatchObject({
      status: 400,
      error: { code: 'invalid_request', details: { errors: [{ path: 'source.start', code: 'required' }] } },
    });
    expect(await movers.patch({ ...changed, start: 'baseline' })).toMatchObject({ status: 200 });
    expect(await listMade(movers)).toEqual([]);

    people = people.map((person) => (person.id === 'p0' ? { ...person, team: 'blue' } : person));
    expect(await listMade(movers)).toHaveLength(1);
  });

  it('makes items of all records by another key where that is asked for', async () => {
    const movers = await save({ start: 'baseline' });
    expect(await listMade(movers)).toEqual([]);

    await movers.patch({ key: ['login'], start: 'process' });

    expect(await listMade(movers)).toEqual(['a created', 'b created', 'c created']);
  });
});
