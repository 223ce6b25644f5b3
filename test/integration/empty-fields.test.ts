import { beforeEach, describe, expect, it } from 'vitest';
import {
  addPeopleFlow,
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
});
