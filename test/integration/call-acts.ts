import { expect } from 'vitest';
import type { RunInput, SegmentReport } from '../../core/pure/run-messages.ts';
import type { Database } from '../../drizzle/index.ts';
import type { CallPlace } from '../../runs/calls/call-place.ts';
import { serveCalls } from '../../runs/calls/serve-calls.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import type { Item } from '../api/harness.ts';
import { actOnRuns } from '../api/run-acts.ts';
import { toRunInput } from '../harness/activities.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import type { StubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs } from './wait-acts.ts';

/** Integrations that call others, and what workers do for these, without Temporal around them. */
export function actOnCalls(hub: Readonly<StubbedHub>) {
  const { work, wake, passTime } = createWaitActs(hub);
  const listDue = () => hub.api.admin<CallPlace[]>`
    select distinct org_id as "orgId", run_id as "runId", step from calls where due_at <= clock_timestamp() order by 1, 2, 3`;
  const request = (path: string) => hub.api.request('GET', path);
  const wakeUp = async (input: RunInput): Promise<RunInput> => {
    await hub.api.admin`
      update runs set wake_at = now() - interval '1 s' where id = ${toLookup('run', input.runId)} and wake_at is not null`;
    const woken = await wake(input);
    if (woken === undefined) throw new Error('The run is not due.');
    await actOnRuns(hub.api).setRunning(input.runId);
    return woken;
  };
  return {
    /** Saves an integration, and activates it. @returns its id. */
    save: async (definition: object, { active = true } = {}): Promise<string> => {
      const { data, error } = await hub.api.request('POST', '/v1/integrations', { body: definition });
      expect(error?.details.errors ?? error).toBeUndefined();
      if (active) await hub.api.request('POST', `/v1/integrations/${data.id}/activate`);
      return data.id;
    },
    /** An action that creates something of what a path of the system at the other end takes. */
    create: async (path: string, mapping: object[]): Promise<object> => ({
      ...(await connectStub(hub)),
      object: path,
      operation: 'create',
      options: { path, idempotency: { kind: 'header' } },
      mapping,
    }),
    /** A source that takes payloads which have an `id`. */
    taking: async (schema?: object): Promise<object> => ({
      ...(await connectStub(hub)),
      object: 'inputs',
      key: ['id'],
      payload: schema === undefined ? {} : { schema },
    }),
    /** Does what is due for calls. @returns how many places there were. */
    serve: async (database: Database = hub.api.database): Promise<number> => {
      const due = await listDue();
      for (const place of due) await serveCalls({ ...hub.activities.deps, database }, place);
      return due.length;
    },
    listDue,
    /** Takes the only queued run of an integration up. */
    takeUp: async (integration: string): Promise<RunInput> => {
      const { list } = await request(`/v1/integrations/${integration}/runs?status=queued`);
      expect(list).toHaveLength(1);
      const id = String(list[0]?.id);
      await actOnRuns(hub.api).setRunning(id);
      return toRunInput(hub.api, integration, id);
    },
    listRuns: async (integration: string): Promise<Item[]> =>
      (await request(`/v1/integrations/${integration}/runs`)).list,
    listItems: async (integration: string): Promise<Item[]> =>
      (await request(`/v1/integrations/${integration}/items`)).list,
    readRun: async ({ runId }: RunInput): Promise<Item> => (await request(`/v1/runs/${runId}`)).data,
    wakeUp,
    /** Lets a run go on that was answered, until it waits again or is over. */
    goOn: async (input: RunInput): Promise<SegmentReport> => work(await wakeUp(input)),
    /** Lets time pass for what waits of an integration, in its only queued run if it has one, and then in those that wait. */
    passAll: async (integration: string): Promise<void> => {
      const { list: queued } = await request(`/v1/integrations/${integration}/runs?status=queued`);
      for (const { id } of queued) {
        await actOnRuns(hub.api).setRunning(id);
        await work(toRunInput(hub.api, integration, id));
      }
      const { list: waiting } = await request(`/v1/integrations/${integration}/runs?status=waiting`);
      for (const { id } of waiting) {
        const input = toRunInput(hub.api, integration, id);
        await passTime(input);
        await work(await wakeUp(input));
      }
    },
    /** Tries the failed records of a run again. @returns the run that does. */
    retry: async ({ runId, integrationId }: RunInput): Promise<RunInput> => {
      const { data, error } = await hub.api.request('POST', `/v1/runs/${runId}/records/retry`, { body: { all: true } });
      expect(error).toBeUndefined();
      await actOnRuns(hub.api).setRunning(data.id);
      return toRunInput(hub.api, integrationId, data.id);
    },
  };
}
