import type { Json, JsonObject } from '../../core/json.ts';
import type { RecordSource } from '../../core/records.ts';
import { type Database, type Pipeline, withTenantPipelined } from '../../drizzle/index.ts';
import { onlyStep } from '../../engine/definition.ts';
import { toSameKey } from '../../engine/key-text.ts';
import type { Plan } from '../../engine/plan.ts';
import { readSourceCursor } from '../../engine/read-position.ts';
import type { Checkpoint } from '../../engine/ports.ts';
import { unretryableCodes } from '../../services/runs/dead-letter.ts';
import type { DeadLetterSelection } from '../../services/runs/run-options.ts';
import { whereFailure } from '../../services/runs/where-failure.ts';
import type { Opener } from '../../vault/index.ts';
import type { RunAddress } from './load-run.ts';
import { mergeValues } from '../../core/json/merge-values.ts';

/** Records that could not be processed, as a source: a page is a number of dead letters in the order of their ids. */
export interface DeadLetterSource extends RecordSource {
  /**
   * Writes down what became of dead letters, in the transaction of the checkpoint that settles their page.
   *
   * A failed record that fails again is taken away: the checkpoint adds it again, as one of this run.
   */
  settle(tx: Pipeline, change: Checkpoint): PromiseLike<unknown>;
}

interface DeadLetter {
  id: string;
  /** Of its record, by the plan of this run. */
  key: string | undefined;
  /** A later run wrote a newer state of the record, or removed it: writing this one would undo that. */
  overtakenBy: string | undefined;
}

const pageSize = 100;
const beforeAll = '00000000-0000-0000-0000-000000000000';

export function createDeadLetterSource(
  deps: { database: Database; opener: Opener },
  address: RunAddress,
  selection: DeadLetterSelection,
  plan: Plan,
): DeadLetterSource {
  const { orgId, integrationId } = address;
  const deadLetterOf = new WeakMap<JsonObject, DeadLetter>();
  /** Dead letters of the pages that were read, by the cursor behind them: a checkpoint may be tried twice. */
  const pages = new Map<Json, DeadLetter[]>();

  const openDeadLetter = async (row: DeadLetterSqlRow): Promise<Opened> => {
    const { id, sealed, correction, overtaken_by: overtakenBy } = row;
    if (overtakenBy !== null) return { deadLetter: { id, key: undefined, overtakenBy }, record: undefined };
    const context = { purpose: 'record', orgId, integrationId } as const;
    const read = await deps.opener.open(context, sealed);
    const record = correction === null ? read : mergeValues(read, await deps.opener.open(context, correction));
    const key = plan.readKey(record);
    const deadLetter = { id, key: key.ok ? toSameKey(plan, key.key) : undefined, overtakenBy: undefined };
    deadLetterOf.set(record, deadLetter);
    return { deadLetter, record };
  };

  return {
    readPage: async (cursor, signal) => {
      signal.throwIfAborted();
      const after = typeof cursor === 'string' ? cursor : beforeAll;
      const rows = await withTenantPipelined(deps.database, orgId, (tx) =>
        selectDeadLetters(tx, address, selection, after),
      );
      const opened = await Promise.all(rows.map(openDeadLetter));
      const next = rows.length < pageSize ? undefined : rows.at(-1)?.id;
      pages.set(
        next ?? null,
        opened.map(({ deadLetter }) => deadLetter),
      );
      return {
        records: opened.map(({ record }) => record).filter((record) => record !== undefined),
        next,
        bytes: rows.reduce((sum, { sealed }) => sum + sealed.length, 0),
      };
    },
    settle: (tx, change) => {
      const page = change.advance === undefined ? [] : (pages.get(readSourceCursor(change.advance.cursor)) ?? []);
      const failed = change.deadLetters.flatMap(({ record }) => deadLetterOf.get(record) ?? []);
      return settleDeadLetters(tx, address, sortOut(page, failed));
    },
  };
}

interface Opened {
  deadLetter: DeadLetter;
  record: JsonObject | undefined;
}

interface Verdicts {
  gone: string[];
  resolved: { id: string; by: string | undefined }[];
}

/** Of several dead letters of one key the engine takes the last: where that fails again, it stands for all of them. */
function sortOut(page: readonly DeadLetter[], failed: readonly DeadLetter[]): Verdicts {
  const again = new Set(failed.map(({ id }) => id));
  const keys = new Set(failed.flatMap(({ key }) => key ?? []));
  const failsAgain = ({ id, key }: DeadLetter): boolean => again.has(id) || (key !== undefined && keys.has(key));
  return {
    gone: [...new Set([...again, ...page.filter(failsAgain).map(({ id }) => id)])],
    resolved: page
      .filter((deadLetter) => !failsAgain(deadLetter))
      .map(({ id, overtakenBy }) => ({ id, by: overtakenBy })),
  };
}

interface DeadLetterSqlRow {
  id: string;
  sealed: Buffer;
  correction: Buffer | null;
  overtaken_by: string | null;
}

function selectDeadLetters(
  { sql }: Pipeline,
  { orgId }: RunAddress,
  { run, ids, code, field, step }: DeadLetterSelection,
  after: string,
): PromiseLike<DeadLetterSqlRow[]> {
  // Ids of runs are ordered by time: UUIDs of version 7.
  return sql<DeadLetterSqlRow[]>`
    select l.id, l.sealed, l.correction, case when k.run_id > l.run_id then k.run_id end as overtaken_by
    from dead_letters l
    left join streams s on s.org_id = l.org_id and s.integration_id = l.integration_id and s.stream = l.stream
      and s.step = ${onlyStep}
    left join lateral (
      select run_id from ledger where stream_id = s.id and source_key = l.source_key and hash is distinct from '' limit 1
    ) k on true
    where l.org_id = ${orgId} and l.run_id = ${run} and l.resolved_by is null and l.code <> all(${[...unretryableCodes]}::text[])
      ${whereFailure({ sql }, 'l', { code, target_field: field, step })}
      ${ids === undefined ? sql`` : sql`and l.id = any(${ids}::uuid[])`}
      and l.id > ${after}
    order by l.id limit ${pageSize}`.execute();
}

function settleDeadLetters(
  { sql }: Pipeline,
  { orgId, runId }: RunAddress,
  { gone, resolved }: Verdicts,
): PromiseLike<unknown> {
  return Promise.all([
    sql`delete from dead_letters where org_id = ${orgId} and id = any(${gone}::uuid[])`.execute(),
    sql`
      update dead_letters set resolved_by = settled.by
      from unnest(${resolved.map(({ id }) => id)}::uuid[], ${resolved.map(({ by }) => by ?? runId)}::uuid[]) as settled (id, by)
      where org_id = ${orgId} and dead_letters.id = settled.id`.execute(),
  ]);
}
