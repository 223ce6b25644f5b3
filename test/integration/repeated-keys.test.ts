import { beforeEach, describe, expect, it } from 'vitest';
import { addPeopleFlow, connectStub, type EndedRun, inPairs, runToEnd, servePairs } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();
/** Two a page. */
let people: { login: string; team: string }[];
let written: string[];

const a1 = { login: 'a', team: 'red' };
const a2 = { login: 'a', team: 'blue' };
const [b, c] = [
  { login: 'b', team: 'red' },
  { login: 'c', team: 'red' },
];

beforeEach(() => {
  people = [a1, b, a2, c];
  servePairs(hub.stub, () => people);
});

/** An integration that writes each person; or a flow that makes an item of each. */
async function add(kind: 'mapping' | 'steps', target: object = {}): Promise<string> {
  if (kind === 'steps') {
    const source = { ...(await connectStub(hub)), object: '/people', key: ['login'], ...inPairs };
    const steps = [{ id: 'seen', transform: { set: { team: 'record.team' } } }];
    const { data, error } = await hub.api.request('POST', '/v1/integrations', {
      body: { name: 'Movers', source, steps },
    });
    expect(error).toBeUndefined();
    return data.id;
  }
  for (const login of ['a', 'b', 'c']) {
    hub.stub.ifAsked(`PUT /users/${login}`, ({ body }) => (written.push(body), {}));
  }
  const options = {
    path: '/users/{login}',
    method: 'PUT',
    idempotency: { kind: 'put_by_key' },
    delete: { path: '/users/{login}' },
  };
  const mapping = [
    { to: 'login', from: 'login' },
    { to: 'team', from: 'team' },
  ];
  const users = { object: 'users', operation: 'upsert', options, ...target };
  return addPeopleFlow(hub, { source: inPairs, target: users, mapping });
}

async function run(id: string, options = {}): Promise<EndedRun & { note: unknown }> {
  written = [];
  const ended = await runToEnd(hub, id, options);
  return { ...ended, note: ended.logs.find(({ code }) => code === 'duplicate_keys')?.['details'] };
}

const put = (person: object): string => JSON.stringify(person);
const oneRepeated = { records: 1, keys: ['a'] };

describe('test/integration/repeated-keys', { timeout: 60_000 }, () => {
  it('lets the last record of a key count that several pages have, says so, and writes nothing in the next run', async () => {
    const id = await add('mapping');

    const first = await run(id);
    const writtenThen = [...written];
    const second = await run(id);

    expect(writtenThen.at(-1)).toBe(put(a2));
    expect(first).toMatchObject({ record: { status: 'succeeded' }, note: oneRepeated });
    expect(written).toEqual([]);
    expect(second).toMatchObject({
      record: { status: 'succeeded', counters: { read: 4, updated: 0, skipped: 3, deduplicated: 1 } },
      note: oneRepeated,
    });
    expect((await run(id)).note).toEqual(oneRepeated);
    expect(written).toEqual([]);
  });

  it('writes a record that comes to have another on a later page once, and then nothing', async () => {
    const id = await add('mapping');
    people = [a1, b, c];
    await run(id);
    people = [a1, b, a2, c];

    await run(id);
    expect(written).toEqual([put(a2)]);
    await run(id);
    expect(written).toEqual([]);
  });

  it('writes the record that is left, in the same run, when the last one of its key is gone or changes', async () => {
    const id = await add('mapping');
    await run(id);
    people = [a1, b, { ...a2, team: 'green' }, c];

    await run(id);
    expect(written).toEqual([put({ ...a2, team: 'green' })]);
    people = [a1, b, c];
    await run(id);
    expect(written).toEqual([put(a1)]);
    expect(await run(id)).toMatchObject({ note: undefined, record: { counters: { skipped: 3, deduplicated: 0 } } });
    expect(written).toEqual([]);
  });

  it('writes nothing when pages end elsewhere, nor when all of it is on one', async () => {
    const id = await add('mapping');
    people = [b, c, a1, a2];
    await run(id);

    for (const moved of [
      [b, a1, a2, c],
      [b, a1, a2],
      [a1, a2],
    ]) {
      people = moved;
      await run(id);
      expect(written).toEqual([]);
    }
  });

  it('rewrites each key once in a full resync', async () => {
    const id = await add('mapping');
    await run(id);
    await run(id);

    await run(id, { full_resync: true });

    expect(written.toSorted()).toEqual([put(a2), put(b), put(c)].toSorted());
  });

  it('removes a record once none of its key is there, and not before', async () => {
    const id = await add('mapping', { on_missing: 'delete' });
    hub.stub.ifAsked('DELETE /users/a', () => (written.push('DELETE a'), {}));
    await run(id);
    people = [b, c, a2];
    await run(id);
    expect(written).toEqual([]);
    people = [b, c];
    await run(id);
    expect(written).toEqual([]);

    expect((await run(id)).record).toMatchObject({ counters: { deleted: 1 } });
    expect(written).toEqual(['DELETE a']);
  });

  it('makes items of what changed, and none in the next run', async () => {
    const id = await add('steps');
    const made = async (): Promise<unknown[]> => {
      const { record } = await run(id);
      const { list } = await hub.api.request('GET', `/v1/runs/${record.id}/items`);
      return list.map(({ key, change }) => `${String(key)} ${String(change)}`).toSorted();
    };

    expect(await made()).toEqual(['a created', 'a updated', 'b created', 'c created']);
    expect(await made()).toEqual([]);
    people = [a1, b, { ...a2, team: 'green' }, c];
    expect(await made()).toEqual(['a updated']);
    expect(await made()).toEqual([]);
  });
});
