import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeRunLog } from '../../runs/write-run-log.ts';
import { newId, newUuid, toId } from '../../core/ids.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { addIntegration } from './flows.ts';
import { startTestApi, type TestApi } from './harness.ts';
import { actOnRuns } from './run-acts.ts';

let api: TestApi;
let acts: ReturnType<typeof actOnRuns>;

beforeAll(async () => {
  api = await startTestApi();
  acts = actOnRuns(api);
});

afterAll(() => api.close());

/** Entries are written there; what could not be is printed. */
const written = {
  get database() {
    return api.database;
  },
  log: console,
};

async function startRun(): Promise<{ id: string; integrationId: string }> {
  const { id: integrationId } = await addIntegration(api);
  const { data } = await acts.execute(integrationId);
  await acts.setRunning(data.id);
  return { id: data.id, integrationId };
}

describe('test/api/run-details', () => {
  it('lists runs by workflow and trigger, and those of an integration under its own address', async () => {
    const { id, integrationId } = await startRun();
    const other = await startRun();
    const { data } = await api.request('GET', `/v1/runs/${id}`);

    const byWorkflow = await api.request('GET', `/v1/runs?workflow_id=${String(data['workflow_id'])}`);
    const manual = await api.request('GET', `/v1/integrations/${integrationId}/runs?trigger=manual`);
    const byEvents = await api.request('GET', `/v1/integrations/${integrationId}/runs?trigger=webhook`);

    expect(byWorkflow.list.map((run) => run.id)).toEqual([id]);
    expect([manual.list.map((run) => run.id), manual.meta.total]).toEqual([[id], 1]);
    expect(byEvents.list).toEqual([]);
    expect(other.id).not.toBe(id);
  });

  it('lists runs of several states, of a part of a name, by their error, and by when they ended', async () => {
    const failed = await startRun();
    const done = await startRun();
    const going = await startRun();
    await api.request('PATCH', `/v1/integrations/${failed.integrationId}`, { body: { name: 'Payroll Ærø' } });
    const end = (id: string, at: string) => ({ id: toLookup('run', id), at });
    const [early, late] = [end(failed.id, '2999-01-01T10:30:00Z'), end(done.id, '2999-01-01T11:00:00Z')];
    await api.admin`
      update runs set status = 'failed', finished_at = ${early.at}, error = '{"code": "quota", "message": "no"}'
      where id = ${early.id}`;
    await api.admin`update runs set status = 'succeeded', finished_at = ${late.at} where id = ${late.id}`;
    const idsOf = async (query: string) => (await api.request('GET', `/v1/runs?${query}`)).list.map(({ id }) => id);
    const span = 'finished_after=2999-01-01T10:00:00Z&finished_before=';

    expect(await idsOf('status=failed,succeeded')).toEqual([done.id, failed.id]);
    expect(await idsOf('status=failed,running')).toContain(going.id);
    expect(await idsOf('q=payroll+%C3%A6')).toEqual([failed.id]);
    expect(await idsOf('q=nobody')).toEqual([]);
    expect(await idsOf('error_code=quota')).toEqual([failed.id]);
    expect(await idsOf('error_code=internal')).toEqual([]);
    expect(await idsOf('finished_after=2999-01-01T10:30:00Z')).toEqual([done.id, failed.id]);
    expect(await idsOf(`${span}2999-01-01T11:00:00Z`)).toEqual([failed.id]);
    const wrong = await api.request('GET', '/v1/runs?status=failed,lost');
    expect([wrong.status, JSON.stringify(wrong.error.details.errors)]).toEqual([
      400,
      expect.stringContaining('status'),
    ]);
    expect(
      (await api.request('GET', `/v1/integrations/${failed.integrationId}/runs?error_code=quota`)).meta.total,
    ).toBe(1);
  });

  it('lists no runs under an integration that is not there', async () => {
    const { id } = await addIntegration(api);
    await api.request('DELETE', `/v1/integrations/${id}`);

    expect((await api.request('GET', `/v1/integrations/${id}/runs`)).status).toBe(404);
  });

  it('shows the steps of a run in the order in which a record meets them, with their counters', async () => {
    const { id } = await startRun();
    await api.admin`
      update runs set read = 10, deduplicated = 1, created = 4, updated = 2, skipped = 2, failed = 1
      where id = ${toLookup('run', id)}`;

    const { list, status } = await api.request('GET', `/v1/runs/${id}/steps`);

    expect(status).toBe(200);
    expect(list).toMatchObject([
      { component: { kind: 'trigger' }, status: 'succeeded' },
      { component: { kind: 'action', operation: 'read' }, status: 'running', counters: { read: 10, deduplicated: 1 } },
      { component: { kind: 'transform', type: 'mapping' }, status: 'running', counters: { read: 9 } },
      {
        component: { kind: 'action', operation: 'upsert' },
        status: 'running',
        counters: { created: 4, updated: 2, deleted: 0, written: 6, skipped: 2 },
      },
      { component: { kind: 'error_handler' }, status: 'running', counters: { failed: 1 } },
    ]);
    expect(list[1]?.['started_at']).toBeDefined();
  });

  it.each([
    ['read', { code: 'auth_invalid', message: 'no', connector: 'cisa_kev', operation: 'list' }, 1],
    ['write', { code: 'permission', message: 'no', connector: 'postgres', operation: 'upsert' }, 3],
    ['error handler', { code: 'too_many_failures', message: 'no' }, 4],
    ['nothing, where the error does not tell,', { code: 'interrupted', message: 'no' }, -1],
  ])('shows %s as the step that failed', async (_, error, position) => {
    const { id } = await startRun();
    await api.admin`
      update runs set status = 'failed', finished_at = now(), error = ${JSON.stringify(error)}::text::jsonb
      where id = ${toLookup('run', id)}`;

    const { list } = await api.request('GET', `/v1/runs/${id}/steps`);

    expect(list.findIndex((step) => step.status === 'failed')).toBe(position);
    expect(list.filter((step) => step.status === 'canceled')).toHaveLength(position === -1 ? 4 : 3);
  });

  it('tells the turns of a run, and what was written down between them', async () => {
    const { id, integrationId } = await startRun();
    const address = {
      orgId: toLookup('organization', api.organization.organization_id),
      integrationId: toLookup('integration', integrationId),
      runId: toLookup('run', id),
    };
    const details = { reason: 'system', wait_ms: 7000 };
    await writeRunLog(written, address, { level: 'info', code: 'waited', message: 'Silence.', details });
    await api.request('POST', `/v1/runs/${id}/cancel`);
    await api.admin`update runs set status = 'canceled', finished_at = now() where id = ${address.runId}`;

    const { list, meta } = await api.request('GET', `/v1/runs/${id}/logs`);
    const cut = await api.request('GET', `/v1/runs/${id}/logs?page=2&per_page=2`);
    const errors = await api.request('GET', `/v1/runs/${id}/logs?level=error`);

    expect(list.map((entry) => entry['code'])).toEqual(['queued', 'started', 'waited', 'cancel_requested', 'finished']);
    expect(list[2]).toMatchObject({ level: 'info', message: 'Silence.', details });
    expect(meta.total).toBe(5);
    expect(cut.list).toEqual(list.slice(2, 4));
    expect(errors.list).toEqual([]);
  });

  it('lets a run be followed: each request tells what came after the entry before', async () => {
    const { id, integrationId } = await startRun();
    const address = {
      orgId: toLookup('organization', api.organization.organization_id),
      integrationId: toLookup('integration', integrationId),
      runId: toLookup('run', id),
    };
    const codes: unknown[] = [];
    let last: string | undefined;
    const follow = async (): Promise<void> => {
      const { list, meta } = await api.request(
        'GET',
        `/v1/runs/${id}/logs${last === undefined ? '' : `?after=${last}`}`,
      );
      expect(meta.total).toBe(list.length);
      codes.push(list.map((entry) => entry['code']));
      last = list.at(-1)?.id ?? last;
    };

    await follow();
    await follow();
    await writeRunLog(written, address, { level: 'warn', code: 'segment_retried', message: 'Again.' });
    await follow();
    await writeRunLog(written, address, { level: 'info', code: 'waited', message: 'Silence.' });
    await api.admin`update runs set status = 'succeeded', finished_at = now() where id = ${address.runId}`;
    await follow();

    expect(codes).toEqual([['queued', 'started'], [], ['segment_retried'], ['waited', 'finished']]);
    const other = await api.request('GET', `/v1/runs/${id}/logs?after=${newId('runLog')}`);
    expect(other.list).toEqual([]);
  });

  it('keeps secrets by their form out of messages, and messages short', async () => {
    const { id, integrationId } = await startRun();
    const address = {
      orgId: toLookup('organization', api.organization.organization_id),
      integrationId: toLookup('integration', integrationId),
      runId: toLookup('run', id),
    };
    const message = `GET https://user:CANARY-1@example.com Bearer CANARY-2-5d0c2f7e41 ${'x'.repeat(5000)}`;

    await writeRunLog(written, address, { level: 'error', code: 'segment_failed', message });

    const { list } = await api.request('GET', `/v1/runs/${id}/logs?level=error`);
    expect(list[0]?.['message']).toHaveLength(2000);
    expect(JSON.stringify(list)).not.toContain('CANARY');
  });

  it('keeps the log of a run bounded', async () => {
    const { id, integrationId } = await startRun();
    const address = {
      orgId: toLookup('organization', api.organization.organization_id),
      integrationId: toLookup('integration', integrationId),
      runId: toLookup('run', id),
    };
    await api.admin`
      insert into run_logs (org_id, id, run_id, level, code, message)
      select ${address.orgId}, gen_random_uuid(), ${address.runId}, 'info', 'waited', 'x' from generate_series(1, 999)`;
    const entry = { level: 'warn', code: 'segment_retried', message: 'x' } as const;

    await writeRunLog(written, address, entry);
    await writeRunLog(written, address, entry);

    const { list } = await api.request('GET', `/v1/runs/${id}/logs?level=warn`);
    expect(list.map((one) => one['code'])).toEqual(['log_full']);
  });

  it('keeps the second half of a log for what does not come with every segment', async () => {
    const { id, integrationId } = await startRun();
    const address = {
      orgId: toLookup('organization', api.organization.organization_id),
      integrationId: toLookup('integration', integrationId),
      runId: toLookup('run', id),
    };
    await api.admin`
      insert into run_logs (org_id, id, run_id, level, code, message)
      select ${address.orgId}, gen_random_uuid(), ${address.runId}, 'info', 'waited', 'x' from generate_series(1, 499)`;
    const entry = { level: 'warn', message: 'x' } as const;

    for (let segment = 0; segment < 2; segment += 1) {
      await writeRunLog(written, address, { ...entry, code: 'calls_failed', leavesRoom: true });
    }
    await writeRunLog(written, address, { ...entry, code: 'segment_failed' });

    const { list } = await api.request('GET', `/v1/runs/${id}/logs?level=warn`);
    expect(list.map((one) => one['code'])).toEqual(['calls_failed', 'segment_failed']);
  });

  it('lists failed records masked, by state and code', async () => {
    const { id, integrationId } = await startRun();
    const retry = newUuid();
    const add = async (code: string, resolvedBy: string | null): Promise<void> => {
      await api.admin`
        insert into dead_letters (org_id, id, integration_id, run_id, stream, source_key, code, field, message, masked,
          sealed, resolved_by)
        values (${toLookup('organization', api.organization.organization_id)}, ${newUuid()},
          ${toLookup('integration', integrationId)}, ${toLookup('run', id)}, 's', 'CVE-1', ${code}, 'due', 'Not a date.',
          '{"due": "text(3)"}'::jsonb, 'CANARY', ${resolvedBy})`;
    };
    await add('convert_failed', null);
    await add('rejected', null);
    await add('convert_failed', retry);

    const all = await api.request('GET', `/v1/runs/${id}/records`);
    const failed = await api.request('GET', `/v1/runs/${id}/records?status=failed&code=convert_failed`);
    const resolved = await api.request('GET', `/v1/runs/${id}/records?status=resolved`);

    expect(all.meta.total).toBe(3);
    expect(JSON.stringify(all.body)).not.toContain('CANARY');
    expect(failed.list).toEqual([
      {
        id: expect.stringMatching(/^dl_/),
        source_key: 'CVE-1',
        code: 'convert_failed',
        field: 'due',
        message: 'Not a date.',
        record: { due: 'text(3)' },
        status: 'failed',
        created_at: expect.stringMatching(/Z$/),
      },
    ]);
    expect(resolved.list).toMatchObject([{ status: 'resolved', resolved_by: toId('run', retry) }]);
  });
});
