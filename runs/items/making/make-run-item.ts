import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { messages } from '../../../core/messages.ts';
import { RunUnusableError } from '../../../core/runs/run-unusable-error.ts';
import type { Pipeline } from '../../../drizzle/index.ts';
import { compileRunInput } from '../../../engine/inputs/run-input.ts';
import type { Flow } from '../../../flow/index.ts';
import type { FlowRun, RunAddress } from '../../load/load-run.ts';
import { openSealed, type SealedReader } from '../sealed/open-sealed.ts';

/** What the item of a run is made of that reads no source. */
interface RunItem {
  given: JsonObject;
  key: string;
}

/**
 * Reads what the item of a run is made of.
 *
 * @returns `undefined` where it makes none: it reads a source, tries items again, or has made it.
 * @throws {RunUnusableError} where it was given nothing, and its flow needs something.
 */
export async function readRunItem(
  reader: SealedReader & { flow: Pick<Flow, 'given'> },
  { definition, deadLetters, wakes, input }: FlowRun,
): Promise<RunItem | undefined> {
  if (reader.flow.given !== 'input' || deadLetters !== undefined || wakes > 0) return undefined;
  const opened =
    input === undefined || 'given' in input ? (input?.given ?? {}) : await openSealed(reader, input.sealed);
  const given = isJsonObject(opened) ? opened : {};
  const read = compileRunInput(definition.input)(given);
  if (read.ok) return { given, key: read.key };
  throw new RunUnusableError(messages.runInputInvalid({ reason: read.message }));
}

/**
 * Makes the item of a run that reads no source, once: it has the UUID of the run. A run that goes on for others leaves the
 * item to the one of them that made it.
 *
 * Send it under the lease of the flow's reading, which numbers the items of a key.
 *
 * @param judges A formula is to tell whether it ends the item before it.
 * @returns a row where it was made.
 */
export function insertRunItem(
  { sql }: Pipeline,
  { orgId, integrationId, runId }: RunAddress,
  { key, sealed, resumes, judges }: { key: string; sealed: Buffer; resumes: readonly string[]; judges: boolean },
): PromiseLike<unknown[]> {
  return sql`
    with last as materialized (
      select max(seq) as seq from items
      where org_id = ${orgId} and integration_id = ${integrationId} and key = ${key} and parent_id is null
    ),
    made as (
      insert into items (org_id, id, integration_id, run_id, key, seq, change, status, interrupts)
      select ${orgId}, ${runId}, ${integrationId}, ${runId}, ${key}, coalesce(last.seq, 0) + 1, 'created',
        case when last.seq is null then 'ready' else 'held' end, ${judges ? sql`null::boolean` : sql`false`}
      from last where not exists (
        select 1 from items where org_id = ${orgId} and id = any(${[runId, ...resumes]}::uuid[])
      )
      returning id
    ),
    counted as (
      update runs set read = read + 1, updated_at = clock_timestamp()
      where org_id = ${orgId} and id = ${runId} and exists (select 1 from made)
    )
    insert into item_steps (org_id, item_id, step, outcome, position, sealed)
    select ${orgId}, id, '', 'passed', -1, ${sealed} from made returning 1`.execute();
}
