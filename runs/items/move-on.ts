import { setImmediate } from 'node:timers/promises';
import { messages } from '../../core/messages.ts';
import type { Counters } from '../../core/pure/counters.ts';
import { RunFailedError } from '../../engine/errors.ts';
import type { SegmentResult } from '../../engine/segment/segment.ts';
import { findTooManyFailures } from '../../engine/segment/too-many-failures.ts';
import { codeOf, type Pipeline } from '../../drizzle/index.ts';
import { type ActionStep, type Flow, isSearch, isSplit, type OutwardStep } from '../../flow/index.ts';
import type { ActivityDeps } from '../deps.ts';
import { insertClosing } from './closing-statements.ts';
import {
  type FlowWork,
  type InTenant,
  keepText,
  type KeptLease,
  type Leased,
  toReader,
  underLease,
} from './flow-work.ts';
import { takenMax } from './inbox-statements.ts';
import { selectUnjudged, storeJudged } from './interrupt-statements.ts';
import type { Move } from './item-statements.ts';
import { findMoves } from './move-items.ts';
import { foundMin, type Looked, prepareSearch, type Search } from './moving/search.ts';
import { countBytes, type StoredItem } from './item-rows.ts';
import { type Moves, storeMoves } from './store-moves.ts';
import { describeRun, readContexts } from './read-items.ts';
import { endsAsItGoesOn, expireWaits, type ResumedItem, settledMeanwhile } from './waits/wait-statements.ts';

/** Items that a formula judges together. */
const judgedMax = 200;
/** Items of one kind that are looked for together, where those before were small. */
const foundMax = 1000;
const smallBytes = 4 * 1024 * 1024;
/** Items that are moved on in one transaction. */
const movedMax = 250;

/** The steps with effects, the last ones first. */
export function listActions(flow: Flow): ActionStep[] {
  return listOutward(flow).filter((step) => step.kind === 'action');
}

/** The steps at which items stand until something was written or looked up, the last ones first. */
export function listOutward({ steps }: Flow): OutwardStep[] {
  return [...steps.values()]
    .filter((step) => step.kind === 'action' || isSearch(step))
    .toSorted((a, b) => b.order - a.order);
}

/** How far items were moved on. */
export interface MovedOn {
  /** The step to carry out next, where items wait at one. */
  busy: OutwardStep | undefined;
  counters: Counters;
  /** Why the run fails; only its own last steps go on then. */
  failure: RunFailedError | undefined;
  /** The lease that they were moved under, where an action is next. */
  kept: KeptLease | undefined;
}

/** Moves items on, as far as they get without an effect or a look-up. */
export async function moveOn(
  deps: ActivityDeps,
  work: FlowWork,
  steps: readonly OutwardStep[],
  known: { isFirst: boolean; isRead: boolean; failure: RunFailedError | undefined; closed: ReadonlySet<string> },
): Promise<SegmentResult | MovedOn> {
  const { flow } = work;
  const search = await prepareSearch(deps, work, steps, known);
  // What formulas say of newer items comes before, and nothing is known of the run's failures before it has the lease.
  const isAtOnce = known.failure === undefined && flow.interrupts === undefined;
  return underLease(
    deps,
    work,
    async (leased, inTenant, found): Promise<MovedOn> => {
      const { counters } = leased;
      const failure = known.failure ?? findFailure(flow, counters);
      if (failure !== undefined && !hasClosing(flow)) throw failure;
      search.ofRun = failure !== undefined;
      const at = await moveAll(deps, work, leased, inTenant, search, found);
      const busy = steps.find(({ id }) => id === at);
      return { busy, counters, failure, kept: busy?.kind === 'action' ? leased.keep(search.pending) : undefined };
    },
    isAtOnce ? search.begin : undefined,
  );
}

