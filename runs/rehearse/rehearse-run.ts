import type { RequestInput, RequestResult } from '../../core/connection-requests.ts';
import { RunUnusableError } from '../../core/runs/run-unusable-error.ts';
import { messages } from '../../core/messages.ts';
import type { ActivityDeps } from '../deps.ts';
import { readScrub } from '../explain/show-item.ts';
import { readRehearsedRun, type Tried, tryDefinition } from './definitions.ts';
import { rehearseItems } from './rehearse-items.ts';
import { rehearseRecords } from './rehearse-records.ts';

type Deps = Pick<ActivityDeps, 'database' | 'opener' | 'scripts' | 'sessions'>;

/**
 * Plays a definition against what a run was given, and has no effect: items go through its steps as in a preview, failed
 * records through its mapping. What steps gave in the run stands for what they would give, as far as they are the same.
 *
 * @throws {ConnectorError} where records are completed out of a system that does not answer.
 */
export async function rehearseRun(
  deps: Deps,
  orgId: string,
  input: RequestInput<'rehearse'>,
): Promise<RequestResult<'rehearse'>> {
  const address = { orgId, integrationId: input.integration_id, runId: input.run_id };
  try {
    const run = await readRehearsedRun(deps, address);
    if (run === undefined) throw new RunUnusableError(messages.rehearsalRunGone);
    const now = await tryDefinition(deps, orgId, input.definition, input.now);
    const past = await tryDefinition(deps, orgId, run.definition, input.now).catch(skipUnusable);
    const connections = [...now.connections, ...(past?.connections ?? [])];
    const scrub = await readScrub(deps.sessions, orgId, connections);
    const work = { address, run, now, past, scrub, ids: input.ids, values: input.values };
    return { rehearsed: await (input.kind === 'items' ? rehearseItems(deps, work) : rehearseRecords(deps, work)) };
  } catch (error) {
    if (error instanceof RunUnusableError) return { rehearsed: [], unusable: error.message };
    throw error;
  }
}

/** What the revision of the run would do now is only there to be compared with. */
function skipUnusable(error: unknown): Tried | undefined {
  if (error instanceof RunUnusableError) return undefined;
  throw error;
}
