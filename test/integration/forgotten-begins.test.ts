import { afterEach, describe, expect, it } from 'vitest';
import postgres from 'postgres';
import { DefinitionCache } from '../../runs/load/definition-cache.ts';
import { beginInDatabase } from '../../runs/store/begin-in-database.ts';
import { newUuid } from '../../core/ids.ts';
import { openDatabase } from '../../drizzle/index.ts';
import { actOnRuns } from '../api/run-acts.ts';
import { type BarePostgres, startBarePostgres } from '../harness/bare-postgres.ts';
import { toRunInput } from '../harness/activities.ts';
import { addPeopleFlow } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();
const timeoutMs = 60_000;
const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

describe('test/integration/forgotten-begins', () => {
  it('begins a run again, in its segment, that the database has as queued', async () => {
    hub.stub.on('GET /people', { json: [{ login: 'ann' }] }).on('PUT /users/ann', {});
    const flow = await addPeopleFlow(hub);
    const { data: run } = await actOnRuns(hub.api).execute(flow);

    const report = await hub.activities.runSegment(toRunInput(hub.api, flow, run.id));

    expect(report).toMatchObject({ status: 'done', counters: { read: 1, created: 1 } });
    expect((await hub.api.request('GET', `/v1/runs/${run.id}`)).data).toMatchObject({ status: 'running' });
  });

  it('waits, in the segment of a run whose turn has not come', async () => {
    const flow = await addPeopleFlow(hub);
    await actOnRuns(hub.api).execute(flow);
    const { data: second } = await actOnRuns(hub.api).execute(flow);

    const report = await hub.activities.runSegment(toRunInput(hub.api, flow, second.id));

    expect(report).toMatchObject({ status: 'waiting' });
    expect((await hub.api.request('GET', `/v1/runs/${second.id}`)).data).toMatchObject({ status: 'queued' });
  });

  it(
    'is not brought about by a crash of the database right after a begin',
    async () => {
      const server: BarePostgres = await startBarePostgres();
      closers.push(server.stop);
      const admin = postgres(server.url('postgres').replace(/\?.*/, ''), { max: 1, onnotice: () => undefined });
      const app = openDatabase(server.url('hub_app'), { role: 'hub_app', max: 1 });
      closers.unshift(() => admin.end(), app.close);
      const [orgId, integrationId, runId] = [newUuid(), newUuid(), newUuid()];
      await admin`set synchronous_commit = on`;
      await admin`insert into organizations (id, name) values (${orgId}, 'test')`;
      await admin`insert into integrations (org_id, id, name, revision) values (${orgId}, ${integrationId}, 'test', 1)`;
      await admin`
        insert into runs (org_id, id, integration_id, workflow_id, revision, trigger, status, options, queued_at, admitted_at)
        values (${orgId}, ${runId}, ${integrationId}, ${newUuid()}, 1, 'manual', 'queued', '{}', now(), now())`;
      const [{ pid } = { pid: 0 }] = await admin<{ pid: number }[]>`select pg_backend_pid() as pid`;

      await beginInDatabase(app, new DefinitionCache(), { orgId, integrationId, runId }, 1);
      process.kill(pid, 'SIGKILL');

      await expect
        .poll(() => admin`select status from runs where id = ${runId}`.catch(() => []), { timeout: 20_000 })
        .toEqual([{ status: 'running' }]);
    },
    timeoutMs,
  );
});
