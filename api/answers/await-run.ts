import type { ServiceContext } from '../../services/shared/context.ts';
import { waitForInput } from '../../services/triggers/respond/wait-for-input.ts';
import { waitForRun } from '../../services/runs/wait-for-run.ts';
import { waitSecondsMax } from '../../services/shared/wait-until.ts';
import { hasScope } from '../../services/shared/scopes.ts';
import { type RunRecord, runRecord } from '../../services/runs/run.ts';
import type { Headers } from './respond.ts';

/**
 * Answers a request that made a run with the run as it is when it is over, when a step has responded for its input, or when the
 * time is up that the caller would wait.
 *
 * @returns nothing for a caller that does not wait, or may not read runs.
 */
export async function awaitRun(
  request: { ctx: ServiceContext; body: { wait?: number | undefined }; waitSeconds?: number | undefined },
  accepted: () => unknown,
): Promise<{ data: RunRecord; headers: Headers } | undefined> {
  const { ctx, body, waitSeconds } = request;
  const seconds = Math.min(body.wait ?? waitSeconds ?? 0, waitSecondsMax);
  if (seconds === 0 || !hasScope(ctx.scopes, 'runs:read')) return undefined;
  const { id, item_id: itemId } = runRecord.parse(accepted());
  const headers = { 'preference-applied': `wait=${seconds}` };
  const until = ctx.clock.monotonic() + seconds * 1000;
  const response = itemId === undefined ? undefined : await waitForInput({ ctx, input: { id, itemId, seconds } });
  const left = response === undefined ? Math.max(0, (until - ctx.clock.monotonic()) / 1000) : 0;
  const run = await waitForRun({ ctx, input: { id, seconds: left } });
  const ofItem = {
    ...(itemId === undefined ? {} : { item_id: itemId }),
    ...(response === undefined ? {} : { response }),
  };
  return { data: { ...run, ...ofItem }, headers };
}
