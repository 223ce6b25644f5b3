import { beforeEach, describe, expect, it } from 'vitest';
import type { SeenRequest } from '../harness/http.ts';
import { addPeopleFlow, type EndedRun, foundAccounts, putUsers, runToEnd } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();
let people: { id: string; login: string; name: string }[];
/** The only account that there is. */
let account: object | undefined;
let written: string[];

const ann = { id: '1', login: 'x', name: 'Ann' };
const bob = { id: '2', login: 'x', name: 'Bob' };

beforeEach(() => {
  account = undefined;
  written = [];
  hub.stub.always('GET /people', () => ({ json: people }));
});

/** Accounts that get their ids from the target, and are found by a field that says nothing of the source's key. */
function addFoundFlow(): Promise<string> {
  hub.stub
    .always('GET /accounts?login=x', () => ({ json: account === undefined ? [] : [account] }))
    .always('POST /accounts', write);
  const options = { ...foundAccounts.options, target_id_path: 'account_id' };
  return addFlow({ ...foundAccounts, options });
}

function write({ method, body }: SeenRequest): { json: object } {
  written.push(`${method} ${body}`);
  const made = { account_id: 'a-1', ...JSON.parse(body) };
  account = made;
  return { json: made };
}

function addFlow(target: object): Promise<string> {
  const mapping = [
    { to: 'login', from: 'login' },
    { to: 'name', from: 'name' },
  ];
  return addPeopleFlow(hub, { source: { key: ['id'] }, target, mapping });
}

async function run(id: string): Promise<EndedRun> {
  written = [];
  return runToEnd(hub, id);
}

describe('test/integration/shared-targets', () => {
  it('leaves a record of the target to its owner when another source record is found to be the same', async () => {
    const id = await addFoundFlow();
    people = [ann];
    await run(id);
    people = [ann, bob];

    const { record, failed } = await run(id);

    expect(record).toMatchObject({ status: 'partially_succeeded', counters: { skipped: 1, failed: 1 } });
    expect(failed).toMatchObject([{ source_key: '2', code: 'duplicate_target' }]);
    expect(written).toEqual([]);
    expect(account).toMatchObject({ name: 'Ann' });
  });

  it('creates one record of two new ones that are the same', async () => {
    people = [ann, bob];

    const { record, failed } = await run(await addFoundFlow());

    expect(record).toMatchObject({ counters: { created: 1, failed: 1 } });
    expect(failed).toMatchObject([{ source_key: '2', code: 'duplicate_target' }]);
    expect(written).toEqual(['POST {"login":"x","name":"Ann"}']);
  });

  it('lets two source records change their names for each other’s', async () => {
    for (const login of ['x', 'y']) {
      hub.stub.always(`PUT /users/${login}`, ({ url, body }) => (written.push(`${url} ${body}`), {}));
    }
    const id = await addFlow(putUsers);
    const [first, second] = [ann, { ...bob, login: 'y' }];
    people = [first, second];
    await run(id);
    people = [
      { ...first, login: 'y' },
      { ...second, login: 'x' },
    ];

    const { record } = await run(id);
    const writtenThen = written.toSorted();
    const again = await run(id);

    expect(record).toMatchObject({ status: 'succeeded', counters: { updated: 2, failed: 0 } });
    expect(writtenThen).toEqual(['/users/x {"login":"x","name":"Bob"}', '/users/y {"login":"y","name":"Ann"}']);
    expect(again.record).toMatchObject({ counters: { skipped: 2 } });
  });

  it('does not remove what the owner leaves while another source record claims it, but what nobody claims', async () => {
    for (const login of ['x', 'y']) {
      hub.stub
        .ifAsked(`PUT /users/${login}`, ({ body }) => (written.push(`PUT ${body}`), {}))
        .ifAsked(`DELETE /users/${login}`, () => (written.push(`DELETE ${login}`), {}));
    }
    const options = { ...putUsers.options, delete: { path: '/users/{login}' } };
    const id = await addFlow({ ...putUsers, options, on_missing: 'delete' });
    const cid = { id: '3', login: 'y', name: 'Cid' };
    const dan = { id: '4', login: 'z', name: 'Dan' };
    hub.stub.always('PUT /users/z', () => ({}));
    people = [ann, bob, cid, dan];
    await run(id);
    people = [bob, dan];

    const missedOnce = await run(id);
    const missedTwice = await run(id);
    const writtenThen = [...written];
    const { record } = await run(id);

    expect(missedOnce).toMatchObject({ record: { counters: { failed: 1 } }, failed: [{ code: 'duplicate_target' }] });
    expect(missedTwice.record).toMatchObject({ counters: { failed: 1, deleted: 1 } });
    expect(writtenThen).toEqual(['DELETE y']);
    expect(record).toMatchObject({ status: 'succeeded', counters: { created: 1, failed: 0, deleted: 0 } });
    expect(written).toEqual(['PUT {"login":"x","name":"Bob"}']);
  });
});
