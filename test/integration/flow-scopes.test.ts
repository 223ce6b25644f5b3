import { beforeEach, describe, expect, it } from 'vitest';
import type { RunInput } from '../../core/pure/run-messages.ts';
import type { Item } from '../api/harness.ts';
import { actOnRuns } from '../api/run-acts.ts';
import { toRunInput } from '../harness/activities.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();

let people: object[];
let notices: string[];
/** Texts that are refused. */
let refused: Set<string>;

beforeEach(() => {
  people = [{ id: 'p0' }];
  notices = [];
  refused = new Set();
  hub.stub.always('GET /people', () => ({ json: people }));
  hub.stub.always('POST /notices', ({ body }) => {
    const { text } = JSON.parse(body);
    if (refused.has(text)) return { status: 422, json: { message: `no ${text}` } };
    notices.push(text);
    return { status: 201, json: { id: `N-${text}` } };
  });
});

/** A step that writes the text, or what a formula gives. */
const notice = (connection: string, id: string, text = `'${id}'`): object => ({
  id,
  action: {
    connection_id: connection,
    object: '/notices',
    operation: 'create',
    options: { path: '/notices', idempotency: { kind: 'header' }, target_id_path: 'id' },
    mapping: [{ to: 'text', formula: text }],
  },
});

async function connect(): Promise<string> {
  const body = { name: 'Systems', service_type: 'http', credentials: {}, config: { base_url: hub.stub.url } };
  return (await hub.api.request('POST', '/v1/connections', { body })).data.id;
}

async function save(connection: string, steps: readonly object[]): Promise<string> {
  const source = { connection_id: connection, object: '/people', key: ['id'] };
  const saved = await hub.api.request('POST', '/v1/integrations', { body: { name: 'Scopes', source, steps } });
  expect(saved.error).toBeUndefined();
  return saved.data.id;
}

async function run(integration: string): Promise<Item> {
  return workOn(await hub.activities.begin(integration));
}

async function retry(runId: string): Promise<Item> {
  const { data } = await hub.api.request('POST', `/v1/runs/${runId}/records/retry`, { body: { all: true } });
  await actOnRuns(hub.api).setRunning(data.id);
  return workOn(toRunInput(hub.api, String(data['integration_id']), data.id));
}

async function workOn(input: RunInput): Promise<Item> {
  for (;;) {
    const segment = await hub.activities.runSegment(input);
    if (segment.status !== 'more') break;
  }
  await hub.activities.finishRun({ ...input, outcome: 'succeeded' });
  return (await hub.api.request('GET', `/v1/runs/${input.runId}`)).data;
}

