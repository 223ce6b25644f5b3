import { type OperationRecord, operationRecord } from '../../services/operations/operation.ts';
import { waitForOperation } from '../../services/operations/wait-for-operation.ts';
import type { ServiceContext } from '../../services/shared/context.ts';
import { waitSecondsMax } from '../../services/shared/wait-until.ts';
import type { Headers } from './respond.ts';

/** How long a caller waits who does not say. */
const waitDefaultSeconds = 10;

interface OperationResult {
  data: OperationRecord;
  pending?: true;
}

/** An operation that has not ended is answered with 202. */
export function toOperationResult(data: OperationRecord): OperationResult {
  return data.ended_at === undefined ? { data, pending: true } : { data };
}

/** Answers a request for an operation with it as it is when it has ended, or the time is up that the caller would wait. */
export async function awaitOperation(
  request: { ctx: ServiceContext; body: { wait?: unknown }; waitSeconds?: number | undefined },
  accepted: () => unknown,
): Promise<(OperationResult & { headers: Headers }) | undefined> {
  const { ctx, body, waitSeconds } = request;
  const asked = typeof body.wait === 'number' ? body.wait : undefined;
  const seconds = Math.min(asked ?? waitSeconds ?? waitDefaultSeconds, waitSecondsMax);
  if (seconds === 0) return undefined;
  const { id } = operationRecord.parse(accepted());
  const operation = await waitForOperation({ ctx, input: { id, seconds } });
  return { ...toOperationResult(operation), headers: { 'preference-applied': `wait=${seconds}` } };
}
