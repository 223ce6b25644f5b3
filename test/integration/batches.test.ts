import { beforeEach, describe, expect, it } from 'vitest';
import type { RunInput } from '../../core/pure/run-messages.ts';
import type { Item } from '../api/harness.ts';
import { actOnRuns } from '../api/run-acts.ts';
import { toRunInput } from '../harness/activities.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work, wake, passTime } = createWaitActs(hub);

let people: { id: string; team: string; slow?: boolean; note?: string }[];
/** Messages by the keys that their requests had. */
let mails: Map<string, { to: string; text: string }>;
let accounts: Map<string, { login: string; mail: string }>;
/** Teams whose messages are refused. */
let refused: Set<string>;

beforeEach(() => {
  people = Array.from({ length: 5 }, (_, index) => ({ id: `p${index}`, team: index < 3 ? 'red' : 'blue' }));
  [mails, accounts, refused] = [new Map(), new Map(), new Set()];
  hub.stub.always('GET /people', () => ({ json: people }));
});

function serve(): void {
  hub.stub.always('POST /mails', ({ headers, body }) => {
    const mail = JSON.parse(body);
    if (refused.has(mail.to)) return { status: 422, json: { message: 'no such team' } };
    mails.set(String(headers['idempotency-key']), mail);
    return { status: 201, json: { id: `M-${mail.to}-${mails.size}` } };
  });
  hub.stub.always('POST /accounts', ({ headers, body }) => {
    accounts.set(String(headers['idempotency-key']), JSON.parse(body));
    return { status: 201, json: {} };
  });
}

/** A flow that sends one message to each team, for all of its people. */
async function save(batch: object = {}, before: object[] = []): Promise<string> {
  const end = await connectStub(hub);
  const create = (id: string, path: string, mapping: object[]): object => ({
    id,
    action: {
      ...end,
      object: path,
      operation: 'create',
      options: { path, idempotency: { kind: 'header' }, target_id_path: 'id' },
      mapping,
    },
  });
  const mail = create('mail', '/mails', [
    { to: 'to', formula: 'members[0].team' },
    { to: 'text', formula: "members.map(m, m.id).join(' ')" },
  ]);
  const collect = '{"id": record.id, "team": record.team}';
  const steps = [
    ...before,
    { id: 'together', batch: { by: 'record.team', as: 'members', collect, steps: [mail], ...batch } },
    create('account', '/accounts', [
      { to: 'login', from: 'record.id' },
      { to: 'mail', from: 'steps.together.steps.mail.id' },
      { to: 'size', from: 'steps.together.size' },
    ]),
  ];
  const source = { ...end, object: '/people', key: ['id'] };
  const saved = await hub.api.request('POST', '/v1/integrations', { body: { name: 'Teams', source, steps } });
  expect(saved.error).toBeUndefined();
  return saved.data.id;
}

const listMails = (): string[] => [...mails.values()].map(({ to, text }) => `${to}: ${text}`).toSorted();

async function listItems(input: RunInput): Promise<Item[]> {
  return (await hub.api.request('GET', `/v1/runs/${input.runId}/items`)).list;
}

async function listFailed(input: RunInput): Promise<Item[]> {
  return (await hub.api.request('GET', `/v1/runs/${input.runId}/records`)).list;
}

async function goOn(input: RunInput): Promise<RunInput> {
  const woken = await wake(input);
  if (woken === undefined) throw new Error('The run is not due.');
  return woken;
}

async function retry(input: RunInput, body: object): Promise<RunInput> {
  const { data } = await hub.api.request('POST', `/v1/runs/${input.runId}/records/retry`, { body });
  await actOnRuns(hub.api).setRunning(data.id);
  return toRunInput(hub.api, String(data['integration_id']), data.id);
}

