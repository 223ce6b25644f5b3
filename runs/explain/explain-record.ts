import type { ConnectorSession } from '../../connectors/drivers/shared/session.ts';
import type { RequestInput, RequestResult } from '../../core/connection-requests.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { nestsDeeper, recordDepthMax } from '../../core/json/nests-deeper.ts';
import { withTenantPipelined } from '../../drizzle/index.ts';
import { explainRecord } from '../../engine/explain-record.ts';
import { listKeyForms } from '../../engine/key-text.ts';
import type { Plan } from '../../engine/plan.ts';
import { judgeRecord, splitRecord } from '../../engine/stages/identify-records.ts';
import { findStage } from '../../engine/stages/stage.ts';
import { boundExplanation } from '../../transforms/explain/bound-explanation.ts';
import { compileRun } from '../load/compile-run.ts';
import { isFlowRun, loadRun, type MappedRun, type RunAddress } from '../load/load-run.ts';
import { RunUnusableError } from '../../core/runs/run-unusable-error.ts';
import { createExplanationMask } from './mask-explanation.ts';
import { openScripts } from '../run-scripts.ts';
import { useSearches } from '../run-searches.ts';
import { scrubExplanation } from './scrub-explanation.ts';
import type { ActivityDeps } from '../deps.ts';
import { messages } from '../../core/messages.ts';

type ExplainInput = RequestInput<'explain'>;
type Answer = RequestResult<'explain'>;
type Deps = Pick<ActivityDeps, 'database' | 'opener' | 'scripts' | 'definitions' | 'lookups' | 'sessions'>;

/** Characters of JSON that an explanation may have; well within what an answer may. */
const explanationLengthMax = 256 * 1024;

/**
 * Explains what a run made of a record, under the revision and the instant of that run.
 *
 * A record that failed is taken as it was kept then; others are read from the source again, page by page until the key
 * turns up, so they are as they are now.
 *
 * @throws {ConnectorError} where the source cannot be read.
 */
export async function explainRunRecord(
  deps: Deps,
  orgId: string,
  input: ExplainInput,
  session: ConnectorSession,
  signal: AbortSignal,
): Promise<Answer> {
  const address = { orgId, integrationId: input.integration_id, runId: input.run_id };
  try {
    const run = await withTenantPipelined(deps.database, address.orgId, (tx) => loadRun(tx, deps.definitions, address));
    if (run !== undefined && isFlowRun(run)) throw new RunUnusableError(messages.flowRecordNotExplained);
    return run === undefined ? nothing(0) : await explain(deps, { address, run, input }, session, signal);
  } catch (error) {
    if (error instanceof RunUnusableError) return { ...nothing(0), unusable: error.message };
    throw error;
  }
}

function nothing(recordsRead: number): Answer {
  return { record: 'missing', records_read: recordsRead };
}

async function explain(
  deps: Deps,
  { address, run, input }: { address: RunAddress; run: MappedRun; input: ExplainInput },
  session: ConnectorSession,
  signal: AbortSignal,
): Promise<Answer> {
  const compiled = compileRun(address, run);
  const tables = await deps.lookups.get(address.orgId, run.lookups);
  const environment = { now: run.startedAtMs, zone: run.definition.timezone, tables };
  const plan = compiled.planFor(environment);
  if (findStage(plan, 'aggregate') !== undefined) throw new RunUnusableError(messages.recordsGrouped);
  const kept = input.letter_id === undefined ? undefined : await openDeadLetter(deps, address, input.letter_id);
  const { object, options = {} } = run.definition.source;
  const found: Found =
    kept === undefined
      ? await findRecord(session, { object, options }, plan, input.source_key, signal)
      : { record: kept, read: 0 };
  if (found.record === undefined) return nothing(found.read);
  if (nestsDeeper(found.record, recordDepthMax))
    throw new RunUnusableError(messages.recordTooDeep({ max: recordDepthMax }));
  const scripts = findStage(plan, 'script') === undefined ? undefined : openScripts(deps, address).executor;
  const subject = { record: found.record, environment };
  const explained = await useSearches(deps.sessions, { orgId: address.orgId, run, plan }, (searched) =>
    explainRecord(plan, compiled.compileExplainer(), subject, { scripts, searched }),
  );
  const { outcome } = explained.record;
  if (outcome === 'grouped') throw new RunUnusableError(messages.recordsGrouped);
  const mask = createExplanationMask(run, input.values);
  const shown = scrubExplanation(mask(explained, found.record), session.createScrub());
  return {
    record: kept === undefined ? 'read' : 'kept',
    records_read: found.read,
    outcome,
    ...(explained.record.outcome === 'mapped' ? { hash: explained.record.hash } : {}),
    explanation: boundExplanation(shown, explanationLengthMax),
  };
}

/** @returns `undefined` where the dead letter is gone. */
async function openDeadLetter(
  { database, opener }: Deps,
  { orgId, integrationId }: RunAddress,
  id: string,
): Promise<JsonObject | undefined> {
  const [deadLetter] = await withTenantPipelined(database, orgId, ({ sql }) =>
    sql<{ sealed: Buffer }[]>`
      select sealed from dead_letters
      where org_id = ${orgId} and integration_id = ${integrationId} and id = ${id}`.execute(),
  );
  return deadLetter && opener.open({ purpose: 'record', orgId, integrationId }, deadLetter.sealed);
}

interface Found {
  record: JsonObject | undefined;
  read: number;
}

/**
 * Of several records with the key on one page the last that the filter keeps counts, as in a run.
 *
 * The source is asked for all records: why one is left out is a question, too.
 */
async function findRecord(
  session: ConnectorSession,
  end: { object: string; options: JsonObject },
  plan: Plan,
  wanted: string,
  signal: AbortSignal,
): Promise<Found> {
  const source = session.openSource(end);
  let cursor: Json | undefined = null;
  let read = 0;
  while (cursor !== undefined) {
    signal.throwIfAborted();
    const page = await source.readPage(cursor, signal);
    read += page.records.length;
    const named = page.records
      .flatMap((one) => splitRecord(plan, one))
      .filter((one) => {
        const key = plan.readKey(one);
        return key.ok && (key.key === wanted || listKeyForms(plan, key.key)?.includes(wanted) === true);
      });
    const record = named.findLast((one) => judgeRecord(plan, one) !== false) ?? named.at(-1);
    if (record !== undefined) return { record, read };
    cursor = page.next;
  }
  return { record: undefined, read };
}
