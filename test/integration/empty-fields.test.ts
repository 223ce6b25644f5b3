import { beforeEach, describe, expect, it } from 'vitest';
import {
  addPeopleFlow,
  connectStub,
  type EndedRun,
  foundAccounts,
  inPairs,
  runToEnd,
  servePairs,
} from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();
let people: { login: string; title?: string | null; city?: string }[];

beforeEach(() => {
  people = Array.from({ length: 6 }, (_, index) => ({ login: `p${index}`, title: 'Engineer' }));
  servePairs(hub.stub, () => people);
  hub.stub.always('GET /accounts', { json: [] });
  hub.stub.always('POST /accounts', ({ body }) => ({ status: 201, json: { id: JSON.parse(body).login } }));
});

async function run(...rules: object[]): Promise<EndedRun> {
  const mapping = [{ to: 'login', from: 'login' }, ...rules];
  return runToEnd(hub, await addPeopleFlow(hub, { source: inPairs, target: foundAccounts, mapping }));
}

describe('test/integration/empty-fields', () => {
  it('tells which fields had no value in any record', async () => {
    const { record, logs } = await run(
      { to: 'title', from: 'titel' },
      { to: 'city', from: 'city' },
      { to: 'kind', value: null },
    );

    expect(record).toMatchObject({ status: 'succeeded', empty_fields: ['title', 'city'] });
    expect(logs).toContainEqual(
      expect.objectContaining({ level: 'warn', code: 'fields_empty', message: expect.stringContaining('`title`') }),
    );
  });

  it('takes a field for filled by one record, on whatever page', async () => {
    people[5] = { login: 'p5', city: 'Bern' };

    const { record, logs } = await run({ to: 'title', from: 'title' }, { to: 'city', from: 'city' });

    expect(record['empty_fields']).toBeUndefined();
    expect(logs.map(({ code }) => code)).toEqual(['queued', 'started', 'finished']);
  });

  describe('of the actions of a flow', () => {
    const addSteps = async (...rules: object[]): Promise<string> => {
      const end = await connectStub(hub);
      const mapping = [{ to: 'login', from: 'record.login' }, ...rules];
      const account = { ...end, ...foundAccounts, mapping };
      const { data, error } = await hub.api.request('POST', '/v1/integrations', {
        body: {
          name: 'Accounts',
          source: { ...end, object: '/people', key: ['login'], ...inPairs },
          steps: [{ id: 'account', action: account }],
        },
      });
      expect(error?.details.errors ?? error).toBeUndefined();
      return data.id;
    };

    it('tells of those that had no value, in the first run of a revision and in full resyncs', async () => {
      const id = await addSteps({ to: 'title', from: 'record.titel' }, { to: 'city', from: 'record.city' });
      people[5] = { login: 'p5', city: 'Bern' };

      const first = await runToEnd(hub, id);
      expect(first.record).toMatchObject({ status: 'succeeded', empty_fields: ['account.title'] });
      expect(first.logs).toContainEqual(expect.objectContaining({ level: 'warn', code: 'fields_empty' }));

      people.push(...['p6', 'p7', 'p8'].map((login) => ({ login })));
      expect((await runToEnd(hub, id)).record['empty_fields']).toBeUndefined();
      expect((await runToEnd(hub, id, { full_resync: true })).record).toMatchObject({
        empty_fields: ['account.title'],
      });
    });

    it('says nothing of a few items', async () => {
      people = people.slice(0, 2);

      const { record } = await runToEnd(hub, await addSteps({ to: 'title', from: 'record.titel' }));

      expect(record['empty_fields']).toBeUndefined();
    });
  });
});
