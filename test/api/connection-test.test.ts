import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestRunner } from '../../services/connections/test-runner.ts';
import { newId } from '../../core/ids.ts';
import { systemClock } from '../../core/clock.ts';
import { toLookup } from '../../services/shapes.ts';
import { startTestApi, type TestApi } from './harness.ts';

let api: TestApi;
let worker: postgres.Sql;
let connectionId: string;

const report = {
  ok: false,
  checks: [{ name: 'auth', ok: false, code: 'auth_invalid', message: 'Refused.' }],
  latencyMs: 12,
};

beforeAll(async () => {
  api = await startTestApi();
  worker = postgres(api.testDatabase.adminUrl, { max: 2, onnotice: () => undefined });
  const { data } = await api.request('POST', '/v1/connections', {
    body: { name: 'Feed', service_type: 'cisa_kev', credentials: {} },
  });
  connectionId = data.id;
});

afterAll(async () => {
  await worker.end({ timeout: 5 });
  await api.close();
});

/** Does what a worker does with the next request, once. */
async function serveOne(options: { announce: boolean }): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { unlisten } = await worker.listen('hub_relay', () => resolve());
  await promise;
  const [row] = await worker<{ id: string }[]>`
    update connection_tests set status = 'done', report = ${worker.json(report)} where status = 'requested'
    returning id`;
  if (options.announce) await worker.notify('hub_answer', row?.id ?? '');
  await unlisten();
}

describe('test/api/connection-test', () => {
  it('answers what the worker found; a failed test is a result', async () => {
    const served = serveOne({ announce: true });

    const { status, data } = await api.request('POST', `/v1/connections/${connectionId}/test`);

    await served;
    expect(status).toBe(200);
    expect(data).toEqual({ ok: report.ok, checks: report.checks, latency_ms: 12 });
    expect(await worker`select * from connection_tests`).toHaveLength(0);
  });

  it('finds the answer also when its notification is lost', async () => {
    const served = serveOne({ announce: false });

    const { status } = await api.request('POST', `/v1/connections/${connectionId}/test`);

    await served;
    expect(status).toBe(200);
  });

  it('answers 503 where no worker takes the test up, and 504 where it takes too long', async () => {
    const runner = createTestRunner({ database: api.database, clock: systemClock });
    const orgId = toLookup('organization', api.organization.organization_id);
    const uuid = toLookup('connection', connectionId);

    await expect(runner.test(orgId, uuid, 500)).rejects.toMatchObject({ code: 'service_unavailable' });
    const slow = runner.test(orgId, uuid, 1500);
    setTimeout(() => void worker`update connection_tests set status = 'running'`.execute(), 300);
    await expect(slow).rejects.toMatchObject({ code: 'upstream_timeout' });
    expect(await worker`select * from connection_tests`).toHaveLength(0);
  });

  it('asks no worker about a connection that does not exist', async () => {
    expect((await api.request('POST', `/v1/connections/${newId('connection')}/test`)).status).toBe(404);
  });
});
