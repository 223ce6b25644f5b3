import type { Pipeline } from '../../../drizzle/index.ts';
import { type Flow, type OutwardStep } from '../../../flow/index.ts';
import type { ActivityDeps } from '../../deps.ts';
import type { StreamAddress } from '../../store/segment-statements.ts';
import { adoptFailed, assumeEffects } from '../adopt-statements.ts';
import { answerBatched, closeBatches, type Collecting } from '../batches/batch-statements.ts';
import { adoptItems } from '../carry-statements.ts';
import { cancelClosings, runKey } from '../closing-statements.ts';
import { type FlowWork, toReader, toReadingAddress } from '../flow-work.ts';
import { takeInbox } from '../inbox-statements.ts';
import { releaseEnding, withdrawWaits } from '../interrupt-statements.ts';
import type { StoredItem } from '../item-rows.ts';
import { selectMoving } from '../item-statements.ts';
import { promoteHeld } from '../promote-statements.ts';
import { restartBusyStep } from '../stream-statements.ts';
import { listTimed } from '../timeouts/read-timed-out.ts';
import { prepareTimeOut } from '../timeouts/time-out.ts';
import { type ResumedItem, selectDue, selectResumed } from '../waits/wait-statements.ts';
import { insertRunItem, readRunItem } from '../making/make-run-item.ts';

/** Items of one kind that are looked for together: more, where those before were small. */
export const foundMin = 200;

/** Looks what goes on, and takes up what may. */
export interface Search {
  begin: (tx: Pipeline) => Promise<Looked>;
  look: (tx: Pipeline, first?: (tx: Pipeline) => PromiseLike<unknown>) => Promise<Looked>;
  /** Stores the last moves, where that goes along with taking the step to carry out next. */
  pending?: (tx: Pipeline) => PromiseLike<unknown>;
  /** Finds the step to carry out next, and lets it be read from its beginning. */
  restart: (tx: Pipeline) => ReturnType<typeof restartBusyStep>;
  /** Steps with effects or look-ups before which no gate is closed, the last ones first. */
  open: readonly OutwardStep[];
  /** Only items of the run itself go on. */
  ofRun: boolean;
  /** Payloads may have come. */
  takes: boolean;
  /** So many items of one kind are looked for. */
  limit: number;
}

export interface Looked {
  items: readonly StoredItem[];
  /** How many of them are new. */
  taken: number;
  over: readonly ResumedItem[];
  due: readonly ResumedItem[];
  /** The step to carry out next, where items wait at one. */
  busy: string | undefined;
}

/**
 * Prepares what looks for items that go on.
 *
 * @param of.closed Steps before which a gate is closed.
 * @param of.isRead The source is read to its end.
 */
export async function prepareSearch(
  deps: ActivityDeps,
  work: FlowWork,
  steps: readonly OutwardStep[],
  { closed, isFirst, isRead }: { closed: ReadonlySet<string>; isFirst: boolean; isRead: boolean },
): Promise<Search> {
  const { run, flow } = work;
  const { known } = flow;
  const address = toReadingAddress(work);
  const perItem = steps.filter((step) => step.kind === 'action' && step.effectOf === 'item').map(({ id }) => id);
  const collecting = listCollecting(flow);
  const judges = flow.interrupts !== undefined;
  const timeOut = await prepareTimeOut(flow, [...closed], work.sealer);
  const makes = isFirst ? await make(deps, work) : undefined;
  const takeUp = (tx: Pipeline) =>
    Promise.all([
      search.takes ? takeInbox(tx, address, { judges }) : 0,
      promoteHeld(tx, address, flow.sameKey),
      withdrawWaits(tx, address),
      closed.size === 0 ? undefined : releaseEnding(tx, address, [...closed]),
      timeOut?.(tx, address),
      collecting.length === 0 ? undefined : answerBatched(tx, address),
      ...collecting.map((step) => closeBatches(tx, address, step, isRead)),
    ]);
  const search: Search = {
    ofRun: false,
    takes: run.definition.source?.payload !== undefined && run.deadLetters === undefined,
    limit: foundMin,
    begin: async (tx) => {
      const [, made = [], looked] = await Promise.all([
        isFirst && !search.ofRun ? adopt(tx, work, address) : undefined,
        isFirst && !search.ofRun ? makes?.(tx) : undefined,
        search.look(tx),
      ]);
      return { ...looked, taken: looked.taken + made.length };
    },
    open: steps.filter(({ id }) => !closed.has(id)),
    restart: (tx) =>
      restartBusyStep(
        tx,
        address,
        search.open.map(({ id }) => id),
        search.ofRun ? runKey : undefined,
      ),
    look: async (tx, first) => {
      const { ofRun, limit } = search;
      const moving = { perItem, limit, known, key: ofRun ? runKey : undefined };
      const [, [taken], items, over, due, [busy]] = await Promise.all([
        first?.(tx),
        ofRun ? nothingTaken : takeUp(tx),
        selectMoving(tx, address, moving),
        ofRun ? [] : selectResumed(tx, address, moving),
        ofRun ? [] : selectDue(tx, address, moving),
        search.restart(tx),
      ]);
      return { taken, items, over, due, busy: busy?.step };
    },
  };
  return search;
}

const nothingTaken = [0] as const;

/** What makes the item of a run that reads no source; `undefined` where it makes none. */
async function make(
  deps: ActivityDeps,
  work: FlowWork,
): Promise<((tx: Pipeline) => PromiseLike<unknown[]>) | undefined> {
  const { address, run, flow } = work;
  const item = await readRunItem(toReader(deps, work), run);
  if (item === undefined) return undefined;
  const sealed = (await work.sealer()).seal(item.given);
  const judges = flow.interrupts !== undefined;
  return (tx) => insertRunItem(tx, address, { key: item.key, sealed, resumes: run.resumes, judges });
}

/** Takes up what runs before left, and what failed and is tried again. */
function adopt(tx: Pipeline, { run, flow }: FlowWork, address: StreamAddress): PromiseLike<unknown> {
  return Promise.all([
    cancelClosings(tx, address),
    adoptItems(tx, address),
    run.deadLetters?.assume === undefined ? undefined : assumeEffects(tx, address, run.deadLetters),
    run.deadLetters === undefined
      ? undefined
      : adoptFailed(tx, address, run.deadLetters, { scopes: listScopes(flow), timed: listTimed(flow) }),
  ]);
}

function listScopes({ steps }: Flow): string[] {
  return [...steps.values()].filter(({ kind }) => kind === 'scope').map(({ id }) => id);
}

/** The steps that collect items, the first ones first: each with those from which items come to it. */
function listCollecting({ steps }: Flow): Collecting[] {
  const all = [...steps.values()].toSorted((a, b) => a.order - b.order);
  return all.flatMap((step, index) =>
    step.kind === 'wait' && step.batch !== undefined
      ? [{ step: step.id, max: step.batch.max, before: all.slice(0, index).map(({ id }) => id) }]
      : [],
  );
}
