import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestApi, type TestApi } from './harness.ts';
import { actOnSchedules } from './schedule-acts.ts';

let api: TestApi;
let acts: ReturnType<typeof actOnSchedules>;

beforeAll(async () => {
  api = await startTestApi();
  acts = actOnSchedules(api);
});

afterAll(() => api.close());

const hourMs = 3_600_000;
const fullHour = Math.floor(Date.now() / hourMs - 3) * hourMs;
const past = (minutes: number): string => new Date(fullHour + minutes * 60_000).toISOString();
const today = past(0).slice(0, 10);
const at = past(0).slice(11, 16);

const week = z.object({
  total: z.number(),
  days: z.array(z.object({ date: z.string(), starts_at: z.string() })),
  schedules: z.array(
    z.object({
      name: z.string(),
      timezone: z.string(),
      is_cut: z.boolean(),
      days: z.array(
        z.object({
          total: z.number(),
          by_state: z.record(z.string(), z.number()),
          times: z.array(z.looseObject({ at: z.string(), local: z.string(), state: z.string() })),
        }),
      ),
    }),
  ),
});

async function readWeek(name: string, query = ''): Promise<z.infer<typeof week>['schedules'][number] | undefined> {
  const { data } = await api.request('GET', `/v1/workflows/week?from=${today}${query}`);
  return week.parse(data).schedules.find((one) => one.name === name);
}

describe('test/api/schedule-week', () => {
  it('shows what became of times that were due, with their runs, and what is to come', async () => {
    const added = await acts.add({ every: 'daily', at }, past(-1), { name: 'Daily' });
    await acts.account(added, past(0));
    const shown = await readWeek('Daily');

    expect(shown?.days.map(({ total, by_state: states }) => [total, states])).toEqual([
      [1, { ran: 1 }],
      ...Array.from({ length: 6 }, () => [1, { coming: 1 }]),
    ]);
    expect(shown?.days[0]?.times).toMatchObject([
      { at: past(0), state: 'ran', run_id: expect.stringMatching(/^run_/) },
    ]);
    expect(shown?.days[1]?.times).toMatchObject([{ at: past(24 * 60), state: 'coming' }]);
  });

  it('says why times to come start nothing: the schedule is paused, or its integration is not active', async () => {
    const paused = await acts.add({ every: 'daily', at }, past(0), { name: 'Paused' });
    await api.request('POST', `/v1/workflows/${paused.workflow.id}/pause`);
    const inactive = await acts.add({ every: 'daily', at }, past(0), { name: 'Inactive' });
    await api.request('POST', `/v1/integrations/${inactive.integration.id}/deactivate`);

    expect((await readWeek('Paused'))?.days[6]?.times).toMatchObject([{ state: 'paused', reason: 'workflow_paused' }]);
    expect((await readWeek('Inactive'))?.days[6]?.times).toMatchObject([
      { state: 'paused', reason: 'integration_inactive' },
    ]);
  });

  it('shows times that were missed, and times of a calendar that leaves them out', async () => {
    const days = Array.from({ length: 8 }, (_, day) => past(day * 24 * 60).slice(0, 10));
    const { data: calendar } = await api.request('POST', '/v1/calendars', {
      body: { name: 'Holidays', timezone: 'UTC', dates: [{ from: days[2], to: days[2] }] },
    });
    const trigger = { every: 'daily', at, not_in: calendar.id, catch_up: 'none' };
    const added = await acts.add(trigger, past(-1), { name: 'Missed' });
    await acts.account(added, past(90));
    const shown = await readWeek('Missed');

    expect(shown?.days[0]?.times).toMatchObject([{ state: 'missed', reason: 'too_late' }]);
    expect(shown?.days[2]?.times).toMatchObject([{ state: 'skipped', reason: 'in_calendar' }]);
    expect(shown?.days[3]?.times).toMatchObject([{ state: 'coming' }]);
  });

  it('counts what is due often, and shows the first of each day', async () => {
    await acts.add({ every: '15m' }, past(0), { name: 'Often' });
    await acts.add({ every: '2m' }, past(0), { name: 'Very often' });
    const often = await readWeek('Often');

    expect([often?.days[3]?.total, often?.days[3]?.times.length, often?.is_cut]).toEqual([96, 24, false]);
    expect((await readWeek('Very often'))?.is_cut).toBe(true);
  });

  it('goes by the days of the time zone that is asked for, and by the clock of each schedule', async () => {
    const trigger = { every: 'daily', at: '23:30', timezone: 'America/New_York' };
    await acts.add(trigger, past(0), { name: 'In New York' });
    const { data } = await api.request('GET', '/v1/workflows/week?from=2026-10-24&timezone=Europe/Berlin');
    const shown = week.parse(data);

    expect(shown.days.map(({ starts_at: start }) => start.slice(0, 16)).slice(0, 3)).toEqual([
      '2026-10-23T22:00',
      '2026-10-24T22:00',
      // The clocks went back on the 25th.
      '2026-10-25T23:00',
    ]);
    expect((await readWeek('In New York', '&timezone=Asia/Tokyo'))?.days[4]?.times[0]?.local).toMatch(
      /T23:30:00-0[45]:00$/,
    );
    const refused = await api.request('GET', '/v1/workflows/week?timezone=Europe/Berlni');
    expect(refused.error.details.errors).toMatchObject([{ path: 'query.timezone', code: 'unknown_timezone' }]);
  });

  it('narrows to an account', async () => {
    const { data: account } = await api.request('POST', '/v1/accounts', { body: { name: 'Acme' } });
    await acts.add({ every: 'daily', at }, past(0), { name: 'Of Acme', account_id: account.id });
    const { data } = await api.request('GET', `/v1/workflows/week?account_id=${account.id}`);

    expect(week.parse(data)).toMatchObject({ total: 1, schedules: [{ name: 'Of Acme' }] });
  });
});
