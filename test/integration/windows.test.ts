import { describe, expect, it } from 'vitest';
import type { RunInput } from '../../core/pure/run-messages.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { addPeopleFlow, connectStub, putUsers } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work, passTime, wake } = createWaitActs(hub);

const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const always = [{ on: week, from: '00:00', to: '24:00' }];
const mapping = [{ to: 'login', from: 'record.login' }];

async function addCalendar(body: object = {}): Promise<string> {
  const { data, error } = await hub.api.request('POST', '/v1/calendars', { body: { name: 'Change freeze', ...body } });
  expect(error).toBeUndefined();
  return data.id;
}

async function change(calendar: string, body: object): Promise<void> {
  expect((await hub.api.request('PATCH', `/v1/calendars/${calendar}`, { body })).status).toBe(200);
}

/** Writes each person at two steps; the second one has a window. */
async function addFlow(window: object, more: object = {}): Promise<string> {
  const end = await connectStub(hub);
  const { data, error } = await hub.api.request('POST', '/v1/integrations', {
    body: {
      name: 'Joiners',
      source: { ...end, object: '/people', key: ['login'] },
      steps: [
        {
          id: 'note',
          action: {
            ...end,
            ...putUsers,
            object: 'notes',
            options: { ...putUsers.options, path: '/notes/{login}' },
            mapping,
          },
        },
        { id: 'user', action: { ...end, ...putUsers, mapping }, ...window },
      ],
      ...more,
    },
  });
  expect(error).toBeUndefined();
  return data.id;
}

/** @returns the people that are there, to be changed. */
function serve(notes: readonly string[], users: readonly string[]): { login: string }[] {
  const people = notes.slice(0, 2).map((login) => ({ login }));
  hub.stub.always('GET /people', () => ({ json: people }));
  for (const login of notes) hub.stub.always(`PUT /notes/${login}`, {});
  for (const login of users) hub.stub.always(`PUT /users/${login}`, {});
  return people;
}

const writes = (path: string): number =>
  hub.stub.requests.filter(({ method, url }) => method === 'PUT' && url.startsWith(path)).length;

async function countMarks(integrationId: string): Promise<number> {
  const [row] = await hub.api.admin<{ count: number }[]>`
    select count(*)::int as count from ledger join streams on streams.org_id = ledger.org_id and streams.id = ledger.stream_id
    where pending_at is not null and integration_id = ${toLookup('integration', integrationId)}`;
  return row?.count ?? 0;
}

async function readRun(input: RunInput) {
  return (await hub.api.request('GET', `/v1/runs/${input.runId}`)).data;
}