describe('test/integration/flow-scopes', { timeout: 60_000 }, () => {
  it('goes on behind all branches, with what their steps gave', async () => {
    const connection = await connect();
    const parallel = [
      { name: 'mail', steps: [notice(connection, 'mail'), notice(connection, 'copy', "'copy of ' + steps.mail.id")] },
      { name: 'ticket', steps: [notice(connection, 'ticket')] },
      { name: 'none', steps: [] },
    ];
    const last = notice(connection, 'last', "steps.copy.id + ' ' + steps.ticket.id");
    const integration = await save(connection, [{ id: 'both', parallel }, last]);

    expect(await run(integration)).toMatchObject({ status: 'succeeded', counters: { created: 4 } });
    expect(notices.slice(0, -1).toSorted()).toEqual(['copy of N-mail', 'mail', 'ticket']);
    expect(notices.at(-1)).toBe('N-copy of N-mail N-ticket');
  });

  it('fails an item of a failed branch when the others have ended, and tries that branch again', async () => {
    const connection = await connect();
    const parallel = [
      { name: 'mail', steps: [notice(connection, 'mail')] },
      { name: 'ticket', steps: [notice(connection, 'ticket'), notice(connection, 'more')] },
    ];
    refused.add('mail');
    const failed = await run(await save(connection, [{ id: 'both', parallel }, notice(connection, 'last')]));

    const { list } = await hub.api.request('GET', `/v1/runs/${failed.id}/records`);
    expect(list).toMatchObject([{ source_key: 'p0', step: 'both', code: 'branches_failed' }]);
    expect(list[0]?.['message']).toMatch(/^The branch "mail" failed at the step `mail`/);
    expect(notices).toEqual(['ticket', 'more']);
    refused.clear();
    expect(await retry(failed.id)).toMatchObject({ status: 'succeeded' });
    expect(notices).toEqual(['ticket', 'more', 'mail', 'last']);
  });

  it('goes on behind the first branch that comes to a good end, and cancels the others', async () => {
    const connection = await connect();
    const parallel = [
      { name: 'broken', steps: [notice(connection, 'broken')] },
      { name: 'slow', steps: [notice(connection, 'slow1'), notice(connection, 'slow2')] },
      { name: 'quick', steps: [{ id: 'now', transform: { set: { text: "'quick'" } } }] },
    ];
    const last = notice(connection, 'last', "'last ' + (steps.now.text ?? '?')");
    const { id, ...ended } = await run(await save(connection, [{ id: 'any', parallel, join: 'any' }, last]));

    expect(ended).toMatchObject({ status: 'succeeded' });
    expect(notices).toEqual(['last quick']);
    const items = await hub.api.request('GET', `/v1/runs/${id}/items`);
    const branches = await hub.api.request('GET', `/v1/runs/${id}/items?parent=${items.list[0]?.id}`);
    expect(branches.list.map(({ child, status }) => [child, status])).toEqual([
      ['broken', 'canceled'],
      ['slow', 'canceled'],
      ['quick', 'succeeded'],
    ]);
  });

  it('takes over at on_error of a scope where one of its steps fails, and goes through finally in any case', async () => {
    const connection = await connect();
    const scope = [notice(connection, 'first'), notice(connection, 'second')];
    const ends = {
      on_error: [notice(connection, 'why', "error.step + ' ' + error.code + ' ' + (steps.first.id ?? '?')")],
      finally: [notice(connection, 'closed', "'closed ' + (steps.second.id ?? 'without second')")],
    };
    const steps = [{ id: 'all', scope, ...ends }, notice(connection, 'last', "'last ' + (steps.second.id ?? '?')")];
    const integration = await save(connection, steps);

    await run(integration);
    expect(notices).toEqual(['first', 'second', 'closed N-second', 'last N-second']);

    notices = [];
    refused.add('second');
    expect(await run(await save(connection, steps))).toMatchObject({ status: 'succeeded' });
    expect(notices).toEqual(['first', 'closed without second', 'second validation N-first', 'last ?']);
  });

  it('tries the step of a scope again that failed', async () => {
    const connection = await connect();
    const scope = [notice(connection, 'first'), notice(connection, 'second')];
    refused.add('second');
    const closed = { finally: [{ id: 'closed', transform: { set: { text: 'steps.second.id' } } }] };
    const last = notice(connection, 'last', "'last ' + steps.closed.text");
    const failed = await run(await save(connection, [{ id: 'all', scope, ...closed }, last]));

    const { list } = await hub.api.request('GET', `/v1/runs/${failed.id}/records`);
    expect(list).toMatchObject([{ source_key: 'p0', step: 'all', code: 'validation' }]);
    expect(list[0]?.['message']).toMatch(/^At the step `second`: /);
    refused.clear();
    expect(await retry(failed.id)).toMatchObject({ status: 'succeeded' });
    expect(notices).toEqual(['first', 'second', 'last N-second']);
  });

  /** A step that creates a notice, and deletes it where its scope is undone. */
  const undoable = (connection: string, id: string, text?: string): object => {
    const { action } = Object(notice(connection, id, text));
    const options = { ...action.options, delete: { path: '/notices?id={id}' } };
    const undo = { ...action, operation: 'delete', match_on: ['id'], target_id: `steps.${id}.id`, options };
    delete undo.mapping;
    return { id, action, undo: { action: undo } };
  };

  it('undoes what a scope created, the last first, and begins it again when the item is tried again', async () => {
    const connection = await connect();
    const log: string[] = [];
    hub.stub.always('DELETE /notices', ({ url }) => {
      log.push(decodeURIComponent(new URL(url, hub.stub.url).searchParams.get('id') ?? ''));
      return { status: 204 };
    });
    const loop = {
      id: 'each',
      for_each: "['x', 'y']",
      as: 'name',
      key: 'name',
      steps: [undoable(connection, 'part', "'part ' + name")],
    };
    const scope = [undoable(connection, 'first'), loop, notice(connection, 'kept'), notice(connection, 'second')];
    refused.add('second');
    const integration = await save(connection, [{ id: 'all', scope, on_error: 'undo' }, notice(connection, 'last')]);

    const failed = await run(integration);

    expect(failed).toMatchObject({ status: 'partially_succeeded', counters: { failed: 1 } });
    expect([log.slice(0, 2).toSorted(), log.slice(2)]).toEqual([['N-part x', 'N-part y'], ['N-first']]);
    const { list } = await hub.api.request('GET', `/v1/runs/${failed.id}/records`);
    expect(list).toMatchObject([{ source_key: 'p0', step: 'all', code: 'validation' }]);
    notices = [];
    expect(await retry(failed.id)).toMatchObject({ status: 'partially_succeeded' });
    // It is created and undone once more; what nothing undoes is there still.
    expect(notices.toSorted()).toEqual(['first', 'part x', 'part y']);
    expect(log).toHaveLength(6);
    refused.clear();
    notices = [];
    const again = await hub.api.request('GET', `/v1/integrations/${integration}/runs`);
    expect(await retry(again.list[0]?.id ?? failed.id)).toMatchObject({ status: 'succeeded' });
    expect(notices.toSorted()).toEqual(['first', 'last', 'part x', 'part y', 'second']);
    expect(log).toHaveLength(6);
  });

  it('undoes nothing that was there before, though a step found and wrote it', async () => {
    const connection = await connect();
    const deleted: unknown[] = [];
    hub.stub.always('GET /accounts', ({ url }) => {
      const login = new URL(url, hub.stub.url).searchParams.get('login');
      return { json: login === 'p0' ? [{ id: 'A-0', login }] : [] };
    });
    hub.stub.always('PUT /accounts', { status: 200, json: { id: 'A-0' } });
    hub.stub.always('POST /accounts', { status: 201, json: { id: 'A-1' } });
    // A request to delete A-0 would fail the test.
    hub.stub.always('DELETE /accounts/A-1', () => {
      deleted.push('A-1');
      return { status: 204 };
    });
    const end = { connection_id: connection, object: '/accounts', match_on: ['login'] };
    const options = {
      path: '/accounts',
      idempotency: { kind: 'find', path: '/accounts?login={login}' },
      target_id_path: 'id',
      update: { method: 'PUT', path: '/accounts' },
      delete: { path: '/accounts/{id}' },
    };
    const mapping = [
      { to: 'login', from: 'record.id' },
      { to: 'name', formula: "'new'" },
    ];
    const account = {
      id: 'account',
      action: { ...end, operation: 'upsert', options, mapping },
      undo: { action: { ...end, match_on: ['id'], operation: 'delete', options, target_id: 'steps.account.id' } },
    };
    refused.add('second');
    people = [{ id: 'p0' }, { id: 'p1' }];
    const scope = [account, notice(connection, 'second')];

    const failed = await run(await save(connection, [{ id: 'all', scope, on_error: 'undo' }]));

    expect(failed).toMatchObject({ counters: { failed: 2 } });
    expect(deleted).toEqual(['A-1']);
  });

  it('lets no later change of a record pass that could not be undone', async () => {
    const connection = await connect();
    let isDown = true;
    let deleted = 0;
    hub.stub.always('DELETE /notices', () => {
      if (!isDown) deleted += 1;
      return isDown ? { status: 422, json: { message: 'it is locked' } } : { status: 204 };
    });
    refused.add('second');
    const scope = [undoable(connection, 'first'), notice(connection, 'second')];
    const integration = await save(connection, [{ id: 'all', scope, on_error: 'undo' }]);

    const failed = await run(integration);
    const { list } = await hub.api.request('GET', `/v1/runs/${failed.id}/records`);
    expect(list).toMatchObject([{ source_key: 'p0', step: 'all', code: 'undo_failed' }]);
    expect(list[0]?.['message']).toContain('it is locked');
    people = [{ id: 'p0', name: 'new' }];
    await run(integration);
    const items = (): Promise<unknown> =>
      hub.api
        .request('GET', `/v1/integrations/${integration}/items`)
        .then(({ list: all }) => all.map(({ seq, status }) => [seq, status]));
    expect(await items()).toEqual([
      [1, 'failed'],
      [2, 'held'],
    ]);
    isDown = false;
    refused.clear();
    await retry(failed.id);
    expect(deleted).toBe(1);
    expect(await items()).toEqual([
      [1, 'failed'],
      [2, 'succeeded'],
    ]);
  });

  it('ends an item where a step of a scope stops it, behind finally', async () => {
    const connection = await connect();
    const scope = [{ id: 'inner', scope: [{ id: 'enough', stop: 'skipped' }] }, notice(connection, 'second')];
    const steps = [{ id: 'all', scope, finally: [notice(connection, 'closed')] }, notice(connection, 'last')];
    const { id } = await run(await save(connection, steps));

    expect((await hub.api.request('GET', `/v1/runs/${id}/items`)).list).toMatchObject([{ status: 'skipped' }]);
    expect(notices).toEqual(['closed']);
  });
});
