import { addCounters, noCounters } from '../../core/pure/counters.ts';
import { isJsonObject, type Json } from '../../core/json.ts';
import { fail, type PreparedPage, type PreparePorts, startPage } from './page.ts';
import type { Plan } from '../plan.ts';
import type { Tally } from '../position.ts';
import type { SegmentStore, WaitingRecord } from '../ports.ts';
import type { Enrichment } from './enrichment.ts';
import { shapeRecords } from './shape-records.ts';
import type { StageWork, Subject } from './stage-base.ts';

/** Where records wait; a preview has none. */
export interface ReferencePorts {
  store?: Pick<SegmentStore, 'waitingAfter'>;
}

/** Records that are looked at again between two checkpoints. */
const rowsPerPage = 200;

/** Records of one run that wait, and their size as JSON; beyond it references stay unresolved until a later run. */
const waitingMax = 50_000;
const sizeMax = 64 * 1024 * 1024;

/** Records that fail without their reference, and that others of their kind wait for, come in so many rounds. */
const roundsMax = 20;

/** Where a run stands among the records that wait. */
interface Again {
  /** Source key of the last record that was looked at in this round; null before the first. */
  after: string | null;
  round: number;
  /** Records that this round could settle. */
  progress: number;
  /** What is not there by now stays unresolved. */
  last: boolean;
}

export function refersToTarget(plan: Plan): boolean {
  return enrichmentsOf(plan).some((enrichment) => enrichment.refersToTarget);
}

/**
 * Decides which records of a page of the source wait, of a plan whose records refer to others that it writes: a manager
 * who is on a later page, say.
 *
 * A record whose reference is not there yet is written without it, or held back where it would fail, and waits, sealed, in
 * the database. Behind the last page of the source those that wait are looked at again. What is written twice so is
 * counted once; on unchanged data the second look writes nothing.
 */
export function keepWaiting(
  plan: Plan,
  page: PreparedPage,
  tally: Tally,
  reset: boolean,
): { page: PreparedPage; tally: Tally } {
  const { waiting, size } = tally;
  const { unresolved = new Set<string>(), held = [], candidates } = page;
  const written = candidates.filter(({ sourceKey }) => unresolved.has(sourceKey));
  // A flow that only creates leaves what it created alone.
  const mended = plan.operation === 'create' ? [] : written;
  const wanted = [...held, ...mended.map(({ sourceKey, record }) => ({ sourceKey, record, counted: true }))];
  const stored: WaitingRecord[] = [];
  let total = size;
  for (const record of wanted) {
    const length = JSON.stringify(record.record).length;
    const hasRoom = (waiting ?? 0) + stored.length < waitingMax && total + length <= sizeMax;
    if (hasRoom) {
      stored.push(record);
      total += length;
    } else if (!record.counted) {
      const message = 'It refers to a record that the target does not have, and too many others wait for theirs.';
      fail(page, { ...record, code: 'enrichment_missing', field: undefined, message });
    }
  }
  const kept = stored.filter(({ counted }) => counted).length;
  // The record may have waited in an earlier form of itself.
  const done = waiting === 0 ? [] : [...candidates, ...page.deadLetters].flatMap(({ sourceKey }) => sourceKey ?? []);
  const waits = waiting === null ? null : waiting + stored.length;
  const references = { again: false, waiting: { reset, stored, done }, unresolved: written.length - kept };
  return { page: { ...page, references }, tally: { ...tally, waiting: waits, size: total } };
}

/** Prepares a page of the records that wait. */
export async function lookAgain(
  plan: Plan,
  work: Omit<StageWork, 'page'> & { ports: PreparePorts & ReferencePorts },
  at: Json,
): Promise<PreparedPage> {
  const { store, source } = work.ports;
  const place = readAgain(plan, at);
  if (store === undefined) throw new Error('Records wait for others, and nothing is there to keep them.');
  const rows = await store.waitingAfter(place.after, rowsPerPage);
  const bytes = rows.reduce((sum, { record }) => sum + JSON.stringify(record).length, 0);
  const prepared: PreparedPage = {
    ...startPage({ next: undefined, bytes }),
    unresolved: new Set(),
    held: place.last ? undefined : [],
  };
  const counted = new Set(rows.flatMap((row) => (row.counted ? row.sourceKey : [])));
  const identified = rows.map(({ sourceKey, record }): Subject => ({ sourceKey, record, input: record }));
  await shapeRecords(plan, identified, { ...work, page: prepared });
  for (const candidate of prepared.candidates) candidate.counted = counted.has(candidate.sourceKey);
  const held = new Set(prepared.held?.map(({ sourceKey }) => sourceKey));
  const missing = prepared.candidates.filter(({ sourceKey }) => prepared.unresolved?.has(sourceKey) === true);
  // Where only changes are read, a record that does not change would not be looked at again by later runs.
  const stays = plan.reading === 'changes' && source.begin !== undefined ? new Set(missing.map(toKey)) : held;
  const done = rows.map(toKey).filter((key) => !held.has(key) && !stays.has(key));
  const next = findNext(place, rows, done.length);
  return {
    ...prepared,
    next: next && { ...next },
    counters: addCounters(noCounters, prepared.counters),
    references: { again: true, waiting: { reset: false, stored: [], done }, unresolved: missing.length },
  };
}

function toKey({ sourceKey }: { sourceKey: string }): string {
  return sourceKey;
}

function findNext(place: Again, rows: readonly WaitingRecord[], settled: number): Again | undefined {
  const last = rows.at(-1);
  const progress = place.progress + settled;
  if (rows.length === rowsPerPage && last !== undefined) return { ...place, after: last.sourceKey, progress };
  if (place.last || (last === undefined && place.after === null)) return undefined;
  const round = place.round + 1;
  return { after: null, round, progress: 0, last: progress === 0 || round >= roundsMax };
}

/** Where nothing fails without its reference, one look is enough. */
function readAgain(plan: Plan, at: Json): Again {
  const { after, round, progress, last } = isJsonObject(at) ? at : {};
  if (typeof round !== 'number') return { after: null, round: 1, progress: 0, last: !holdsBack(plan) };
  return {
    after: typeof after === 'string' ? after : null,
    round,
    progress: typeof progress === 'number' ? progress : 0,
    last: last === true,
  };
}

/** Some records fail without their reference. */
function holdsBack(plan: Plan): boolean {
  return enrichmentsOf(plan).some(({ refersToTarget: refers, onMissing }) => refers && onMissing === 'dead_letter');
}

function enrichmentsOf({ stages }: Plan): readonly Enrichment[] {
  return stages.flatMap((stage) => (stage.kind === 'enrich' ? stage.enrichments : []));
}
