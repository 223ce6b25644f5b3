import type { CliContext } from '../context.ts';
import { misuse } from '../cli-error.ts';
import type { Ending } from '../exit-codes.ts';
import { openHub } from '../hubs/find-hub.ts';
import { followLog, type FollowOptions } from './follow-log.ts';
import { followRuns } from './follow-runs.ts';
import { withTimeout } from './with-timeout.ts';

/** Shows the log of a run as it comes, to its end; without an id, runs of the organization as they come and go. */
export async function tailRuns(context: CliContext, id: string | undefined, options: FollowOptions): Promise<Ending> {
  const hub = await openHub(context, options);
  if (id === undefined && (options.after !== undefined || options.level !== undefined))
    throw misuse('--after and --level belong to the log of one run: hub runs tail ID');
  return withTimeout(context, options.timeout, (bounded) =>
    id === undefined ? followRuns(bounded, hub, options) : followLog(bounded, hub, id, options),
  );
}
