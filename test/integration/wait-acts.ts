import type { RunInput, SegmentReport } from '../../core/pure/run-messages.ts';
import { withTenantPipelined } from '../../drizzle/index.ts';
import { wakeRun } from '../../services/runs/queue/wake-run.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import type { StubbedHub } from '../harness/stubbed-hub.ts';

/**
 * What workers and the clock do with runs that wait, without Temporal around them.
 *
 * @param between Is done between two segments of a run.
 */
export function createWaitActs(hub: Readonly<StubbedHub>, between?: () => PromiseLike<unknown>) {
  return {
    /** Works on a run until it waits or is over. */
    work: async (input: RunInput): Promise<SegmentReport> => {
      for (;;) {
        const segment = await hub.activities.runSegment(input);
        if (segment.status === 'parked') return segment;
        if (segment.status !== 'done') {
          await between?.();
          continue;
        }
        await hub.activities.finishRun({ ...input, outcome: 'succeeded' });
        return segment;
      }
    },
    /** Lets what a run waits for have come, as if time had passed. */
    passTime: async (input: RunInput): Promise<void> => {
      const id = toLookup('run', input.runId);
      await hub.api
        .admin`update waits set due_at = due_at - interval '9 years' where run_id = ${id} and status = 'open'`;
      await hub.api.admin`update runs set wake_at = wake_at - interval '9 years' where id = ${id}`;
    },
    /** Does what the relay does with a run that is due. @returns what its next workflow is told; `undefined` where it is not due. */
    wake: async (input: RunInput): Promise<RunInput | undefined> => {
      const [orgId, runId, integrationId] = [
        toLookup('organization', input.orgId),
        toLookup('run', input.runId),
        toLookup('integration', input.integrationId),
      ];
      await withTenantPipelined(hub.api.database, orgId, (tx) => wakeRun(tx, { orgId, runId, integrationId }));
      const [run] = await hub.api.admin<{ wakes: number; status: string }[]>`
        select wakes, status from runs where id = ${runId}`;
      return run?.status === 'queued' ? { ...input, wake: run.wakes } : undefined;
    },
  };
}

/**
 * Saves a flow that reads people, and sets an account up for each behind a wait.
 *
 * @param mapping Of the account, beside its login and its name.
 * @param before Steps before the wait.
 */
export async function saveWait(
  hub: Readonly<StubbedHub>,
  wait: object,
  mapping: object[] = [],
  before: object[] = [],
): Promise<string> {
  const end = await connectStub(hub);
  const account = {
    ...end,
    object: 'users',
    operation: 'upsert',
    match_on: ['login'],
    options: { path: '/users?login={login}', method: 'PUT', idempotency: { kind: 'put_by_key' } },
    mapping: [{ to: 'login', from: 'record.id' }, { to: 'name', from: 'record.name' }, ...mapping],
  };
  const body = {
    name: 'Joiners',
    source: { ...end, object: '/people', key: ['id'] },
    steps: [...before, { id: 'pause', wait }, { id: 'account', action: account }],
  };
  const saved = await hub.api.request('POST', '/v1/integrations', { body });
  if (saved.error !== undefined) throw new Error(JSON.stringify(saved.error));
  return saved.data.id;
}
