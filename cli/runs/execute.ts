import { isJsonObject } from '../../core/json.ts';
import { callOperation } from '../call.ts';
import type { CommandFacts } from '../command-facts.ts';
import type { CliContext } from '../context.ts';
import type { Ending } from '../exit-codes.ts';
import { openHub } from '../hubs/find-hub.ts';
import { printOne } from '../output/print.ts';
import { readInput, type Typed } from '../run-operation.ts';
import { toJson, toText } from '../values.ts';
import { endingOf, watchRun } from './watch-run.ts';
import { withTimeout } from './with-timeout.ts';

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
    const run = await watchRun(bounded, hub, isJsonObject(data) ? toText(data['id']) : '');
    await printOne(context, typed.options, toJson(run));
    return endingOf(run);
  });
}
