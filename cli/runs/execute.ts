import { HubApiError } from '../../client/hub-api-error.ts';
import type { HubClient, Run } from '../../client/index.ts';
import { isJsonObject } from '../../core/json.ts';
import { callOperation } from '../../as-code/call.ts';
import type { CommandFacts } from '../command-facts.ts';
import type { CliContext } from '../context.ts';
import type { Ending } from '../exit-codes.ts';
import { openHub } from '../hubs/find-hub.ts';
import { printOne } from '../output/print.ts';
import { readInput, type Typed } from '../run-operation.ts';
import { toJson, toText } from '../../as-code/values.ts';
import { endingOf, watchRun } from './watch-run.ts';
import { withTimeout } from './with-timeout.ts';

/** What a step responded, where one did and the caller may read it. */
async function readResponse({ signal }: CliContext, hub: HubClient, id: string): Promise<Run['response']> {
  try {
    return (await hub.call('getRun', { params: { id }, query: { response: 'true' } }, { signal })).response;
  } catch (error) {
    if (error instanceof HubApiError) return undefined;
    throw error;
  }
}

/** Starts a run and watches it to its end, or for as long as `timeout` says. */
export async function executeAndWait(
  context: CliContext,
  facts: CommandFacts,
  { timeout, ...typed }: Typed & { timeout: string | undefined },
): Promise<Ending> {
  const hub = await openHub(context, typed.options);
  const input = await readInput(context, hub, facts, typed);
  return withTimeout(context, timeout, async (bounded) => {
    const { data } = await callOperation(hub, facts.operation, input, { signal: context.signal });
    const id = isJsonObject(data) ? toText(data['id']) : '';
    const run = await watchRun(bounded, hub, id);
    const hasItem = isJsonObject(data) && data['item_id'] !== undefined;
    const response = hasItem ? await readResponse(context, hub, id) : undefined;
    await printOne(context, typed.options, toJson({ ...run, response }));
    return endingOf(run);
  });
}
