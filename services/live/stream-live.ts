import { z } from 'zod';
import type { ServiceContext } from '../shared/context.ts';
import { digits } from '../shared/pages.ts';
import { requireScope } from '../shared/scopes.ts';
import type { LiveLine } from './live-line.ts';

const secondsMax = 900;

export const streamLiveInput = z.strictObject({
  seconds: digits.transform(Number).pipe(z.number().min(1).max(secondsMax)).default(secondsMax).meta({
    type: 'integer',
    minimum: 1,
    maximum: secondsMax,
    default: secondsMax,
    description: 'How long the stream lasts at most. Open it again then.',
  }),
});

/**
 * Reports changes of runs, approvals and connections as they are committed, of the accounts that the caller reaches.
 *
 * @throws {HubError} as `LiveStreams.open`.
 */
export function streamLive({
  ctx,
  input: { seconds },
}: {
  ctx: ServiceContext;
  input: z.output<typeof streamLiveInput>;
}): AsyncIterable<LiveLine[]> {
  requireScope(ctx, 'runs:read');
  const leftMs = (ctx.expiresAt ?? Infinity) - ctx.clock.now();
  const opening = ctx.live.open(ctx, Math.min(seconds * 1000, leftMs));
  let isFirst = true;
  const end = async (): Promise<IteratorReturnResult<undefined>> => {
    ctx.live.close(await opening);
    return { done: true, value: undefined };
  };
  // No generator: one that waits cannot be ended before it goes on.
  const lines: AsyncIterator<LiveLine[], undefined> = {
    next: async () => {
      const stream = await opening;
      const value: LiveLine[] | undefined = isFirst ? [{ type: 'ready' }] : await stream.next();
      isFirst = false;
      return value === undefined ? end() : { value };
    },
    return: end,
  };
  return { [Symbol.asyncIterator]: () => lines };
}
