import { beforeEach, describe, expect, it } from 'vitest';
import { connectStub, putUsers } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work } = createWaitActs(hub);

let person: { login: string; status: string };

beforeEach(() => {
  person = { login: 'ann', status: 'active' };
  hub.stub.always('GET /people', () => ({ json: [person] }));
});

/** @returns what lets the person have a status, and takes that through the steps. */
async function save(steps: (end: { connection_id: string }) => object[]): Promise<(status: string) => Promise<void>> {
  const end = await connectStub(hub);
  const body = { name: 'People', source: { ...end, object: '/people', key: ['login'] }, steps: steps(end) };
  const { data, error } = await hub.api.request('POST', '/v1/integrations', { body });
  expect(error).toBeUndefined();
  return async (status) => {
    person = { ...person, status };
    expect(await work(await hub.activities.begin(data.id))).toMatchObject({ status: 'done' });
  };
}

describe('test/integration/returning-people', { timeout: 60_000 }, () => {
  it('writes the account of a person who returns again, with the values that another step changed meanwhile', async () => {
    const written: boolean[] = [];
    hub.stub.always('PUT /users/ann', ({ body }) => {
      written.push(JSON.parse(body).active);
      return { json: {} };
    });
    const put = (end: object, active: boolean): object => ({
      ...end,
      ...putUsers,
      mapping: [
        { to: 'login', from: 'record.login' },
        { to: 'active', value: active },
      ],
    });
    const become = await save((end) => [
      { id: 'account', when: "record.status == 'active'", action: put(end, true) },
      { id: 'off', when: "record.status == 'left'", action: put(end, false) },
    ]);

    for (const status of ['active', 'left', 'active', 'left']) await become(status);

    expect(written).toEqual([true, false, true, false]);
  });

  it('takes a person for new whose first item failed, until one of them succeeds', async () => {
    const texts: string[] = [];
    hub.stub.always('POST /notices', ({ body }) => {
      texts.push(JSON.parse(body).text);
      return texts.length === 1 ? { status: 422, json: {} } : { status: 201, json: { id: texts.length } };
    });
    const become = await save((end) => [
      {
        id: 'notice',
        action: {
          ...end,
          object: '/notices',
          operation: 'create',
          options: { path: '/notices', idempotency: { kind: 'header' }, target_id_path: 'id' },
          mapping: [{ to: 'text', formula: "change + ' ' + (before == null ? 'none' : before.status)" }],
        },
      },
    ]);

    for (const status of ['active', 'moved', 'left']) await become(status);

    expect(texts).toEqual(['created none', 'created none', 'updated moved']);
  });
});
