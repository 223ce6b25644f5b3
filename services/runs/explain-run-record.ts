import { HubError, notFound } from '../../core/errors.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { type Definition, onlyStep, type SourceDefinition } from '../../engine/definition.ts';
import { askUpstream } from '../connections/ask-upstream.ts';
import { requireConnection, requireEnabled } from '../connections/require-connection.ts';
import type { ServiceContext } from '../shared/context.ts';
import { hasScope, requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { unretryableCodes } from './dead-letter.ts';
import { type RunRecordExplanation, toRunRecordExplanation, type Traces } from './run-record-explanation.ts';
import { messages } from '../../core/messages.ts';
import { requireWithinReach } from './within-reach.ts';

/**
 * Explains what a run did with a record, and why, under the revision and the instant of the run.
 *
 * A worker takes the record as it was kept where it failed, and reads the source for it otherwise. Values are shown as
 * their shapes, as failed records are; a caller who may browse the source's connection sees them, but for sensitive ones.
 *
 * @param input.key The key of the source record, as the ledger and failed records name it.
 * @throws {HubError} `not_found` where nothing is known of such a record; `invalid_state` where the source's connection
 *   is gone or disabled, or the revision cannot be compiled any more; as `askUpstream`.
 */
export async function explainRunRecord({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; key: string };
}): Promise<RunRecordExplanation> {
  requireScope(ctx, 'runs:read');
  requireScope(ctx, 'records:read');
  const { traces, source, integrationId } = await readTraces(ctx, input);
  const connection = await requireConnection(ctx, source.connection_id).catch(refuseGone);
  requireEnabled(connection);
  const { deadLetter } = traces;
  const found = await askUpstream(ctx, {
    kind: 'explain',
    about: { connectionId: connection.id },
    input: {
      integration_id: integrationId,
      run_id: traces.runId,
      source_key: traces.sourceKey,
      // What is kept of a write in doubt may be the mapped record.
      ...(deadLetter === undefined || unretryableCodes.includes(deadLetter.code) ? {} : { letter_id: deadLetter.id }),
      values: hasScope(ctx.scopes, 'connections:read') ? 'shown' : 'shapes',
    },
  });
  if (found.unusable !== undefined) throw new HubError('invalid_state', found.unusable);
  if (found.record === 'missing' && deadLetter === undefined && traces.written === undefined) throw notFound();
  return toRunRecordExplanation(traces, found);
}

function refuseGone(error: unknown): never {
  if (!(error instanceof HubError) || error.code !== 'not_found') throw error;
  throw new HubError('invalid_state', messages.runSourceGone);
}

interface RunRow {
  id: string;
  integration_id: string;
  revision: number;
  definition: Definition;
}

interface Read {
  traces: Traces;
  source: SourceDefinition;
  integrationId: string;
}

function readTraces(ctx: ServiceContext, { id, key }: { id: string; key: string }): Promise<Read> {
  return inTenant(ctx, async (tx) => {
    await requireWithinReach(tx, ctx, toLookup('run', id));
    const [run] = await tx.sql<RunRow[]>`
      select runs.id, runs.integration_id, runs.revision, revisions.definition
      from runs
      join integration_revisions as revisions on revisions.org_id = runs.org_id
       and revisions.integration_id = runs.integration_id and revisions.revision = runs.revision
      where runs.org_id = ${ctx.orgId} and runs.id = ${toLookup('run', id)}`;
    const source = run?.definition.source;
    // PostgreSQL's text holds neither, so no record has such a key.
    if (run === undefined || source === undefined || key.includes('\0') || !key.isWellFormed()) throw notFound();
    const [written, deadLetter] = await Promise.all([
      selectWritten(tx, ctx.orgId, { run, stream: source.object, key }),
      selectDeadLetter(tx, ctx.orgId, { run, key }),
    ]);
    const traces = { runId: run.id, revision: run.revision, sourceKey: key, written, deadLetter };
    return { traces, source, integrationId: run.integration_id };
  });
}

async function selectWritten(
  { sql }: Transaction,
  orgId: string,
  { run, stream, key }: { run: RunRow; stream: string; key: string },
): Promise<Traces['written']> {
  // What several pages show, each run notes, whether it writes it or not: its page is less than zero then.
  const [row] = await sql<NonNullable<Traces['written']>[]>`
    select target_id, encode(hash, 'hex') as hash, case when page_seq < 0 then null else run_id end as run_id from ledger
    where source_key = ${key} and stream_id = (
      select id from streams
      where org_id = ${orgId} and integration_id = ${run.integration_id} and stream = ${stream} and step = ${onlyStep}
    )`;
  return row;
}

/** The newest failure of the record in this run, also one that a later run processed after all. */
async function selectDeadLetter(
  { sql }: Transaction,
  orgId: string,
  { run, key }: { run: RunRow; key: string },
): Promise<Traces['deadLetter']> {
  const [row] = await sql<NonNullable<Traces['deadLetter']>[]>`
    select id, code, field, message from dead_letters
    where org_id = ${orgId} and run_id = ${run.id} and source_key = ${key} order by id desc limit 1`;
  return row;
}
