import { beforeEach, describe, expect, it } from 'vitest';
import { actOnRuns } from '../api/run-acts.ts';
import { addPeopleFlow, connectStub, type EndedRun, runToEnd } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();
let people: { id: number | string; site: string; login?: string }[];
let written: string[];

const asNumbers = [1, 2, 3].map((id) => ({ id, site: 'x', login: `p${id}` }));
const asTexts = asNumbers.map((person) => ({ ...person, id: String(person.id) }));
const key = ['id', 'site'];

beforeEach(() => {
  people = asNumbers;
  written = [];
  hub.stub.always('GET /people', () => ({ json: people }));
  for (const login of ['p1', 'p2', 'p3']) {
    hub.stub
      .ifAsked(`PUT /users/${login}`, ({ body }) => (written.push(`PUT ${body}`), {}))
      .ifAsked(`DELETE /users/${login}`, () => (written.push(`DELETE ${login}`), {}));
  }
});

/** An integration whose records have keys of two fields, and that removes those that are gone. */
function addMirror(mapping: object[] = [{ to: 'login', from: 'login', required: true }], more = {}): Promise<string> {
  const options = {
    path: '/users/{login}',
    method: 'PUT',
    idempotency: { kind: 'put_by_key' },
    delete: { path: '/users/{login}' },
  };
  const target = { object: 'users', operation: 'upsert', options, on_missing: 'delete' };
  return addPeopleFlow(hub, { source: { key, ...more }, target, mapping });
}

async function run(id: string): Promise<EndedRun> {
  written = [];
  return runToEnd(hub, id);
}

describe('test/integration/listed-keys', { timeout: 60_000 }, () => {
  it.each([
    ['two fields', {}],
    ['the fields of a record and its element', { key: ['id'], flatten: { list: '[site]', as: 'place' } }],
  ])(
    'keeps the records of a source that begins to write its numbers otherwise, by a key of %s',
    async (_what, more) => {
      const id = await addMirror(undefined, more);
      await run(id);
      expect(written).toHaveLength(3);

      for (const form of [asTexts, asTexts, asTexts, asNumbers, asNumbers]) {
        people = form;
        expect(await run(id)).toMatchObject({ record: { status: 'succeeded', counters: { skipped: 3, deleted: 0 } } });
        expect(written).toEqual([]);
      }
    },
  );

  it('updates the record that it was, removes it once it is gone, and keeps what fails', async () => {
    const id = await addMirror([
      { to: 'login', from: 'login', required: true },
      { to: 'number', from: 'id' },
    ]);
    await run(id);
    people = asTexts;
    expect((await run(id)).record).toMatchObject({ counters: { updated: 3, created: 0, deleted: 0 } });

    people = asTexts
      .slice(0, 2)
      .map(({ id: number, site, login }) => ({ id: number, site, ...(number === '1' ? { login } : {}) }));
    await run(id);
    const { record, failed } = await run(id);

    expect(record).toMatchObject({ counters: { skipped: 1, failed: 1, deleted: 1 } });
    expect(failed).toMatchObject([{ source_key: '[2,"x"]', code: 'required_missing' }]);
    expect(written).toEqual(['DELETE p3']);
  });

  it('counts a key once that a page has in two forms', async () => {
    const id = await addMirror();
    people = [...asNumbers, ...asTexts];

    expect((await run(id)).record).toMatchObject({ counters: { created: 3, deduplicated: 3 } });
    people = asNumbers;
    expect((await run(id)).record).toMatchObject({ counters: { skipped: 3, deleted: 0 } });
  });

  it('does not write a failed record over what a later run wrote under another form of its key', async () => {
    const mapping = [
      { to: 'login', from: 'login' },
      { to: 'team', from: 'team', required: true },
    ];
    const id = await addMirror(mapping.slice(0, 1));
    await run(id);
    await hub.api.request('PUT', `/v1/integrations/${id}`, { body: { mapping } });
    people = asTexts;
    const input = await hub.activities.begin(id);
    await hub.activities.runSegment(input);
    await hub.activities.finishRun({ ...input, outcome: 'succeeded' });
    const records = `/v1/runs/${input.runId}/records`;
    const { list: failed } = await hub.api.request('GET', records);
    people = asTexts.map((person) => ({ ...person, team: 'red' }));
    await run(id);
    expect(written).toHaveLength(3);
    await hub.api.request('PUT', `/v1/integrations/${id}`, { body: { mapping: mapping.slice(0, 1) } });

    written = [];
    const { data } = await hub.api.request('POST', `${records}/retry`, { body: { all: true } });
    await actOnRuns(hub.api).setRunning(data.id);
    await hub.activities.runSegment({ ...input, runId: `run_${data.id.slice(4)}` });

    expect(failed.map(({ source_key: sourceKey }) => sourceKey)).toEqual(['[1,"x"]', '[2,"x"]', '[3,"x"]']);
    expect(written).toEqual([]);
  });

  it('makes an item of a record that changed, under the key of those before it, and none of the others', async () => {
    const source = { ...(await connectStub(hub)), object: '/people', key, watch: ['login'] };
    const steps = [{ id: 'seen', transform: { set: { login: 'record.login' } } }];
    const { data, error } = await hub.api.request('POST', '/v1/integrations', {
      body: { name: 'Movers', source, steps },
    });
    expect(error).toBeUndefined();
    const made = async (): Promise<unknown[]> => {
      const { record } = await run(data.id);
      const { list } = await hub.api.request('GET', `/v1/runs/${record.id}/items`);
      return list.map((item) => `${String(item['key'])} ${String(item['change'])}`).toSorted();
    };

    expect(await made()).toEqual(['[1,"x"] created', '[2,"x"] created', '[3,"x"] created']);
    people = asTexts;
    expect(await made()).toEqual([]);
    people = asTexts.map((person) => (person.id === '2' ? { ...person, login: 'other' } : person));
    expect(await made()).toEqual(['[2,"x"] updated']);
    expect(await made()).toEqual([]);
  });
});
