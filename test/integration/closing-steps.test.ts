import { beforeEach, describe, expect, it } from 'vitest';
import type { Item } from '../api/harness.ts';
import { type Fate, failAt } from '../harness/fail-at-commit.ts';
import { neverKilled } from '../harness/killed-commits.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();

let notes: Map<string, string>;
let refused: ReadonlySet<string>;

beforeEach(() => {
  notes = new Map();
  refused = new Set(['p1']);
  hub.stub.always('GET /people', () => ({ json: ['p0', 'p1'].map((id) => ({ id })) }));
  // A vendor that knows what it was sent by the key of the request.
  hub.stub.always('POST /notes', ({ headers, body }) => {
    const { text } = JSON.parse(body);
    if (refused.has(text)) return { status: 422, json: { message: 'no' } };
    notes.set(String(headers['idempotency-key']), text);
    return { status: 201, json: {} };
  });
});

async function note(formula: string): Promise<object> {
  return {
    ...(await connectStub(hub)),
    object: '/notes',
    operation: 'create',
    options: { path: '/notes', idempotency: { kind: 'header' } },
    mapping: [{ to: 'text', formula }],
  };
}

async function save(more: object = {}, onError: object = {}): Promise<string> {
  const end = await connectStub(hub);
  const counted = "run.trigger + ' ' + string(run.counters.read) + ' read, ' + string(run.counters.failed) + ' failed'";
  const body = {
    name: 'People',
    source: { ...end, object: '/people', key: ['id'] },
    steps: [{ id: 'note', action: await note('record.id') }],
    // oxlint-disable-next-line unicorn/no-thenable -- A list: nothing calls it.
    on_error: { then: [{ id: 'alarm', action: await note(`'alarm: ' + ${counted}`) }], ...onError },
    finally: [
      { id: 'words', transform: { set: { text: counted } } },
      { id: 'report', action: await note("'report: ' + steps.words.text") },
    ],
    ...more,
  };
  const saved = await hub.api.request('POST', '/v1/integrations', { body });
  expect(saved.error).toBeUndefined();
  return saved.data.id;
}

/** Works on a run as a worker does that is killed at a commit, and another one after it. @returns the commits. */
async function run(
  integration: string,
  commit = neverKilled,
  fate: Fate = 'forgotten',
): Promise<{ run: Item; commits: number }> {
  const input = await hub.activities.begin(integration);
  const { deps } = hub.activities;
  const { database } = deps;
  const failing = failAt(database, commit, fate);
  deps.database = failing.database;
  let outcome: 'succeeded' | 'failed' | undefined;
  try {
    for (let losses = 0; outcome === undefined;) {
      try {
        const { status } = await hub.activities.runSegment(input);
        if (status === 'done') outcome = 'succeeded';
      } catch (error) {
        deps.database = database;
        const isDefined = ['record_failed', 'too_many_failures'].includes(String(Object(error)['type']));
        losses += 1;
        if (isDefined || losses > 2) outcome = 'failed';
        await hub.api
          .admin`update streams set lease_until = clock_timestamp() - interval '1 s' where lease_until is not null`;
      }
    }
  } finally {
    deps.database = database;
  }
  await hub.activities.finishRun({ ...input, outcome });
  return { run: (await hub.api.request('GET', `/v1/runs/${input.runId}`)).data, commits: failing.commits() };
}

const said = (): string[] => [...notes.values()].toSorted();

describe('test/integration/closing-steps', { timeout: 240_000 }, () => {
  it('goes once through the last steps of a run with failed items, whichever commit is lost', async () => {
    let commits = neverKilled;
    for (let commit = 1; commit <= commits; commit += 1) {
      notes.clear();
      const ended = await run(await save(), commit, commit % 2 === 0 ? 'forgotten' : 'answer lost');
      ({ commits } = ended);

      expect({ commit, status: ended.run['status'], said: said() }).toEqual({
        commit,
        status: 'partially_succeeded',
        said: ['alarm: manual 2 read, 1 failed', 'p0', 'report: manual 2 read, 1 failed'],
      });
    }
    expect(commits).toBeGreaterThan(10);
  });

  it('goes through the steps for failures only where items failed, in each run again', async () => {
    refused = new Set();
    const integration = await save();
    const first = await run(integration);
    const second = await run(integration);

    expect([first.run['status'], second.run['status']]).toEqual(['succeeded', 'succeeded']);
    expect(said()).toEqual(['p0', 'p1', 'report: manual 2 read, 0 failed', 'report: manual 2 read, 0 failed']);
    const items = (await hub.api.request('GET', `/v1/runs/${first.run['id']}/items`)).list;
    expect(items.find(({ child }) => child === 'finally')).toMatchObject({ key: '', status: 'succeeded' });
  });

  it('goes through them before a run fails that its own definition ends', async () => {
    const { run: ended } = await run(await save({}, { record: 'fail' }));

    expect(ended).toMatchObject({ status: 'failed', error: { code: 'record_failed' } });
    expect(said().filter((text) => !text.startsWith('p'))).toEqual([
      expect.stringContaining('alarm: manual'),
      expect.stringContaining('report: manual'),
    ]);
  });

  it('keeps a last step that fails as a failed record of the run, and checks what these steps read', async () => {
    refused = new Set(['p1', 'alarm: manual 2 read, 1 failed']);
    const { run: ended } = await run(await save());
    const { list } = await hub.api.request('GET', `/v1/runs/${ended['id']}/records`);
    expect(list.map(({ step }) => String(step)).toSorted()).toEqual(['alarm', 'note']);
    expect(said()).toEqual(['p0', 'report: manual 2 read, 2 failed']);

    const end = await connectStub(hub);
    const { error } = await hub.api.request('POST', '/v1/integrations', {
      body: {
        name: 'Wrong',
        source: { ...end, object: '/people', key: ['id'] },
        steps: [{ id: 'one', transform: { set: { id: 'record.id' } } }],
        finally: [
          { id: 'late', wait: { for: '1h' } },
          { id: 'one', transform: { set: { id: 'run.id' } } },
        ],
      },
    });
    expect(error.details.errors).toMatchObject([{ path: 'finally[0].wait' }, { path: 'finally[1].id' }]);
    const unknown = await hub.api.request('POST', '/v1/integrations', {
      body: {
        name: 'Wrong',
        source: { ...end, object: '/people', key: ['id'] },
        steps: [{ id: 'one', transform: { set: { id: 'record.id' } } }],
        finally: [{ id: 'two', transform: { set: { id: 'record.id' } } }],
      },
    });
    expect(unknown.error.details.errors).toMatchObject([{ path: expect.stringContaining('finally[0].transform') }]);
  });
});
