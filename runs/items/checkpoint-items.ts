import { newUuid } from '../../core/ids.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Counters } from '../../core/pure/counters.ts';
import type { EffectResult, RecordTarget } from '../../core/records.ts';
import type { Scrub } from '../../core/telemetry/scrub.ts';
import type { Pipeline } from '../../drizzle/index.ts';
import type { Checkpoint, DeadLetter, SegmentStore } from '../../engine/ports.ts';
import type { RunEnvironment } from '../../engine/run-environment.ts';
import { actionOutcomes, type ActionStep, type Flow } from '../../flow/index.ts';
import type { Sealer } from '../../vault/index.ts';
import type { Finishing } from '../store/segment-store.ts';
import type { StreamAddress } from '../store/segment-statements.ts';
import { watchTarget } from '../watch-target.ts';
import type { Alongside, FlowWork } from './flow-work.ts';
import type { ItemSource, PagedItem } from './item-source.ts';
import { insertDeletions, judgeProposed } from './deletion-statements.ts';
import {
  failInDoubt,
  failItems,
  forgetElsewhere,
  type Move,
  settleItems,
  type StepRow,
  stepMark,
  storeSteps,
} from './item-statements.ts';
import type { StoredItem } from './item-rows.ts';
import { selectEnd } from './find-end.ts';
import { type FirstMoves, insertItems, type NewItem } from './making/new-item-statements.ts';
import { findFirstMoves, labelNew } from './making/first-moves.ts';
import type { ItemReader } from './read-items.ts';
import type { ReadRecords } from './item-target.ts';
import { findDirectMoves } from './moving/direct-moves.ts';
import type { Carried } from './moving/carried.ts';
import { storeMoves } from './store-moves.ts';

type Moved = Pick<FirstMoves, 'moves' | 'arrivals'>;

/** What a checkpoint becomes, and what goes along with it. `moved`: where items go on in it. */
type Adapt = (change: Checkpoint, pageSeq: number) => Promise<{ change: Checkpoint; moved?: Moved } & Alongside>;

/** Lets the checkpoints of a store move items, in the transaction that settles their effects. */
function alongCheckpoints(
  store: SegmentStore,
  alongside: Alongside,
  { onMoved, carried }: Pick<FlowWork, 'onMoved' | 'carried'>,
  adapt: Adapt,
): SegmentStore {
  return {
    ...store,
    checkpoint: async (epoch, pageSeq, change, leaseMs) => {
      const { change: adapted, moved, statements, lock } = await adapt(change, pageSeq);
      Object.assign(alongside, { statements, lock });
      const answer = await store.checkpoint(epoch, pageSeq, adapted, leaseMs);
      carried.put(moved?.arrivals ?? []);
      if ((change.part ?? change.advance?.cursor ?? null) !== null) {
        onMoved?.(countReady(moved?.moves ?? []));
      }
      return answer;
    },
  };
}