/**
 * Moves items on until each is at an effect or a look-up, waits, or has ended.
 *
 * @param begun What was found when the lease was taken, where it was looked for then.
 * @returns the step to carry out next, where items wait at one.
 */
async function moveAll(
  deps: ActivityDeps,
  work: FlowWork,
  { address, renew }: Leased,
  inTenant: InTenant,
  search: Search,
  begun: Looked | undefined,
): Promise<string | undefined> {
  const lookBy = async (by: Search['begin']): Promise<Looked> =>
    (await inTenant((tx) => Promise.all([renew(tx), by(tx)])))[1];
  if (begun === undefined && !search.ofRun) await judge(deps, work, inTenant);
  let found = begun ?? (await lookBy(search.begin));
  for (;;) {
    const { taken, items, over, due, busy } = found;
    if (taken > 0) await judge(deps, work, inTenant);
    // What comes while these are taken is for the next time, or it would never end.
    search.takes &&= taken === takenMax;
    const going = due.filter(endsAsItGoesOn);
    const expired = due.filter((item) => !endsAsItGoesOn(item)).map(({ wait_id: id }) => id);
    const all = [...items, ...over, ...going];
    if (all.length + expired.length === 0 && !search.takes) return busy;
    const isAll = !search.takes && items.length < search.limit && over.length + due.length === 0;
    search.limit = countBytes(all) <= smallBytes ? foundMax : foundMin;
    const moved = { items, resumed: [...over, ...going], expired };
    const look: Look = async (first, goals) => {
      const next = isAll ? search.open.find(({ id }) => id === busy || goals.has(id)) : undefined;
      if (next?.kind !== 'action' || goals.has(undefined)) return lookBy((tx) => search.look(tx, first));
      search.pending = (tx) => Promise.all([first(tx), search.restart(tx)]);
      return { ...nothingFound, busy: next.id };
    };
    found = await moveFound(deps, work, { address, renew }, inTenant, { ...moved, look }).catch((error: unknown) => {
      if (codeOf(error) !== settledMeanwhile) throw error;
      return lookBy(search.look);
    });
  }
}

const nothingFound = { taken: 0, items: [], over: [], due: [] };

/** Looks what goes on next behind what is stored first. @param goals Where all that was there goes. */
type Look = (first: (tx: Pipeline) => PromiseLike<unknown>, goals: ReadonlySet<string | undefined>) => Promise<Looked>;

/** What was found that goes on. */
interface Found {
  items: readonly StoredItem[];
  resumed: readonly ResumedItem[];
  /** Waits that end before their items go on. */
  expired: readonly string[];
}

/**
 * Moves items on in a transaction for each part of them. Where those of a part go is worked out while the part before is written.
 *
 * @param found.look Looks what goes on next, in the transaction that writes the last part.
 * @throws with SQLSTATE `settledMeanwhile` where somebody has decided on one of them; the others of its part are where they were.
 */
async function moveFound(
  deps: ActivityDeps,
  work: FlowWork,
  { address, renew }: Pick<Leased, 'address' | 'renew'>,
  inTenant: InTenant,
  { look, expired, ...all }: Found & { look: Look },
): Promise<Looked> {
  const { flow, environment } = work;
  const reader = toReader(deps, work);
  const sealer = await work.sealer();
  let last: Moves | undefined;
  const goals = new Set<string | undefined>();
  const store = (tx: Pipeline) => last && storeMoves(tx, address, last, { flow, sealer, scrub: keepText });
  const requireGood = (): void => {
    if (flow.onError.record === 'fail' && (last?.deadLetters.length ?? 0) > 0) throw stoppedByRecord();
  };
  for (const part of toParts(flow, all)) {
    const storing = last && inTenant((tx) => Promise.all([renew(tx), store(tx)]));
    if (storing !== undefined) {
      // It may fail before anybody looks.
      storing.catch(() => undefined);
      await untilSent();
    }
    const [moves] = await Promise.all([findMoves(reader, flow, environment, { ...part, sealer }), storing]);
    requireGood();
    last = moves;
    for (const move of moves.moves) goals.add(findGoal(flow, move));
    if (moves.moves.length < part.items.length + part.resumed.length) goals.add(undefined);
  }
  const looked = await look(
    (tx) => Promise.all([expired.length === 0 ? undefined : expireWaits(tx, address, expired), store(tx)]),
    goals,
  );
  requireGood();
  return looked;
}

