import { z } from 'zod';
import { getRun } from '../../runs/get-run.ts';
import type { RunRecord } from '../../runs/run.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { requireScope } from '../../shared/scopes.ts';
import { waitForInput } from './wait-for-input.ts';

export const getRunInput = z.strictObject({
  response: z.enum(['true', 'false']).optional().meta({
    description:
      '`true`: also what a step responded for the item that was executed. Asks for the scope `records:read`, and for a worker; without one it is left out.',
  }),
});

/** Reads a run, with what a step of it responded where that is asked for. @throws {HubError} as `getRun`. */
export async function getAnsweredRun({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof getRunInput> & { id: string };
}): Promise<RunRecord> {
  if (input.response !== 'true') return getRun({ ctx, input });
  requireScope(ctx, 'records:read');
  const run = await getRun({ ctx, input });
  const response = await waitForInput({ ctx, input: { id: input.id, seconds: 0 } });
  return response === undefined ? run : { ...run, response };
}
