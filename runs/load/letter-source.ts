import type { Json, JsonObject } from '../../core/json.ts';
import type { RecordSource } from '../../core/records.ts';
import { type Database, type Pipeline, withTenantPipelined } from '../../drizzle/index.ts';
import type { Plan } from '../../engine/plan.ts';
import { readSourceCursor } from '../../engine/read-position.ts';
import type { Checkpoint } from '../../engine/ports.ts';
import { unretryableCodes } from '../../services/runs/dead-letter.ts';
import type { LetterSelection } from '../../services/runs/run-options.ts';
import type { Opener } from '../../vault/index.ts';
import type { RunAddress } from './load-run.ts';

/** Records that could not be processed, as a source: a page is a number of dead letters in the order of their ids. */
export interface LetterSource extends RecordSource {
  /**
   * Writes down what became of letters, in the transaction of the checkpoint that settles their page.
   *
   * A failed record that fails again is taken away: the checkpoint adds it again, as one of this run.
   */
  settle(tx: Pipeline, change: Checkpoint): PromiseLike<unknown>;
}

interface Letter {
  id: string;
  /** Of its record, by the plan of this run. */
  key: string | undefined;
  /** A later run wrote a newer state of the record, or removed it: writing this one would undo that. */
  overtakenBy: string | undefined;
}

const pageSize = 100;
const beforeAll = '00000000-0000-0000-0000-000000000000';

export function createLetterSource(
  deps: { database: Database; opener: Opener },
  address: RunAddress,
  selection: LetterSelection,
  plan: Plan,
): LetterSource {
  const { orgId, integrationId } = address;
  const letterOf = new WeakMap<JsonObject, Letter>();
  /** Letters of the pages that were read, by the cursor behind them: a checkpoint may be tried twice. */
  const pages = new Map<Json, Letter[]>();

  const openLetter = async ({ id, sealed, overtaken_by: overtakenBy }: LetterSqlRow): Promise<Opened> => {
    if (overtakenBy !== null) return { letter: { id, key: undefined, overtakenBy }, record: undefined };
    const record = await deps.opener.open({ purpose: 'record', orgId, integrationId }, sealed);
    const key = plan.readKey(record);
    const letter = { id, key: key.ok ? key.key : undefined, overtakenBy: undefined };
    letterOf.set(record, letter);
    return { letter, record };
  };

  return {
    readPage: async (cursor, signal) => {
      signal.throwIfAborted();
      const after = typeof cursor === 'string' ? cursor : beforeAll;
      const rows = await withTenantPipelined(deps.database, orgId, (tx) =>
        selectLetters(tx, address, selection, after),
      );
      const opened = await Promise.all(rows.map(openLetter));
      const next = rows.length < pageSize ? undefined : rows.at(-1)?.id;
      pages.set(
        next ?? null,
        opened.map(({ letter }) => letter),
      );
      return {
        records: opened.map(({ record }) => record).filter((record) => record !== undefined),
        next,
        bytes: rows.reduce((sum, { sealed }) => sum + sealed.length, 0),
      };
    },
    settle: (tx, change) => {
      const page = change.advance === undefined ? [] : (pages.get(readSourceCursor(change.advance.cursor)) ?? []);
      const failed = change.deadLetters.flatMap(({ record }) => letterOf.get(record) ?? []);
      return settleLetters(tx, address, sortOut(page, failed));
    },
  };
}

interface Opened {
  letter: Letter;
  record: JsonObject | undefined;
}

interface Verdicts {
  gone: string[];
  resolved: { id: string; by: string | undefined }[];
}

/** Of several letters of one key the engine takes the last: where that fails again, it stands for all of them. */
function sortOut(page: readonly Letter[], failed: readonly Letter[]): Verdicts {
  const again = new Set(failed.map(({ id }) => id));
  const keys = new Set(failed.flatMap(({ key }) => key ?? []));
  const failsAgain = ({ id, key }: Letter): boolean => again.has(id) || (key !== undefined && keys.has(key));
  return {
    gone: [...new Set([...again, ...page.filter(failsAgain).map(({ id }) => id)])],
    resolved: page.filter((letter) => !failsAgain(letter)).map(({ id, overtakenBy }) => ({ id, by: overtakenBy })),
  };
}

interface LetterSqlRow {
  id: string;
  sealed: Buffer;
  overtaken_by: string | null;
}

function selectLetters(
  { sql }: Pipeline,
  { orgId }: RunAddress,
  { run, ids, code }: LetterSelection,
  after: string,
): PromiseLike<LetterSqlRow[]> {
  // Ids of runs are ordered by time: UUIDs of version 7.
  return sql<LetterSqlRow[]>`
    select l.id, l.sealed, case when k.run_id > l.run_id then k.run_id end as overtaken_by
    from dead_letters l
    left join streams s on s.org_id = l.org_id and s.integration_id = l.integration_id and s.stream = l.stream
    left join lateral (
      select run_id from ledger where stream_id = s.id and source_key = l.source_key and hash is distinct from '' limit 1
    ) k on true
    where l.org_id = ${orgId} and l.run_id = ${run} and l.resolved_by is null and l.code <> all(${[...unretryableCodes]}::text[])
      ${code === undefined ? sql`` : sql`and l.code = ${code}`}
      ${ids === undefined ? sql`` : sql`and l.id = any(${ids}::uuid[])`}
      and l.id > ${after}
    order by l.id limit ${pageSize}`.execute();
}

function settleLetters(
  { sql }: Pipeline,
  { orgId, runId }: RunAddress,
  { gone, resolved }: Verdicts,
): PromiseLike<unknown> {
  return Promise.all([
    sql`delete from dead_letters where org_id = ${orgId} and id = any(${gone}::uuid[])`.execute(),
    sql`
      update dead_letters set resolved_by = letter.by
      from unnest(${resolved.map(({ id }) => id)}::uuid[], ${resolved.map(({ by }) => by ?? runId)}::uuid[]) as letter (id, by)
      where org_id = ${orgId} and dead_letters.id = letter.id`.execute(),
  ]);
}