/** The step that an item goes to and stands at; `undefined` where it does otherwise. */
function findGoal({ steps }: Flow, { status, step }: Move): string | undefined {
  const at = steps.get(step ?? '');
  return status === 'ready' && at !== undefined && (at.kind === 'action' || isSearch(at)) ? at.id : undefined;
}

/** Cuts what goes on into parts; not where the end of one child cancels others, which may be in the next part. */
function toParts({ steps }: Flow, { items, resumed }: Pick<Found, 'items' | 'resumed'>): Omit<Found, 'expired'>[] {
  const count = items.length + resumed.length;
  const size = [...steps.values()].some((step) => isSplit(step) && step.join === 'any') ? count : movedMax;
  return Array.from({ length: Math.ceil(count / size) }, (_, index) => {
    const [from, to] = [index * size, (index + 1) * size];
    const behind = (place: number): number => Math.max(place - items.length, 0);
    return { items: items.slice(from, to), resumed: resumed.slice(behind(from), behind(to)) };
  });
}

/** The driver writes what is left of statements at the end of a turn of the event loop; computing does not end one. */
async function untilSent(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/** Works out which of the items that came behind others end these. One of which the formula cannot tell does not. */
async function judge(deps: ActivityDeps, work: FlowWork, inTenant: InTenant): Promise<void> {
  const { address, flow, environment } = work;
  const { interrupts } = flow;
  if (interrupts === undefined) return;
  for (;;) {
    const items = await inTenant((tx) => selectUnjudged(tx, address, judgedMax));
    if (items.length === 0) return;
    const contexts = await readContexts(toReader(deps, work), items);
    const judged = items.map(({ id }, index) => {
      const context = contexts[index];
      return { id, interrupts: context !== undefined && interrupts(context, environment) === true };
    });
    await inTenant((tx) => storeJudged(tx, address, judged));
  }
}

/** Whether a run goes through steps of its own at its end. */
export function hasClosing({ closing }: Flow): boolean {
  return Object.keys(closing).length > 0;
}

/** Why a run that has come so far fails, as far as its counters tell. */
function findFailure(flow: Flow, counters: Counters): RunFailedError | undefined {
  const isStopped = flow.onError.record === 'fail' && counters.failed > 0;
  return isStopped ? stoppedByRecord() : findTooManyFailures(flow, counters);
}

function stoppedByRecord(): RunFailedError {
  return new RunFailedError('record_failed', messages.runStoppedByRecord);
}

/** Makes the item that takes the run through the next of its last steps. */
export async function close(
  deps: ActivityDeps,
  work: FlowWork,
  failure: RunFailedError | undefined,
): Promise<SegmentResult | 'made' | 'nothing'> {
  const { run, flow } = work;
  if (!hasClosing(flow)) return 'nothing';
  return underLease(deps, work, async ({ address, counters }, inTenant) => {
    const sealer = await work.sealer();
    const { read, created, updated, deleted, skipped, failed } = counters;
    const seen = { ...describeRun({ address, run }), counters: { read, created, updated, deleted, skipped, failed } };
    for (const name of ['then', 'finally'] as const) {
      const isDue = flow.closing[name] !== undefined && (name === 'finally' || failed > 0 || failure !== undefined);
      if (!isDue) continue;
      const made = await inTenant((tx) => insertClosing(tx, address, name, sealer.seal(seen)));
      if (made.length > 0) return 'made';
    }
    return 'nothing';
  });
}
