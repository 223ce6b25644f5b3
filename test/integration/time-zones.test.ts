import { beforeEach, describe, expect, it } from 'vitest';
import { toLookup } from '../../services/shared/schemas.ts';
import { addPeopleFlow, connectStub, foundAccounts, putUsers } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work } = createWaitActs(hub);

/** It is Sunday, the 22nd, half past midnight there; Saturday at half past eleven in UTC. */
const person = {
  id: 'p0',
  login: 'ann',
  joined: '2026-11-21T11:30:00Z',
  starts: '2126-11-22',
  left: '22.11.2026 00:30',
};
const auckland = 'Pacific/Auckland';
let written: unknown[];

beforeEach(() => {
  written = [];
});

/** Serves a person, and notes what is written of them. */
function serve(write: 'POST /accounts' | 'PUT /users/ann'): void {
  hub.stub.always('GET /people', () => ({ json: [person] }));
  if (write === 'POST /accounts') hub.stub.always('GET /accounts', () => ({ json: [] }));
  hub.stub.always(write, ({ body }) => {
    written.push(JSON.parse(body));
    return { status: 201, json: { id: 'A1' } };
  });
}

const mapping = (record: string) => [
  { to: 'login', from: `${record}login` },
  { to: 'day', formula: `date(timestamp(${record}joined))` },
  { to: 'left', from: `${record}left`, convert: { to: 'timestamp', format: 'dd.MM.yyyy HH:mm' } },
];

async function addFlow(more: object): Promise<string> {
  const end = await connectStub(hub);
  const steps = [
    { id: 'sunday', when: 'weekday(timestamp(record.joined)) == 7', transform: { set: { yes: 'true' } } },
    {
      id: 'account',
      action: {
        ...end,
        ...foundAccounts,
        mapping: [...mapping('record.'), { to: 'sunday', formula: 'steps.sunday.yes ?? false' }],
      },
    },
    { id: 'first_day', wait: { until: 'record.starts' } },
  ];
  const source = { ...end, object: '/people', key: ['id'] };
  const saved = await hub.api.request('POST', '/v1/integrations', {
    body: { name: 'Joiners', source, steps, ...more },
  });
  expect(saved.error).toBeUndefined();
  return saved.data.id;
}

async function readSchedule(integrationId: string) {
  const { list } = await hub.api.request('GET', `/v1/workflows?integration_id=${integrationId}&type=scheduled`);
  return { schedule: list[0]?.['schedule'], hour: new Date(String(list[0]?.['next_run_at'])).getUTCHours() };
}

describe('test/integration/time-zones', { timeout: 60_000 }, () => {
  it('reads dates and clock times in the zone of the integration, in formulas, conversions and waits of flows', async () => {
    serve('POST /accounts');
    const input = await hub.activities.begin(await addFlow({ timezone: auckland }));

    expect(await work(input)).toMatchObject({ status: 'parked' });

    expect(written).toEqual([{ login: 'ann', day: '2026-11-22', left: '2026-11-21T11:30:00.000Z', sunday: true }]);
    const [wait] = await hub.api.admin`select due_at from waits where run_id = ${toLookup('run', input.runId)}`;
    // Never early, and up to a grain later.
    expect(Date.parse(String(wait?.['due_at'])) - Date.parse('2126-11-21T11:00:00Z')).toBeLessThanOrEqual(300_000);
    expect(Date.parse(String(wait?.['due_at']))).toBeGreaterThanOrEqual(Date.parse('2126-11-21T11:00:00Z'));
  });

  it('reads them in UTC without one, where a wait wants an offset', async () => {
    serve('POST /accounts');
    const input = await hub.activities.begin(await addFlow({}));

    expect(await work(input)).toMatchObject({ status: 'done' });

    expect(written).toEqual([{ login: 'ann', day: '2026-11-21', left: '2026-11-22T00:30:00.000Z', sunday: false }]);
    const { list } = await hub.api.request('GET', `/v1/runs/${input.runId}/records`);
    expect(list).toMatchObject([{ code: 'wait_failed', message: expect.stringContaining('`timezone`') }]);
  });

  it('has it in integrations of one mapping, in their filters, and in previews and explanations', async () => {
    serve('PUT /users/ann');
    const rules = { target: putUsers, mapping: mapping(''), source: { filter: 'hour(timestamp(joined)) == 0' } };
    const id = await addPeopleFlow(hub, { ...rules, timezone: auckland });

    expect(await work(await hub.activities.begin(id))).toMatchObject({ status: 'done' });

    const expected = { login: 'ann', day: '2026-11-22', left: '2026-11-21T11:30:00.000Z' };
    expect(written).toEqual([expected]);
    const { list } = await hub.api.request('POST', `/v1/integrations/${id}/preview`, { body: { records: [person] } });
    expect(list).toMatchObject([{ mapped: expected }]);
  });

  it('writes records again that come to something else when the zone changes', async () => {
    serve('PUT /users/ann');
    const id = await addPeopleFlow(hub, { mapping: mapping('') });
    await work(await hub.activities.begin(id));

    await hub.api.request('PATCH', `/v1/integrations/${id}`, { body: { timezone: auckland } });
    await work(await hub.activities.begin(id));

    expect(written).toMatchObject([{ day: '2026-11-21' }, { day: '2026-11-22' }]);
  });

  it('starts schedules by its clock, and by another one when it changes', async () => {
    const triggers = [{ type: 'schedule', every: 'daily', at: '09:00' }];
    const id = await addFlow({ triggers, timezone: 'Asia/Kolkata' });
    expect((await hub.api.request('POST', `/v1/integrations/${id}/activate`)).status).toBe(200);
    expect(await readSchedule(id)).toMatchObject({ schedule: { timezone: 'Asia/Kolkata' }, hour: 3 });

    await hub.api.request('PATCH', `/v1/integrations/${id}`, { body: { timezone: 'Asia/Tokyo' } });
    expect(await readSchedule(id)).toMatchObject({ schedule: { timezone: 'Asia/Tokyo' }, hour: 0 });

    // A trigger with a zone of its own keeps it.
    await hub.api.request('PATCH', `/v1/integrations/${id}`, {
      body: { triggers: [{ ...triggers[0], timezone: 'UTC' }] },
    });
    expect(await readSchedule(id)).toMatchObject({ schedule: { timezone: 'UTC' }, hour: 9 });
    const { data } = await hub.api.request('GET', `/v1/integrations/${id}`);
    expect(data).toMatchObject({ timezone: 'Asia/Tokyo' });
  });

  it('refuses a name that is no zone, with the one that was probably meant', async () => {
    const { status, error } = await hub.api.request('POST', '/v1/integrations', {
      body: { name: 'Joiners', timezone: 'Europe/Berlni' },
    });

    expect([status, error.details.errors]).toMatchObject([
      400,
      [{ path: 'timezone', code: 'unknown_timezone', suggestion: 'Europe/Berlin' }],
    ]);
  });

  it('evaluates formulas on trial in a zone', async () => {
    const body = { formula: 'date(timestamp(at))', input: { at: person.joined }, timezone: auckland };

    expect((await hub.api.request('POST', '/v1/formulas/evaluate', { body })).data).toMatchObject({
      value: '2026-11-22',
    });
    expect(
      (await hub.api.request('POST', '/v1/formulas/evaluate', { body: { ...body, timezone: '+13:00' } })).error,
    ).toMatchObject({
      code: 'invalid_request',
    });
  });
});
