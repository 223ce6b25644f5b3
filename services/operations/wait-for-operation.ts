import type { ServiceContext } from '../shared/context.ts';
import { waitUntil } from '../shared/wait-until.ts';
import { getOperation } from './get-operation.ts';
import type { OperationRecord } from './operation.ts';

/** Waits for the end of a single operation. @returns the operation as it stands when it has ended or the time is up. */
export function waitForOperation({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; seconds: number };
}): Promise<OperationRecord> {
  const read = (): Promise<OperationRecord> => getOperation({ ctx, input });
  return waitUntil(ctx, { seconds: input.seconds, read, isOver: ({ ended_at: ended }) => ended !== undefined });
}
