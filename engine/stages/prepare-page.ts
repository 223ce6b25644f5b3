import type { Json } from '../../core/json.ts';
import type { Plan } from '../plan.ts';
import type { Position, Tally } from '../position.ts';
import { readPosition } from '../read-position.ts';
import { identifyRecords } from './identify-records.ts';
import { type PreparedPage, type PreparePorts, startPage } from './page.ts';
import { findNext, findWaiting, isBeginning, placeIn } from './phases.ts';
import { type GroupPorts, readGroups } from './prepare-groups.ts';
import { keepWaiting, lookAgain, type ReferencePorts, refersToTarget } from './prepare-references.ts';
import { shapeRecords } from './shape-records.ts';
import { findStage } from './stage.ts';
import type { StageWork } from './stage-base.ts';

/** What pages are made with. */
type Work = Omit<StageWork, 'page'> & { ports: PreparePorts & GroupPorts & ReferencePorts };

/** A page as its phase makes it: `next` is where the phase goes on, `undefined` behind its last page. */
interface PhasePage {
  page: PreparedPage;
  /** With what the page adds. */
  tally: Tally;
}

/** Reads the page at a cursor, and does with it what needs no look at the ledger. */
export async function preparePage(
  plan: Plan,
  ports: Work['ports'],
  cursor: Json,
  signal: AbortSignal,
  onStage?: StageWork['onStage'],
): Promise<PreparedPage> {
  const position = placeIn(plan, readPosition(cursor));
  const prepared = await prepareIn(plan, { ports, signal, onStage }, position);
  const { page, tally } = plan.removal === undefined ? prepared : noteSeen(prepared, position);
  const next = findNext(plan, position, page.next, tally);
  const isBarrier = next?.phase !== position.phase || (position.phase !== 'read' && position.phase !== 'groups');
  const isLast = page.next === undefined && page.repeated !== undefined;
  return { ...page, next: next?.cursor, isBarrier, ...(isLast ? { behindSource: findWaiting(plan, tally) } : {}) };
}

async function prepareIn(plan: Plan, work: Work, position: Position): Promise<PhasePage> {
  const { phase, at, tally } = position;
  switch (phase) {
    case 'read':
      return readRecords(plan, work, position);
    case 'groups':
      return { page: await readGroups(plan, work, at), tally };
    case 'references':
      return { page: await lookAgain(plan, work, at), tally };
    case 'judge':
    case 'remove':
      return { page: { ...startPage({ next: undefined, bytes: 0 }), removal: position }, tally };
  }
}

async function readRecords(plan: Plan, work: Work, position: Position): Promise<PhasePage> {
  const { ports, signal } = work;
  const { tally } = position;
  const { records, ...read } = await ports.source.readPage(position.at, signal);
  const reset = isBeginning(position);
  const grouped = findStage(plan, 'aggregate') !== undefined;
  const waits = refersToTarget(plan) && ports.store !== undefined;
  // What is read of the changes of a source is in their order, and nobody reads it again.
  const isWhole = ports.source.begin === undefined || plan.removal !== undefined;
  const page: PreparedPage = {
    ...startPage(read),
    isFirst: reset,
    ...(plan.holdsRepeats === true && isWhole && !grouped ? { repeated: new Set<string>() } : {}),
    ...(grouped ? { collected: { contributions: [], reset }, watermark: undefined } : {}),
    ...(waits ? { unresolved: new Set<string>(), held: [] } : {}),
  };
  await shapeRecords(plan, await identifyRecords(plan, records, { ...work, page }), { ...work, page });
  return waits ? keepWaiting(plan, page, tally, reset) : { page, tally };
}

/**
 * Notes which records a plan that removes what vanished has seen.
 *
 * A record that fails is there all the same. One that the filter or a script leaves out is not: for the target it is gone.
 * Where records are grouped, groups are seen; nobody knows which one a record that fails belongs to.
 */
function noteSeen({ page, tally }: PhasePage, position: Position): PhasePage {
  if (page.removal !== undefined) return { page, tally };
  const failedKeys = page.deadLetters.map(({ sourceKey }) => (page.collected === undefined ? sourceKey : undefined));
  const identified = failedKeys.filter((key) => key !== undefined);
  const unidentified = tally.unidentified + failedKeys.length - identified.length;
  // Only a reading of everything says what is missing.
  if (!tally.whole) return { page, tally: { ...tally, unidentified } };
  const sourceKeys = [...page.candidates.map(({ sourceKey }) => sourceKey), ...identified];
  return { page: { ...page, seen: { reset: isBeginning(position), sourceKeys } }, tally: { ...tally, unidentified } };
}
