import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { noMeter } from '../../core/telemetry/meter.ts';
import { openDatabase, withTenant, type Database } from '../../drizzle/client.ts';
import { claimDue, startSchedules } from '../../schedules/start-schedules.ts';
import { accountTicks } from '../../services/schedules/account-ticks.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { purge } from '../../worker/purge.ts';
import { startTestApi, type TestApi } from '../api/harness.ts';
import { actOnRuns } from '../api/run-acts.ts';
import { actOnSchedules, type Scheduled, toLines } from '../api/schedule-acts.ts';

let api: TestApi;
let relay: Database;
let acts: ReturnType<typeof actOnSchedules>;
let runs: ReturnType<typeof actOnRuns>;

beforeAll(async () => {
  api = await startTestApi();
  relay = openDatabase(api.testDatabase.relayUrl, { role: 'hub_relay', max: 4 });
  acts = actOnSchedules(api);
  runs = actOnRuns(api);
});

afterAll(async () => {
  await relay.close();
  await api.close();
});

const nine = '2026-11-22T09:00:00Z';

describe('test/integration/schedules', () => {
  it.each([
    ['none', '24h', ['09:30 missed too_late', '10:00 missed too_late', '10:30 missed too_late']],
    ['last', '24h', ['09:30 missed later_one_ran', '10:00 missed later_one_ran', '10:30 ran']],
    ['last', '5m', ['09:30 missed too_late', '10:00 missed too_late', '10:30 missed too_late']],
    ['all', '24h', ['09:30 ran', '10:00 ran', '10:30 ran']],
    ['all', '1h', ['09:30 missed too_late', '10:00 ran', '10:30 ran']],
  ])('catches up %s within %s', async (catchUp, within, expected) => {
    const added = await acts.add({ every: '30m', catch_up: catchUp, catch_up_within: within }, nine);

    await acts.account(added, '2026-11-22T10:45:00Z');
    await acts.account(added, '2026-11-22T10:46:00Z');

    expect(toLines(await acts.listTicks(added))).toEqual(expected);
    expect(await acts.listRuns(added)).toHaveLength(
      expected.filter((line) => line.endsWith('ran') && !line.includes('missed')).length,
    );
  });

  it('runs on time also where nothing is caught up', async () => {
    const added = await acts.add({ every: '30m', catch_up: 'none' }, nine);
    await acts.account(added, '2026-11-22T09:30:20Z');
    expect(toLines(await acts.listTicks(added))).toEqual(['09:30 ran']);
  });

  it('leaves schedules of a suspended organization due until it is resumed', async () => {
    const added = await acts.add({ every: '30m', catch_up: 'last' }, nine);
    const orgId = toLookup('organization', api.organization.organization_id);
    const later = { relayDatabase: relay, clock: { ...systemClock, now: () => Date.parse('2026-11-22T10:45:00Z') } };
    const isClaimed = async (): Promise<boolean> =>
      (await claimDue(later, 1000)).some(({ workflowId }) => workflowId === added.workflowId);

    await api.admin`update organizations set suspended_at = now() where id = ${orgId}`;
    expect(await isClaimed()).toBe(false);
    await api.admin`update organizations set suspended_at = null where id = ${orgId}`;
    expect(await isClaimed()).toBe(true);
    await acts.account(added, '2026-11-22T11:15:00Z');
    expect(toLines(await acts.listTicks(added)).at(-1)).toMatch(/ ran$/);
  });

  it('starts nothing at times that are in a calendar, and catches up the last one that is not', async () => {
    const { data } = await api.request('POST', '/v1/calendars', {
      body: { name: 'Holidays', weekly: [{ on: 'sun', from: '10:00', to: '12:00' }] },
    });
    const added = await acts.add({ every: '30m', not_in: 'Holidays' }, nine);

    await acts.account(added, '2026-11-22T10:31:00Z');

    expect(toLines(await acts.listTicks(added))).toEqual([
      '09:30 ran',
      '10:00 skipped in_calendar',
      '10:30 skipped in_calendar',
    ]);
    expect((await api.request('DELETE', `/v1/calendars/${data.id}`)).status).toBe(409);
  });

  it('orders one start for each of many schedules that are due in the same minute, and nothing for their alarms', async () => {
    const crowd: Scheduled[] = [];
    for (let n = 0; n < 40; n += 1) crowd.push(await acts.add({ every: 'daily', at: '09:30' }, nine));
    const at = '2026-11-22T09:30:05Z';
    const ordered = async () => {
      const [row] = await api.admin<{ starts: number; runs: number }[]>`
        select (select count(*)::int from outbox) as starts, (select count(*)::int from runs) as runs`;
      return row ?? { starts: 0, runs: 0 };
    };
    const before = await ordered();

    const later = { relayDatabase: relay, clock: { ...systemClock, now: () => Date.parse(at) } };
    const claimed = new Set((await claimDue(later, 1000)).map(({ workflowId }) => workflowId));
    for (const one of crowd) expect(claimed).toContain(one.workflowId);
    // Two workers that look at the same time, and one that was late.
    for (let pass = 0; pass < 3; pass += 1) await Promise.all(crowd.map((one) => acts.account(one, at)));

    const after = await ordered();
    expect({ starts: after.starts - before.starts, runs: after.runs - before.runs }).toEqual({
      starts: crowd.length,
      runs: crowd.length,
    });
    for (const one of crowd) expect(toLines(await acts.listTicks(one))).toEqual(['09:30 ran']);
  });

  it('waits for the delay of a jitter, and is not early by a clock that went back', async () => {
    const added = await acts.add({ every: 'hourly', jitter: '50m' }, nine);
    expect((await acts.account(added, '2026-11-22T10:00:00Z')).ticks).toEqual([]);
    const [row] = await api.admin<
      { next_due_at: Date }[]
    >`select next_due_at from schedules where workflow_id = ${added.workflowId}`;
    const dueAt = row?.next_due_at ?? new Date(0);
    expect(dueAt.getTime()).toBeGreaterThan(Date.parse('2026-11-22T10:00:00Z'));
    expect(dueAt.getTime()).toBeLessThanOrEqual(Date.parse('2026-11-22T10:50:00Z'));

    await acts.account(added, dueAt.toISOString());
    await acts.account(added, '2026-11-22T08:00:00Z');
    expect(toLines(await acts.listTicks(added))).toEqual(['10:00 ran']);
  });

  it('skips, queues or replaces as the trigger says, before the integration', async () => {
    const skipping = await acts.add({ every: '30m', concurrency: 'skip' }, nine);
    await acts.account(skipping, '2026-11-22T09:30:01Z');
    await acts.account(skipping, '2026-11-22T10:00:01Z');

    expect(toLines(await acts.listTicks(skipping))).toEqual(['09:30 ran', '10:00 skipped run_in_progress']);
    expect((await acts.listRuns(skipping)).map(({ status }) => status)).toEqual(['skipped', 'queued']);
  });

  it('catches up more than a queue takes as places become free', async () => {
    const added = await acts.add({ every: '1m', catch_up: 'all' }, nine);
    for (let pass = 0; pass < 12; pass += 1) await acts.account(added, '2026-11-22T11:00:00Z');
    const full = await acts.listRuns(added);
    const [first] = await api.admin<
      { id: string }[]
    >`select id from runs where workflow_id = ${added.workflowId} order by id`;
    await api.admin`update runs set status = 'succeeded', finished_at = now() where id <> ${first?.id ?? ''} and workflow_id = ${added.workflowId}`;
    for (let pass = 0; pass < 4; pass += 1) await acts.account(added, '2026-11-22T11:01:30Z');
    const [counted] =
      await api.admin`select count(*)::int as runs, count(distinct scheduled_at)::int as times from schedule_ticks where workflow_id = ${added.workflowId} and status = 'ran'`;

    expect(full.length).toBeGreaterThanOrEqual(20);
    expect(counted).toEqual({ runs: 121, times: 121 });
  });

  it('writes a tick for each of thousands of times that passed, and starts one run', async () => {
    const added = await acts.add({ every: '1m' }, '2026-11-20T09:00:00Z');
    for (let pass = 0; pass < 4; pass += 1) await acts.account(added, nine);
    const rows = await api.admin`
      select status, reason, count(*)::int as count from schedule_ticks where workflow_id = ${added.workflowId}
      group by status, reason order by reason nulls first`;

    expect(rows).toEqual([
      { status: 'ran', reason: null, count: 1 },
      { status: 'missed', reason: 'later_one_ran', count: 1440 },
      { status: 'missed', reason: 'too_late', count: 1439 },
    ]);
  });

  it('leaves nothing of a transaction that is cut off, and accounts for it afterwards, once', async () => {
    const added = await acts.add({ every: '30m' }, nine);
    const { orgId, workflowId } = added;
    const now = Date.parse('2026-11-22T09:30:01Z');
    const cut = withTenant(api.database, orgId, async (tx) => {
      await accountTicks(tx, { orgId, workflowId, now });
      throw new Error('killed');
    });
    await expect(cut).rejects.toThrow('killed');
    expect([await acts.listTicks(added), await acts.listRuns(added)]).toEqual([[], []]);

    await acts.account(added, '2026-11-22T09:30:02Z');
    expect([await acts.listTicks(added), await acts.listRuns(added)]).toMatchObject([[{ status: 'ran' }], [{}]]);
  });

  it('pauses with the account, the integration and a broken connection, and says why', async () => {
    const { data: account } = await api.request('POST', '/v1/accounts', { body: { name: 'A' } });
    const added = await acts.add({ every: '30m' }, nine, { account_id: account.id });
    const setAccount = (status: string) => api.request('PATCH', `/v1/accounts/${account.id}`, { body: { status } });
    const source = toLookup('connection', String(Object(added.integration['source']).connection_id));

    await setAccount('inactive');
    await acts.account(added, '2026-11-22T09:30:01Z');
    await setAccount('active');
    await api.admin`update connections set status = 'disabled' where id = ${source}`;
    await acts.account(added, '2026-11-22T10:00:01Z');
    await api.admin`update connections set status = 'active' where id = ${source}`;
    await api.request('POST', `/v1/integrations/${added.integration.id}/deactivate`);
    await acts.account(added, '2026-11-22T10:30:01Z');

    expect(toLines(await acts.listTicks(added))).toEqual([
      '09:30 paused account_inactive',
      '10:00 paused connection_unusable',
      '10:30 paused integration_inactive',
    ]);
    expect(await acts.listRuns(added)).toEqual([]);
  });

  it('lets two workers account for hundreds that are due at one time, each once', async () => {
    const first = await acts.add({ every: 'daily', at: '10:00' }, nine);
    const count = 120;
    // Copies of one integration, its connections shared: made in the database, as it is not their creation that is tried.
    await api.admin`
      with copied as (
        insert into integrations (org_id, id, name, status, revision, active_revision, service_types)
        select org_id, gen_random_uuid(), name, status, revision, active_revision, service_types from integrations, generate_series(1, ${count}::int)
        where id = ${toLookup('integration', first.integration.id)} returning org_id, id
      ), revised as (
        insert into integration_revisions (org_id, integration_id, revision, definition, connection_ids)
        select copied.org_id, copied.id, revision, definition, connection_ids from integration_revisions, copied
        where integration_id = ${toLookup('integration', first.integration.id)}
      ), worked as (
        insert into workflows (org_id, id, integration_id, trigger_key, type, status)
        select org_id, gen_random_uuid(), id, kind.key, kind.type, 'active'
        from copied, (values ('schedule', 'scheduled'), ('manual', 'manual')) as kind (key, type)
        returning org_id, id, integration_id, type
      )
      insert into schedules (org_id, workflow_id, integration_id, trigger, accounted_until, next_due_at)
      select worked.org_id, worked.id, worked.integration_id, trigger, accounted_until, accounted_until from worked, schedules
      where workflow_id = ${first.workflowId} and type = 'scheduled'`;
    const at = Date.parse('2026-11-22T10:00:00Z');
    const clock = { ...systemClock, now: () => at };
    const own = { database: api.database, relayDatabase: relay, clock, meter: noMeter, log: pino({ level: 'silent' }) };

    const countTicks = async (): Promise<unknown> => {
      const [row] = await api.admin`
        select count(*)::int as ticks from schedule_ticks where workflow_id in (select workflow_id from schedules where trigger ->> 'at' = '10:00')`;
      return row?.['ticks'];
    };
    const workers = [startSchedules(own), startSchedules(own)];
    await expect.poll(countTicks, { timeout: 50_000 }).toBe(count + 1);
    await Promise.all(workers.map((worker) => worker.stop()));

    const [counted] = await api.admin`
      with own as (select workflow_id from schedules where trigger ->> 'at' = '10:00')
      select count(*)::int as ticks, count(distinct t.workflow_id)::int as schedules, count(distinct t.run_id)::int as runs,
        (select count(*)::int from runs where workflow_id in (select workflow_id from own)) as made
      from schedule_ticks t where workflow_id in (select workflow_id from own)`;
    expect(counted).toEqual({ ticks: count + 1, schedules: count + 1, runs: count + 1, made: count + 1 });
  });

  it('tries a schedule that fails again later, and goes on with others meanwhile', async () => {
    const broken = await acts.add({ every: '30m' }, nine);
    await api.admin`update schedules set trigger = '{"type": "schedule", "cron": "broken", "timezone": "UTC"}' where workflow_id = ${broken.workflowId}`;
    const sound = await acts.add({ every: '30m' }, nine);
    const clock = { ...systemClock, now: () => Date.parse('2026-11-22T09:30:01Z') };
    const lines: string[] = [];
    const own = {
      database: api.database,
      relayDatabase: relay,
      clock,
      meter: noMeter,
      log: pino({}, { write: (line: string) => void lines.push(line) }),
    };

    const worker = startSchedules(own);
    await expect.poll(() => acts.listTicks(sound), { timeout: 50_000 }).toHaveLength(1);
    await expect.poll(() => lines.length, { timeout: 50_000 }).toBe(1);
    await worker.stop();

    expect(toLines(await acts.listTicks(sound))).toEqual(['09:30 ran']);
    expect(await acts.listTicks(broken)).toEqual([]);
    expect(lines.filter((line) => line.includes(broken.workflowId))).toHaveLength(1);
    const later = { ...own, clock: { ...clock, now: () => clock.now() + 16_000 } };
    expect(await claimDue(later, 100)).toContainEqual(expect.objectContaining({ workflowId: broken.workflowId }));
  });

  it('keeps ticks as long as runs', async () => {
    const added = await acts.add({ every: '30m' }, nine);
    await acts.account(added, '2026-11-22T10:00:01Z');
    await api.admin`update schedule_ticks set created_at = now() - case status when 'ran' then 40 else 60 end * interval '1 day' where workflow_id = ${added.workflowId}`;
    await purge(relay, { runDays: 50, runLogDays: 50 });
    expect((await acts.listTicks(added)).map(({ status }) => status)).toEqual(['ran']);
  });

  it('lets an execution by hand go beside a schedule', async () => {
    const added = await acts.add({ every: '30m' }, nine);
    await runs.execute(added.integration.id);
    await acts.account(added, '2026-11-22T09:30:01Z');
    expect((await acts.listRuns(added)).map(({ trigger, status }) => [trigger, status])).toEqual([
      ['schedule', 'queued'],
      ['manual', 'queued'],
    ]);
  });
});