describe('test/integration/batches', { timeout: 60_000 }, () => {
  it('goes through steps once for the items of each group, and takes each on with what they gave', async () => {
    serve();
    const input = await hub.activities.begin(await save());

    await work(input);
    expect((await hub.api.request('GET', `/v1/runs/${input.runId}`)).data['counters']).toMatchObject({
      created: 7,
      failed: 0,
    });

    expect(listMails()).toEqual(['blue: p3 p4', 'red: p0 p1 p2']);
    expect([...accounts.values()].toSorted((a, b) => a.login.localeCompare(b.login))).toEqual(
      people.map(({ id, team }) => ({
        login: id,
        mail: expect.stringContaining(`M-${team}-`),
        size: team === 'red' ? 3 : 2,
      })),
    );
    expect((await listItems(input)).map(({ status }) => status)).toEqual(Array(7).fill('succeeded'));
  });

  it('begins a batch that is full at once, and the rest at the end of the reading', async () => {
    serve();
    const input = await hub.activities.begin(await save({ max: 2, within: '1h' }));

    await work(input);

    expect(listMails()).toEqual(['blue: p3 p4', 'red: p0 p1', 'red: p2']);
  });

  it('waits for items that may come, until the time of the first one is up', async () => {
    serve();
    people = people.slice(0, 3).map((person, index) => ({ ...person, slow: index === 2 }));
    const pause = { id: 'pause', when: 'record.slow', wait: { for: '3d' } };
    const input = await hub.activities.begin(await save({ within: '1h' }, [pause]));

    expect(await work(input)).toMatchObject({ status: 'parked' });
    expect(listMails()).toEqual([]);
    await hub.api.admin`update waits set due_at = now() - interval '1 s' where step = 'together'`;
    await hub.api.admin`update runs set wake_at = now() - interval '1 s' where wake_at is not null`;
    const woken = await goOn(input);
    expect(await work(woken)).toMatchObject({ status: 'parked', waits: [{ step: 'pause', items: 1 }] });
    expect(listMails()).toEqual(['red: p0 p1']);

    await passTime(woken);
    expect(await work(await goOn(woken))).toMatchObject({ status: 'done' });
    expect(listMails()).toEqual(['red: p0 p1', 'red: p2']);
    expect(accounts.size).toBe(3);
  });

  it('lets an item leave that is canceled before its batch begins', async () => {
    serve();
    people = people.slice(0, 3).map((person, index) => ({ ...person, slow: index === 2 }));
    const pause = { id: 'pause', when: 'record.slow', wait: { for: '3d' } };
    const input = await hub.activities.begin(await save({ within: '9d' }, [pause]));
    await work(input);
    const [first] = (await listItems(input)).filter(({ key }) => key === 'p0');

    expect((await hub.api.request('POST', `/v1/items/${String(first?.id)}/cancel`)).status).toBe(202);
    await hub.api.admin`update waits set due_at = now() - interval '1 s' where step = 'pause'`;
    await hub.api.admin`update runs set wake_at = now() - interval '1 s' where wake_at is not null`;
    await work(await goOn(input));

    expect(listMails()).toEqual(['red: p1 p2']);
    expect((await listItems(input)).map(({ key, status }) => `${String(key)} ${status}`).toSorted()).toEqual([
      ' succeeded',
      'p0 canceled',
      'p1 succeeded',
      'p2 succeeded',
    ]);
  });

  it('fails the items of a batch that fails, and comes back to it where one is tried again', async () => {
    serve();
    refused.add('red');
    const input = await hub.activities.begin(await save());

    await work(input);

    const failed = await listFailed(input);
    expect(failed.map(({ source_key: key, step, code }) => [key, step, code].join(' ')).toSorted()).toEqual(
      ['p0', 'p1', 'p2'].map((key) => `${key} together validation`),
    );
    expect(failed[0]?.['message']).toContain('The batch failed at the step `mail`');
    expect(accounts.size).toBe(2);

    refused.clear();
    const again = await retry(input, { record_ids: [failed[0]?.id] });
    await work(again);
    expect(listMails()).toEqual(['blue: p3 p4', 'red: p0 p1 p2']);
    expect(accounts.size).toBe(3);

    // The others go on with what it has done since.
    await work(await retry(input, { all: true }));
    expect(mails.size).toBe(2);
    expect(accounts.size).toBe(5);
  });

  it('begins several batches where the items add more than one carries', async () => {
    serve();
    people = Array.from({ length: 100 }, (_, index) => ({ id: `p${index}`, team: 'red', note: 'x'.repeat(16_000) }));
    const collect = '{"id": record.id, "team": record.team, "note": record.note}';
    const input = await hub.activities.begin(await save({ collect }));

    await work(input);

    expect(await listFailed(input)).toEqual([]);
    const sent = [...mails.values()].flatMap(({ text }) => text.split(' '));
    expect(sent.toSorted()).toEqual(people.map(({ id }) => id).toSorted());
    expect(accounts.size).toBe(100);
    expect(mails.size).toBeGreaterThan(10);
  });

  it('fails the items of a batch whose steps give too much', async () => {
    people = people.slice(0, 3);
    const mail = { id: 'mail', transform: { set: { id: "'x'.repeat(300000)" } } };
    const input = await hub.activities.begin(await save({ steps: [mail] }));

    await work(input);

    expect(new Set((await listFailed(input)).map(({ code }) => code))).toEqual(new Set(['item_too_large']));
    expect(mails.size).toBe(0);
  });
});
