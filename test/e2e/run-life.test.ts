import { Client, Connection } from '@temporalio/client';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newUuid, toId, toUuid } from '../../core/ids.ts';
import { searchAttributes } from '../../worker/start-workflow.ts';
import { findSecrets } from '../harness/find-secrets.ts';
import { createConnection, execute, readRun } from '../harness/flow.ts';
import { openReconciler } from '../harness/processes/open-reconciler.ts';
import { type PeopleHub, startPeopleHub, startTimeoutMs, stopTimeoutMs } from '../harness/people-hub.ts';
import { makePeople } from '../harness/people.ts';

const token = 'CANARY-token-1b7e09d3f2';
const password = 'CANARY-password-4ce8a0';
/** Processes are stopped and found again meanwhile, on a machine that may be busy. */
const timeoutMs = 180_000;

let hub: PeopleHub;

beforeAll(async () => {
  hub = await startPeopleHub('run_life', { token, password, env: { LOG_LEVEL: 'trace' } });
}, startTimeoutMs);

afterAll(() => hub.stop(), stopTimeoutMs);

describe('test/e2e/run-life', () => {
  it(
    'answers whoever prefers to wait when the run is over',
    async () => {
      hub.source.records = [];
      const id = await hub.createFlow('waited for');
      const ask = (headers: Record<string, string>, body: string): Promise<Response> =>
        fetch(`${hub.facts.api_url}/v1/integrations/${id}/execute`, {
          method: 'POST',
          headers: { authorization: `Bearer ${hub.facts.api_key}`, 'content-type': 'application/json', ...headers },
          body,
        });

      const preferred = await ask({ prefer: 'respond-async, wait=20', 'idempotency-key': 'waited' }, '{}');
      const repeated = await ask({ prefer: 'wait=20', 'idempotency-key': 'waited' }, '{}');
      const asked = await ask({}, '{"wait":20}');

      expect([preferred.status, preferred.headers.get('preference-applied')]).toEqual([202, 'wait=20']);
      const over = z.object({ data: z.object({ id: z.string(), status: z.literal('succeeded') }) });
      const first = over.parse(await preferred.json());
      expect(over.parse(await repeated.json())).toEqual(first);
      expect(over.parse(await asked.json()).data.id).not.toBe(first.data.id);
    },
    timeoutMs,
  );

  it(
    'is found in Temporal by its organization, integration, connectors, trigger and outcome',
    async () => {
      hub.source.records = makePeople(2);
      const runId = (await hub.runOnce(await hub.createFlow('found'))).id;
      const connection = await Connection.connect({ address: hub.facts.temporal_address });
      const handle = new Client({ connection }).workflow.getHandle(runId);
      await handle.result();
      const { typedSearchAttributes, staticSummary, staticDetails } = await handle.describe();
      const shown = await handle.query<{ currentDetails?: string }>('__temporal_workflow_metadata');
      await connection.close();

      expect(shown.currentDetails).toContain('| read | created | updated | deleted | skipped | failed |');
      expect(shown.currentDetails).toContain('| 2 | 2 | 0 | 0 | 0 | 0 |');
      expect(await staticDetails()).toContain('connectors: http, postgres');
      expect([await staticSummary(), typedSearchAttributes.get(searchAttributes.name)]).toEqual(['found', 'found']);
      expect(typedSearchAttributes.get(searchAttributes.outcome)).toBe('succeeded');

      expect(typedSearchAttributes.get(searchAttributes.connectors)).toEqual(['http', 'postgres']);
      expect(typedSearchAttributes.get(searchAttributes.trigger)).toBe('manual');
      expect(typedSearchAttributes.get(searchAttributes.organization)).toMatch(/^org_/);
    },
    timeoutMs,
  );

  it(
    'is a failed workflow in Temporal where the run failed, without a text from outside',
    async () => {
      hub.source.status = 400;
      const run = await hub.runOnce(await hub.createFlow('shown as failed'));
      hub.source.status = 200;
      const connection = await Connection.connect({ address: hub.facts.temporal_address });
      const handle = new Client({ connection }).workflow.getHandle(run.id);
      const error: unknown = await handle.result().catch((reason: unknown) => reason);
      const { status, typedSearchAttributes } = await handle.describe();
      await connection.close();

      expect([run.status, status.name, typedSearchAttributes.get(searchAttributes.outcome)]).toEqual([
        'failed',
        'FAILED',
        'failed',
      ]);
      expect(error).toMatchObject({ cause: { type: 'run_failed', message: 'The run failed; the API tells why.' } });
    },
    timeoutMs,
  );

  it(
    'accepts runs while Temporal does not respond, and starts each once when it does',
    async () => {
      hub.source.records = makePeople(3);
      const flow = await hub.createFlow('temporal away');
      const pid = hub.refresh().pids['temporal'] ?? 0;
      process.kill(pid, 'SIGSTOP');
      let runIds: string[];
      try {
        runIds = [await execute(hub.api, flow), await execute(hub.api, flow)];
        const connection = await createConnection(hub.api, {
          name: 'made meanwhile',
          service_type: 'http',
          config: { base_url: 'https://example.com' },
          credentials: {},
        });
        expect(connection).toMatch(/^conn_/);
        expect((await readRun(hub.api, runIds[0] ?? '')).status).toBe('queued');
      } finally {
        process.kill(pid, 'SIGCONT');
      }

      const runs = await Promise.all(runIds.map((id) => hub.waitForEnd(id)));
      expect(runs.map((run) => run.status)).toEqual(['succeeded', 'succeeded']);
      expect(runs.map((run) => run.counters.read)).toEqual([3, 3]);
    },
    timeoutMs,
  );

  it(
    'cancels a run that is at work, and lets the next one in',
    async () => {
      hub.source.records = [];
      const flow = await hub.createFlow('cancel');
      const hold = hub.source.hold();
      const first = await execute(hub.api, flow);
      await hold.asked;
      hold.release();
      await hub.api.call('POST', `/runs/${first}/cancel`, z.object({ id: z.string() }));

      expect((await hub.waitForEnd(first)).status).toBe('canceled');
      expect((await hub.runOnce(flow)).status).toBe('succeeded');
    },
    timeoutMs,
  );

  it(
    'repairs runs that lost their workflow, and those whose workflow was ended from outside',
    async () => {
      hub.source.records = makePeople(2);
      const flow = await hub.createFlow('repairs');
      const reconciler = await openReconciler(hub.facts);
      const sql = postgres(hub.facts.database_url, { max: 1 });
      // An older one is at work: nothing is wrong with it.
      const held = hub.source.hold();
      await execute(hub.api, await hub.createFlow('at work'));
      await held.asked;
      held.release();

      // Its order was carried out, and then Temporal lost everything.
      const lost = newUuid();
      await sql`
        insert into runs (org_id, id, integration_id, workflow_id, revision, trigger, status, options, queued_at, admitted_at)
        select org_id, ${lost}, integration_id, id, 1, 'manual', 'queued', '{}', now(), now() from workflows
        where integration_id = ${toUuid('integration', flow) ?? ''}`;
      await reconciler.reconcile();
      expect(await hub.waitForEnd(toId('run', lost))).toMatchObject({ status: 'succeeded', counters: { read: 2 } });

      const hold = hub.source.hold();
      const ended = await execute(hub.api, flow);
      await hold.asked;
      await reconciler.client.workflow.getHandle(ended).terminate();
      // Its outbox message may still be in the table for a moment, which keeps reconcilers away.
      await expect
        .poll(async () => (await reconciler.reconcile(), readRun(hub.api, ended)))
        .toMatchObject({
          status: 'failed',
          error: { code: 'interrupted' },
        });
      hold.release();
      expect((await hub.runOnce(flow)).status).toBe('succeeded');
      await Promise.all([reconciler.close(), sql.end()]);
    },
    timeoutMs,
  );

  it(
    'moves on what does not get on, although Temporal says that it runs',
    async () => {
      hub.source.records = makePeople(2);
      const flow = await hub.createFlow('stuck');
      const reconciler = await openReconciler(hub.facts);
      const sql = postgres(hub.facts.database_url, { max: 1 });
      const insert = async (status: string, admitted: boolean): Promise<string> => {
        const id = newUuid();
        await sql`
          insert into runs (org_id, id, integration_id, workflow_id, revision, trigger, status, options, queued_at, admitted_at)
          select org_id, ${id}, integration_id, id, 1, 'manual', ${status}, '{}', now(), case when ${admitted} then now() end
          from workflows where integration_id = ${toUuid('integration', flow) ?? ''}`;
        return toId('run', id);
      };
      const start = (workflowId: string, taskQueue: string): Promise<unknown> =>
        reconciler.client.workflow.start('notThere', { workflowId, taskQueue });
      const swept = async (id: string): Promise<unknown> => (
        await reconciler.reconcile(),
        (await readRun(hub.api, id)).status
      );

      // Its workflow fails again and again, and is there for Temporal.
      const failing = await insert('queued', true);
      await start(failing, 'hub');
      await expect.poll(() => swept(failing), { interval: 1000 }).toBe('succeeded');

      // Nobody has the turn.
      const waiting = await insert('queued', false);
      await expect.poll(() => swept(waiting), { interval: 500 }).toBe('succeeded');

      // It was asked to stop, and Temporal was not told.
      const canceling = await insert('canceling', true);
      await start(canceling, 'nobody');
      await reconciler.reconcile();
      const handle = reconciler.client.workflow.getHandle(canceling);
      await expect.poll(async () => (await handle.describe()).raw.workflowExtendedInfo?.cancelRequested).toBe(true);
      await handle.terminate();
      await expect.poll(() => swept(canceling), { interval: 500 }).toBe('canceled');
      await Promise.all([reconciler.close(), sql.end()]);
    },
    timeoutMs,
  );

  it(
    'seals what was changed, and finds what somebody does to it in the database',
    async () => {
      const shape = z.object({
        ok: z.boolean(),
        checked: z.number(),
        unsealed: z.number(),
        problems: z.array(z.looseObject({})),
      });
      const verify = (): Promise<z.infer<typeof shape>> => hub.api.call('POST', '/audit-events/verify', shape, {});
      await expect.poll(async () => (await verify()).unsealed).toBe(0);
      const before = await verify();
      const sql = postgres(hub.facts.database_url, { max: 1 });
      const [{ actor } = { actor: '' }] = await sql<{ actor: string }[]>`
        select actor from audit_events where sequence = 2`;
      await sql`update audit_events set actor = 'nobody' where sequence = 2`;
      const changed = await verify();
      await sql`update audit_events set actor = ${actor} where sequence = 2`;
      await sql.end();

      expect(before).toMatchObject({ ok: true, problems: [] });
      expect(before.checked).toBeGreaterThan(5);
      expect(changed.problems).toContainEqual(expect.objectContaining({ code: 'event_changed', sequence: 2 }));
      expect(await verify()).toMatchObject({ ok: true, checked: before.checked });
    },
    timeoutMs,
  );

  it(
    'shows no stored secret, whatever became of runs',
    async () => {
      expect(await findSecrets(hub, [token, password])).toEqual([]);
    },
    timeoutMs,
  );
});