/** How many items go on to which steps. */
function countReady(moves: readonly Move[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { status, step } of moves) {
    if (status === 'ready' && step !== undefined) counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  return counts;
}

/** Makes items of what the checkpoints of a reading settle. Items are no effects: nothing is created or updated yet. */
export function makeItems(
  store: SegmentStore,
  alongside: Alongside,
  work: {
    address: StreamAddress;
    read: ReadRecords;
    reader: ItemReader;
    flow: Flow;
    environment: RunEnvironment;
    source: Flow['source'];
    baseline: boolean;
    /** A formula tells which items end those before them. */
    judges: boolean;
    /** So many items may be made, whatever the guard says. */
    maxItems: number | undefined;
    /** A part of the source is read. */
    isPart: boolean;
    /** What the last items of records were made of, where other fields were compared then; absent where they are the same. */
    lastRecords: ((keys: readonly string[]) => Promise<ReadonlyMap<string, JsonObject>>) | undefined;
    sealer: () => Promise<Sealer>;
  } & Pick<FlowWork, 'onMoved' | 'carried'>,
): SegmentStore {
  const { address, read, source, baseline, judges, maxItems } = work;
  const guard = { ...source.guard, approved: maxItems, isWhole: !work.isPart };
  const proposes = guard.itemsMax !== undefined || guard.changesPercentMax !== undefined;
  return alongCheckpoints(store, alongside, work, async (change) => {
    const sealer = change.settled.length === 0 ? undefined : await work.sealer();
    const last = await work.lastRecords?.(change.settled.map(({ sourceKey }) => sourceKey));
    const items = change.settled.flatMap(({ sourceKey: key, effectSeq: seq }): (NewItem & { record: JsonObject })[] => {
      const record = read.get(key);
      if (record === undefined || sealer === undefined) throw new Error('A record was settled that was not read.');
      const before = last?.get(key);
      if (before !== undefined && source.digest(before) === source.digest(record)) return [];
      const made = { id: newUuid(), key, seq, record };
      return [{ ...made, sealed: sealer.seal(record), label: labelNew(work, made) }];
    });
    const same = change.settled.length - items.length;
    const first = sealer === undefined ? undefined : findFirstMoves(work, items, sealer);
    if (change.advance !== undefined) read.turn();
    return {
      change: {
        ...change,
        counters: { ...change.counters, created: 0, updated: 0, deleted: 0, skipped: change.counters.skipped + same },
      },
      ...(first === undefined ? {} : { moved: first }),
      statements: (tx) =>
        Promise.all([
          first === undefined
            ? undefined
            : insertItems(tx, address, items, first, { changes: source.changes, baseline, proposes, judges }),
          change.removed === undefined ? undefined : insertDeletions(tx, address, change.removed, { proposes, judges }),
          change.advance?.finished === true ? judgeProposed(tx, address, guard) : undefined,
        ]),
    };
  });
}

/** What items of a step are moved with. */
interface StepWork extends Pick<FlowWork, 'onMoved' | 'carried'> {
  address: StreamAddress;
  flow: Flow;
  environment: RunEnvironment;
  step: ActionStep;
  /** Other steps that write to the object of the same connection. */
  siblings: readonly string[];
  source: ItemSource;
  outcomes: Outcomes;
  /** Says of which items writes were that are given up as in doubt. */
  nameInDoubt: (deadLetters: readonly DeadLetter[]) => Promise<DeadLetter[]>;
  /** Is told in the last checkpoint whether that leaves the run nothing to do. */
  onEnd: (counters: Counters | undefined) => void;
  /** Finishes the run in that checkpoint, where it leaves nothing to do. */
  finishWith: () => Finishing | undefined;
  sealer: () => Promise<Sealer>;
  scrub: Scrub;
}

/** Moves items along with the effects of a step that its checkpoints settle. */
export function moveAlong(store: SegmentStore, alongside: Alongside, work: StepWork): SegmentStore {
  const { address, step, siblings, source } = work;
  const deletes = step.target.operation === 'delete' && step.target.about === undefined;
  /** Of the page that is settled in parts. */
  const moved = new Set<string>();
  return alongCheckpoints(store, alongside, work, async (change, pageSeq) => {
    const { failed, inDoubt: doubtful } = sortOut(change.deadLetters, source);
    const inDoubt = await work.nameInDoubt(doubtful);
    const failedIds = new Set(failed.map(({ item }) => item.id));
    const carriedOut = takeCarriedOut(change, source, moved).filter(({ id }) => !failedIds.has(id));
    const { settle, endsAll, moved: direct } = await settleOrMove(work, change, carriedOut);
    const written = change.settled.flatMap(
      ({ sourceKey, targetId }) => work.outcomes.get(sourceKey)?.about ?? targetId ?? [],
    );
    const goesOn = goesOnAfterFailure(step);
    // A child that fails is no failed record: its parent may be one.
    const reported = goesOn ? [] : failed.filter(({ item }) => !item.isChild);
    const kept = failed.filter((entry) => !reported.includes(entry));
    const fail = await failOrHandle(work, failed, kept);
    const isLast = change.advance?.finished === true;
    const finish = isLast && endsAll && failed.length === 0 ? work.finishWith() : undefined;
    return {
      moved: direct,
      lock: finish?.lock,
      change: {
        ...change,
        deadLetters: [...reported.map((entry) => toDeadLetter(entry, step)), ...inDoubt],
        counters: {
          ...change.counters,
          read: 0,
          deduplicated: 0,
          failed: change.counters.failed - kept.length,
        },
      },
      statements: (tx) =>
        Promise.all([
          settle(tx, pageSeq),
          written.length === 0
            ? undefined
            : forgetElsewhere(tx, address, { system: toSystem(change.fingerprint), siblings, deletes }, written),
          fail(tx, pageSeq),
          inDoubt.length === 0
            ? undefined
            : failInDoubt(
                tx,
                address,
                inDoubt.flatMap(({ sourceKey }) => sourceKey ?? []),
              ),
          // Behind all others, whose effects it sees.
          isLast ? finishOrLook(tx, address, finish).then(work.onEnd) : undefined,
        ]),
    };
  });
}

/** Items that a checkpoint settles: of a page that is settled in parts, those of the part, and with the last one the others. */
function takeCarriedOut(
  { settled, part, advance }: Checkpoint,
  source: ItemSource,
  moved: Set<string>,
): readonly PagedItem[] {
  if (part !== undefined) {
    const keys = new Set(settled.map(({ sourceKey }) => sourceKey));
    const items = source.pageBefore(part.cursor).filter(({ effectKey }) => keys.has(effectKey));
    for (const { id } of items) moved.add(id);
    return items;
  }
  if (advance === undefined) return [];
  const items = source.pageBefore(advance.cursor).filter(({ id }) => !moved.has(id));
  moved.clear();
  return items;
}

/** Whether the run is over, or has nothing left to do: its counters then. */
async function finishOrLook(
  tx: Pipeline,
  address: StreamAddress,
  finish: Finishing | undefined,
): Promise<Counters | undefined> {
  return finish === undefined ? selectEnd(tx, address) : (await finish.finish(tx))?.counters;
}

type AtPage = (tx: Pipeline, pageSeq: number) => PromiseLike<unknown>;

/** Items whose effects are carried out go on, where that is known here; the others are settled. `endsAll`: none goes on behind that. */
async function settleOrMove(
  { address, flow, environment, outcomes, ...work }: StepWork,
  change: Checkpoint,
  items: readonly PagedItem[],
): Promise<{ settle: AtPage; endsAll: boolean; moved: Moved }> {
  if (items.length === 0) return { settle: () => Promise.resolve(), endsAll: true, moved: { moves: [], arrivals: [] } };
  const sealer = await work.sealer();
  const direct = findDirectMoves(flow, environment, { items: toSettled(items, change, outcomes), sealer });
  const moved = new Set(direct.moves.map(({ id }) => id));
  const settled = items
    .filter(({ id }) => !moved.has(id))
    .map(({ id, effectKey }) => ({ id, effectKey, outcome: outcomes.get(effectKey)?.outcome }));
  return {
    moved: direct,
    endsAll: settled.length === 0 && direct.moves.every(({ status }) => status !== 'ready'),
    settle: (tx, pageSeq) =>
      Promise.all([
        settled.length === 0 ? undefined : settleItems(tx, address, pageSeq, settled),
        moved.size === 0 ? undefined : storeMoves(tx, address, direct, { flow, sealer, scrub: work.scrub }),
      ]),
  };
}

/** Items whose effects failed end, or go on where their step says so. @param kept Those that are no failed records. */
async function failOrHandle(
  work: StepWork,
  failed: readonly FailedItem[],
  kept: readonly FailedItem[],
): Promise<AtPage> {
  if (failed.length === 0) return () => Promise.resolve();
  const { address, step } = work;
  const reasons = await sealReasons(kept, work);
  const handled = failed.map(({ item }) => ({ ...item, outcome: 'failed' }));
  if (!goesOnAfterFailure(step)) {
    const ended = failed.map(({ item: { id } }) => ({ id, sealed: reasons.get(id) }));
    return (tx) => failItems(tx, address, ended, step.order);
  }
  const steps = failed.map(({ item }) => toFailedStep(item.id, step, reasons.get(item.id)));
  return (tx, pageSeq) => Promise.all([settleItems(tx, address, pageSeq, handled), storeSteps(tx, address, steps)]);
}

/** Whether an item that failed at a step may go on all the same: where that is, is found out with the next move. */
export function goesOnAfterFailure({ onError, retry }: ActionStep): boolean {
  return onError !== undefined || retry !== undefined;
}

/** Items of which the target has just said what it did, as they are then. */
function toSettled(
  items: readonly PagedItem[],
  { settled, fingerprint }: Checkpoint,
  outcomes: Outcomes,
): ({ item: StoredItem } & Carried)[] {
  const targetIds = new Map(settled.map(({ sourceKey, targetId }) => [sourceKey, targetId ?? null]));
  return items.flatMap(({ row, context, bytes, effectKey }) => {
    const [outcome, targetId] = [outcomes.get(effectKey)?.outcome, targetIds.get(effectKey)];
    if (outcome === undefined || targetId === undefined) return [];
    return [
      { item: { ...row, settled: outcome, target_id: targetId, target_fingerprint: fingerprint }, context, bytes },
    ];
  });
}

/** Why items failed, by their ids, as far as no failed record says so. */
async function sealReasons(
  failed: readonly FailedItem[],
  { sealer: open, scrub }: { sealer: () => Promise<Sealer>; scrub: Scrub },
): Promise<ReadonlyMap<string, Buffer>> {
  if (failed.length === 0) return new Map();
  const sealer = await open();
  return new Map(
    failed.map(({ item, deadLetter: { code, message } }) => [item.id, sealer.seal({ code, message: scrub(message) })]),
  );
}

function toFailedStep(itemId: string, { id, order }: ActionStep, sealed: Buffer | undefined): StepRow {
  return { itemId, step: id, outcome: 'failed', position: order, sealed };
}

interface FailedItem {
  item: PagedItem;
  deadLetter: DeadLetter;
}

/** What was given up as in doubt is of no page: its record is the body that was sent. */
function sortOut(
  deadLetters: readonly DeadLetter[],
  source: ItemSource,
): { failed: FailedItem[]; inDoubt: DeadLetter[] } {
  const failed: FailedItem[] = [];
  const inDoubt: DeadLetter[] = [];
  for (const deadLetter of deadLetters) {
    const item = source.itemOf(deadLetter.record);
    if (item === undefined) inDoubt.push(deadLetter);
    else failed.push({ item, deadLetter });
  }
  return { failed, inDoubt };
}

/** A failed record is one of the source, whatever the step made of it. */
function toDeadLetter({ item, deadLetter }: FailedItem, { id }: ActionStep): DeadLetter {
  const { key, context } = item;
  return { ...deadLetter, sourceKey: key, record: context.record, step: id, itemId: item.id };
}

/** What a target said of effects, by their keys, and the record that each was of, where the ledger keeps none. */
export type Outcomes = Map<string, { outcome: string; about: string | undefined }>;

/**
 * Makes a target that of a step: what it says of effects is remembered, since the ledger only knows that they were carried
 * out; and what one step wrote, another may write as well, so each has rows of its own.
 */
export function asTargetOf(
  { id: step, target: { operation, about } }: ActionStep,
  target: RecordTarget,
  outcomes: Outcomes,
): RecordTarget {
  const taken = operation === 'delete' ? takeGone : (result: EffectResult) => result;
  const settle = about === undefined ? taken : (result: EffectResult) => takeNamed(taken(result));
  const watched = watchTarget(target, ({ sourceKey, body }, result) => {
    const { outcome } = settle(result);
    if (!actionOutcomes.some((known) => known === outcome)) return;
    outcomes.set(sourceKey, { outcome, about: about?.readId(body) });
  });
  return {
    ...watched,
    fingerprint: `${target.fingerprint}${stepMark}${step}`,
    write: async (effects, lease, checkAdoption) => {
      const report = await watched.write(effects, lease, checkAdoption);
      return { ...report, results: report.results.map(settle) };
    },
  };
}

/** What is done to a record by name is a change of it, unless it made a record of its own, as a comment is. */
function takeNamed(result: EffectResult): EffectResult {
  const isDone = actionOutcomes.some((known) => known === result.outcome);
  const hasMade = result.outcome === 'created' && result.targetId !== undefined;
  return isDone && !hasMade ? { outcome: 'updated' } : result;
}

/** A record that is not there needs no deletion. */
function takeGone(result: EffectResult): EffectResult {
  return result.outcome === 'rejected' && result.code === 'not_found' ? { outcome: 'deleted' } : result;
}

/** The system and object that a step writes to, without the step. */
export function toSystem(fingerprint: string): string {
  return fingerprint.slice(0, fingerprint.lastIndexOf(stepMark) + 1);
}