describe('test/integration/windows', { timeout: 240_000 }, () => {
  it('lets items wait before a closed window in one row, and gives the turn away', async () => {
    serve(['ann', 'bob'], ['ann', 'bob']);
    const freeze = await addCalendar({ weekly: always });
    const id = await addFlow({ not_in: 'Change freeze' });
    const input = await hub.activities.begin(id);

    expect(await work(input)).toMatchObject({ status: 'parked' });

    expect([writes('/notes/'), writes('/users/')]).toEqual([2, 0]);
    expect(await readRun(input)).toMatchObject({
      status: 'waiting',
      gates: [{ kind: 'window', steps: ['user'], calendar_ids: [freeze] }],
    });
    const second = await hub.activities.begin(id);
    expect(await work(second)).toMatchObject({ status: 'done' });
    expect(writes('/users/')).toBe(0);
    expect((await hub.api.request('GET', `/v1/integrations/${id}/gates`)).list).toMatchObject([
      { kind: 'window', steps: ['user'], calendar_ids: [freeze], runs: 1 },
    ]);
    expect((await hub.api.request('GET', `/v1/calendars/${freeze}/uses`)).list).toEqual([
      { id, name: 'Joiners', status: 'inactive', runs_use_it: false },
    ]);

    await change(freeze, { weekly: [] });
    const woken = await wake(input);
    if (woken === undefined) throw new Error('The run is not due.');
    expect(await work(woken)).toMatchObject({ status: 'done' });
    expect(writes('/users/')).toBe(2);
    const { counters, gates } = await readRun(input);
    expect([counters, gates]).toMatchObject([{ created: 4, failed: 0 }, undefined]);
    expect((await hub.api.request('GET', `/v1/integrations/${id}/gates`)).list).toEqual([]);
  });

  it('goes on by itself when the window opens', async () => {
    serve(['ann'], []);
    const day = new Date(Date.now() + 200 * 86_400_000).toISOString().slice(0, 10);
    const opensAt = `${day}T00:00:00.000Z`;
    const hours = await addCalendar({ name: 'Night', dates: [{ from: day }] });
    const id = await addFlow({ only_in: hours });
    const input = await hub.activities.begin(id);
    await work(input);

    const { goes_on_at: at, gates } = await readRun(input);
    expect([at, gates]).toMatchObject([opensAt, [{ opens_at: opensAt }]]);
    expect(await wake(input)).toBeUndefined();
    // A run that is woken too early finds it closed still, and waits again.
    await passTime(input);
    const early = await wake(input);
    expect(early && (await work(early))).toMatchObject({ status: 'parked' });
    expect(writes('/users/')).toBe(0);
    expect(
      (await hub.api.request('GET', `/v1/runs/${input.runId}/logs`)).list.filter(
        ({ code }) => code === 'window_closed',
      ),
    ).toHaveLength(1);
  });

  it('ends items that are canceled before a closed window, without writing them first', async () => {
    serve(['ann', 'bob'], []);
    await addCalendar({ name: 'Freeze B', weekly: always });
    const id = await addFlow({ not_in: 'Freeze B' });
    const input = await hub.activities.begin(id);
    await work(input);

    const { list } = await hub.api.request('GET', `/v1/runs/${input.runId}/items`);
    await hub.api.request('POST', `/v1/items/${String(list[0]?.['id'])}/cancel`);
    await passTime(input);
    const woken = await wake(input);
    expect(woken && (await work(woken))).toMatchObject({ status: 'parked' });

    const after = await hub.api.request('GET', `/v1/runs/${input.runId}/items`);
    expect(after.list.map(({ status }) => status).toSorted()).toEqual(['canceled', 'ready']);
    expect(writes('/users/')).toBe(0);
  });

  it('holds a whole integration up, reading included', async () => {
    hub.stub.always('GET /people', () => ({ json: [{ login: 'ann' }] }));
    hub.stub.always('PUT /users/ann', {});
    const freeze = await addCalendar({ name: 'Freeze C', weekly: always });
    const id = await addPeopleFlow(hub, { not_in: 'Freeze C' });
    const input = await hub.activities.begin(id);

    expect(await hub.activities.runSegment(input)).toMatchObject({ status: 'waiting', retryAfterMs: 300_000 });

    expect(hub.stub.requests).toHaveLength(0);
    expect(await readRun(input)).toMatchObject({ status: 'running', gates: [{ steps: [] }] });
    await change(freeze, { weekly: [] });
    expect(await work(input)).toMatchObject({ status: 'done' });
    expect((await readRun(input)).counters).toMatchObject({ created: 1, failed: 0 });
  });

  it('has a window of the target, too', async () => {
    await addCalendar({ name: 'Freeze D', weekly: always });
    const id = await addPeopleFlow(hub, { target: { ...putUsers, not_in: 'Freeze D' } });
    const input = await hub.activities.begin(id);

    expect(await hub.activities.runSegment(input)).toMatchObject({ status: 'waiting' });
    expect(hub.stub.requests).toHaveLength(0);
  });

  it.each([
    ['a step', (ticket: object) => ({ steps: [{ id: 'ticket', not_in: 'Freeze E', action: ticket }] })],
    [
      'an integration',
      (ticket: object) => ({ target: ticket, mapping: [{ to: 'login', from: 'login' }], not_in: 'Freeze F' }),
    ],
  ])('finds out what became of a write of %s whose window has closed meanwhile', async (of, define) => {
    hub.stub.always('GET /people', () => ({ json: [{ login: 'ann' }] }));
    hub.stub.on('POST /tickets', (_request, response) => {
      response.destroy();
      return undefined;
    });
    let isUp = false;
    hub.stub.always('GET /tickets', () => (isUp ? { json: [{ id: 7, login: 'ann' }] } : { status: 503 }));
    // The connection itself is well.
    if (of === 'a step') hub.stub.always('GET /', {});
    const freeze = await addCalendar({ name: of === 'a step' ? 'Freeze E' : 'Freeze F' });
    const end = await connectStub(hub);
    const options = { idempotency: { kind: 'find', path: '/tickets?login={login}' }, target_id_path: 'id' };
    const ticket = { ...end, object: '/tickets', operation: 'create', options, match_on: ['login'] };
    const { data, error } = await hub.api.request('POST', '/v1/integrations', {
      body: {
        name: 'Tickets',
        source: { ...end, object: '/people', key: ['login'] },
        ...define(of === 'a step' ? { ...ticket, mapping } : ticket),
      },
    });
    expect(error).toBeUndefined();
    const input = await hub.activities.begin(data.id);
    await hub.activities.runSegment(input).catch(() => undefined);
    expect(await countMarks(data.id)).toBe(1);
    isUp = true;
    await change(freeze, { weekly: always });

    while ((await countMarks(data.id)) > 0) await hub.activities.runSegment(input);

    const posts = (): number => hub.stub.requests.filter(({ method }) => method === 'POST').length;
    expect([await hub.activities.runSegment(input), posts()]).toMatchObject([
      { status: of === 'a step' ? 'parked' : 'waiting' },
      1,
    ]);
    await change(freeze, { weekly: [] });
    const woken = of === 'a step' ? await wake(input) : input;
    expect(woken && (await work(woken))).toMatchObject({ status: 'done' });
    expect(posts()).toBe(1);
  });

  it('reads windows in conditions', async () => {
    const people = serve(['ann'], ['bob']);
    hub.stub.always('PUT /notes/bob', {});
    const hours = await addCalendar({ name: 'Office hours' });
    const id = await addFlow({ when: "window('Office hours')" });
    const first = await hub.activities.begin(id);
    await work(first);
    expect([writes('/notes/'), writes('/users/')]).toEqual([1, 0]);
    await change(hours, { weekly: always });
    people.push({ login: 'bob' });

    const second = await hub.activities.begin(id);
    await work(second);

    expect([writes('/notes/'), writes('/users/')]).toEqual([2, 1]);
  });

  it.each([
    [{ not_in: 'Nothing' }, {}, 'steps[1].not_in', 'unknown_calendar'],
    [{ when: "window('Nothing')" }, {}, 'steps[1].when', 'unknown_calendar'],
    [{ when: 'window(record.login)' }, {}, 'steps[1].when', 'invalid_formula'],
    [{}, { only_in: 'Nothing' }, 'only_in', 'unknown_calendar'],
    [
      {},
      { triggers: [{ type: 'schedule', every: 'daily', not_in: 'Nothing' }] },
      'triggers[0].not_in',
      'unknown_calendar',
    ],
  ])('refuses %j %j', async (window, more, path, code) => {
    const end = await connectStub(hub);
    const { error } = await hub.api.request('POST', '/v1/integrations', {
      body: {
        name: 'Joiners',
        source: { ...end, object: '/people', key: ['login'] },
        steps: [
          { id: 'note', transform: { set: { a: '1' } } },
          { id: 'user', action: { ...end, ...putUsers, mapping }, ...window },
        ],
        ...more,
      },
    });

    expect(error.details.errors).toMatchObject([{ path, code }]);
  });

  it('keeps calendars that integrations name, and their names out of definitions', async () => {
    const id = await addCalendar({ name: 'Kept' });
    const flow = await addFlow({ not_in: 'Kept' }, { only_in: 'Kept' });

    const { data } = await hub.api.request('GET', `/v1/integrations/${flow}`);
    expect(data).toMatchObject({ only_in: id, steps: [{}, { not_in: id }] });
    const refused = await hub.api.request('DELETE', `/v1/calendars/${id}`);
    expect([refused.status, refused.error.code]).toEqual([409, 'resource_in_use']);
    await hub.api.request('DELETE', `/v1/integrations/${flow}`);
    expect((await hub.api.request('DELETE', `/v1/calendars/${id}`)).status).toBe(200);
  });

  it('shows what a calendar comes to', async () => {
    const id = await addCalendar({
      name: 'Berlin',
      timezone: 'Europe/Berlin',
      weekly: [{ on: 'mon', from: '09:00', to: '17:00' }],
    });

    const { data } = await hub.api.request('GET', `/v1/calendars/${id}/changes?at=2026-11-23T10:00:00Z`);

    expect(data).toMatchObject({ open: true, changes: { length: 10 } });
    expect(Object(data.changes)[0]).toEqual({
      at: '2026-11-23T16:00:00.000Z',
      local: '2026-11-23T17:00:00+01:00',
      open: false,
    });
    const { error } = await hub.api.request('POST', '/v1/calendars', { body: { name: 'X', timezone: 'Mars/Base' } });
    expect(error.details.errors).toMatchObject([{ path: 'timezone' }]);
  });
});
