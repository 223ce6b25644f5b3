import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addIntegration, makeFlow } from './flows.ts';
import { startTestApi, type TestApi } from './harness.ts';
import { actOnRuns } from './run-acts.ts';
import { actOnSchedules, toLines } from './schedule-acts.ts';

let api: TestApi;
let acts: ReturnType<typeof actOnSchedules>;
let runs: ReturnType<typeof actOnRuns>;

beforeAll(async () => {
  api = await startTestApi();
  acts = actOnSchedules(api);
  runs = actOnRuns(api);
});

afterAll(() => api.close());

/**
 * A full hour a few hours ago, so that all of its ticks are on one page.
 *
 * @param minutes After that hour.
 */
const past = (minutes: number): string => new Date(fullHour + minutes * 60_000).toISOString();
const hourMs = 3_600_000;
const fullHour = Math.floor(Date.now() / hourMs - 3) * hourMs;
const clock = (minutes: number): string => past(minutes).slice(11, 16);

describe('test/api/schedules', () => {
  it.each([
    [{ every: 'daily', cron: '0 0 * * *' }, 'triggers[0].cron', 'conflict'],
    [{}, 'triggers[0].every', 'required'],
    [{ every: 'sometimes' }, 'triggers[0].every', 'invalid_format'],
    [{ every: '10s' }, 'triggers[0].every', 'out_of_range'],
    [{ every: 'daily', timezone: 'Europe/Berlni' }, 'triggers[0].timezone', 'unknown_timezone'],
    [{ cron: '61 * * * *' }, 'triggers[0].cron', 'invalid_value'],
    [{ every: 'daily', on: ['mon'] }, 'triggers[0].on', 'conflict'],
    [{ every: 'weekly', on: ['monday'] }, 'triggers[0].on[0]', 'invalid_value'],
    [{ every: 'daily', at: '25:00' }, 'triggers[0].at', 'invalid_format'],
    [{ every: 'daily', jitters: '5m' }, 'triggers[0].jitters', 'unknown_field'],
  ])('refuses the schedule %j at %s', async (trigger, path, code) => {
    const flow = await makeFlow(api);
    const { status, error } = await api.request('POST', '/v1/integrations', {
      body: { name: 'x', ...flow, triggers: [{ type: 'schedule', ...trigger }] },
    });

    expect(status).toBe(400);
    expect(error.details.errors).toMatchObject([{ path, code }]);
  });

  it('shows a schedule, when it runs next, and its trigger among the components', async () => {
    const trigger = { type: 'schedule', every: 'daily', at: '02:30', timezone: 'Europe/Berlin' };
    const integration = await addIntegration(api, { triggers: [trigger] });
    const draft = await acts.findWorkflow(integration.id);
    await api.request('POST', `/v1/integrations/${integration.id}/activate`);
    const { next_run_at: next, ...workflow } = await acts.findWorkflow(integration.id);

    expect([draft['status'], draft['next_run_at']]).toEqual(['inactive', undefined]);
    expect(workflow).toMatchObject({
      name: 'Vulnerabilities (schedule)',
      type: 'scheduled',
      status: 'active',
      schedule: { every: 'daily', at: '02:30', timezone: 'Europe/Berlin', catch_up: 'last', catch_up_within: '24h' },
    });
    expect(Object(workflow['components'])[0]).toMatchObject({
      kind: 'trigger',
      type: 'scheduled',
      definition: trigger,
    });
    expect(Date.parse(String(next))).toBeGreaterThan(Date.now());
    expect(String(next)).toMatch(/T0[01]:30:00\.000Z$/);
  });

  it('previews a schedule over the end of summer time', async () => {
    const preview = await api.request('POST', '/v1/workflows/preview-schedule', {
      body: { every: 'daily', at: '02:30', timezone: 'Europe/Berlin', after: '2026-10-24T12:00:00Z' },
    });
    const wrong = await api.request('POST', '/v1/workflows/preview-schedule', { body: { every: '1s' } });

    const times: readonly unknown[] = Object(preview.data['times']);
    expect(times).toHaveLength(10);
    expect(times.slice(0, 2)).toEqual([
      { at: '2026-10-25T00:30:00.000Z', local: '2026-10-25T02:30:00+02:00', clock_change: 'first_of_two' },
      { at: '2026-10-26T01:30:00.000Z', local: '2026-10-26T02:30:00+01:00' },
    ]);
    expect([wrong.status, wrong.error.details.errors]).toMatchObject([400, [{ path: 'every', code: 'out_of_range' }]]);
  });

  it('starts a run with the options of the trigger, and lists its tick', async () => {
    const added = await acts.add({ every: 'hourly', options: { full_resync: true } }, past(0));

    await acts.account(added, past(61));
    await acts.account(added, past(62));

    const [run, ...others] = await acts.listRuns(added);
    expect(others).toEqual([]);
    expect(run).toMatchObject({ trigger: 'schedule', status: 'queued', workflow_id: added.workflow.id });
    expect(await acts.listTicks(added)).toMatchObject([{ scheduled_at: past(60), status: 'ran', run_id: run?.id }]);
    expect(await runs.readOrders(added.integration.id)).toMatchObject([{ kind: 'run.start' }]);
    const [{ options } = { options: null }] = await api.admin<
      { options: unknown }[]
    >`select options from runs where workflow_id = ${added.workflowId}`;
    expect(options).toEqual({ full_resync: true });
    expect((await acts.findWorkflow(added.integration.id))['last_run']).toMatchObject({ id: run?.id });
  });

  it('lists ticks by status, walks them, and knows none of other workflows', async () => {
    const added = await acts.add({ every: '15m', catch_up: 'last' }, past(0));
    await acts.account(added, past(61));
    const { list: all } = await api.request('GET', `/v1/workflows?integration_id=${added.integration.id}&type=manual`);

    expect(toLines(await acts.listTicks(added))).toEqual([
      `${clock(15)} missed later_one_ran`,
      `${clock(30)} missed later_one_ran`,
      `${clock(45)} missed later_one_ran`,
      `${clock(60)} ran`,
    ]);
    expect(toLines(await acts.listTicks(added, '?status=ran'))).toEqual([`${clock(60)} ran`]);
    const [newest] = await acts.listTicks(added, '?per_page=1');
    expect(toLines(await acts.listTicks(added, `?per_page=1&after=${newest?.id}`))).toEqual([
      `${clock(45)} missed later_one_ran`,
    ]);
    expect((await api.request('GET', `/v1/workflows/${all[0]?.id}/ticks`)).status).toBe(404);
  });

  it('pauses and resumes a schedule without a run for the times between', async () => {
    const added = await acts.add({ every: '15m', catch_up: 'all' }, past(0));
    const path = `/v1/workflows/${added.workflow.id}`;

    const paused = await api.request('POST', `${path}/pause`);
    const again = await api.request('POST', `${path}/pause`);
    await acts.account(added, past(31));
    await api.request('POST', `/v1/integrations/${added.integration.id}/deactivate`);
    await api.request('POST', `/v1/integrations/${added.integration.id}/activate`);
    const still = await acts.findWorkflow(added.integration.id);
    const resumed = await api.request('POST', `${path}/resume`);

    expect([paused, again].map(({ status, data }) => [status, data['status'], data['next_run_at']])).toEqual([
      [200, 'paused', undefined],
      [200, 'paused', undefined],
    ]);
    expect(still['status']).toBe('paused');
    expect(resumed.data['status']).toBe('active');
    expect(Date.parse(String(resumed.data['next_run_at']))).toBeGreaterThan(Date.now());
    expect(toLines(await acts.listTicks(added)).slice(0, 2)).toEqual([
      `${clock(15)} paused workflow_paused`,
      `${clock(30)} paused workflow_paused`,
    ]);
    expect(new Set((await acts.listTicks(added)).map(({ status }) => status))).toEqual(new Set(['paused']));
    expect(await acts.listRuns(added)).toEqual([]);
  });

  it('executes nothing by hand while that is paused', async () => {
    const integration = await addIntegration(api);
    const { list } = await api.request('GET', `/v1/workflows?integration_id=${integration.id}&type=manual`);
    await api.request('POST', `/v1/workflows/${list[0]?.id}/pause`);
    const refused = await runs.execute(integration.id);
    await api.request('POST', `/v1/workflows/${list[0]?.id}/resume`);
    const accepted = await runs.execute(integration.id);

    expect([refused.status, refused.error.code, accepted.status]).toEqual([409, 'invalid_state', 202]);
  });

  it('starts none for what came before a change, keeps old ticks, and ends with the trigger', async () => {
    const added = await acts.add({ every: '15m', catch_up: 'all' }, past(0));
    const path = `/v1/integrations/${added.integration.id}`;
    await acts.account(added, past(16));
    await api.request('PATCH', path, { body: { triggers: [{ type: 'schedule', every: 'monthly' }] } });
    const changed = await acts.findWorkflow(added.integration.id);
    const ticks = toLines(await acts.listTicks(added));
    await api.request('PATCH', path, { body: { triggers: [] } });
    const [ended] = await api.admin`select next_due_at from schedules where workflow_id = ${added.workflowId}`;

    expect(changed.id).toBe(added.workflow.id);
    expect(changed['schedule']).toMatchObject({ every: 'monthly' });
    expect(ticks.slice(0, 2)).toEqual([`${clock(15)} ran`, `${clock(30)} missed schedule_changed`]);
    expect(new Set(ticks.slice(1).map((line) => line.slice(6)))).toEqual(new Set(['missed schedule_changed']));
    expect(await acts.listRuns(added)).toHaveLength(1);
    expect(ended?.['next_due_at']).toBeNull();
    expect((await acts.findWorkflow(added.integration.id))['status']).toBe('inactive');
  });

  it('ends the schedules of a deleted integration', async () => {
    const added = await acts.add({ every: '15m' }, past(0));
    await api.request('DELETE', `/v1/integrations/${added.integration.id}`);

    expect(await acts.account(added, past(60))).toEqual({ ticks: [] });
  });
});
