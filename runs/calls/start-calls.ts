import type { RunTrigger } from '../../core/enums.ts';
import { HubError } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';
import type { Transaction } from '../../drizzle/index.ts';
import { unretryableCodes } from '../../services/runs/dead-letter.ts';
import { openQueue, type RunQueue } from '../../services/runs/queue/run-queue.ts';
import { type NewRun, startRun } from '../../services/runs/queue/start-run.ts';
import { chainMax, countChain } from '../starts/count-chain.ts';
import { type CallPlace, type CallEnd, dueAt, endCalls } from './call-place.ts';
import { giveInputs, type InputDeps } from './give-inputs.ts';
import { type AskedCall, findCallee, markStarted, selectAsked } from './select-asked.ts';

const trigger: RunTrigger = 'call';

/** How soon calls are tried again that find no room for another run. */
const fullAgainSeconds = 2;

/**
 * Starts one run for calls of a place, in the transaction in which they count as started.
 *
 * At most one, since the next one has to find this one in the queue of its integration.
 *
 * @returns whether there may be more to start.
 */
export async function startCalls(tx: Transaction, deps: InputDeps, place: CallPlace, now: string): Promise<boolean> {
  const { orgId, runId } = place;
  const calleeId = await findCallee(tx, place);
  if (calleeId === undefined) return false;
  let queue: RunQueue;
  try {
    queue = await openQueue(tx, { orgId, integrationId: calleeId, trigger });
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    const asked = await selectAsked(tx, place);
    await endCalls(tx, orgId, asked.map(refuse('integration_deleted', messages.callOfDeleted)));
    return false;
  }
  const asked = (await selectAsked(tx, place)).filter((call) => call.callee_id === calleeId);
  const { name, status } = queue.integration;
  const refusal =
    status === 'active'
      ? (await countChain(tx, orgId, runId)) >= chainMax
        ? refuse('call_too_deep', messages.callTooDeep({ max: chainMax }))
        : undefined
      : refuse('integration_inactive', messages.callOfInactive({ name }));
  if (refusal !== undefined) {
    await endCalls(tx, orgId, asked.map(refusal));
    return true;
  }
  try {
    return await startOne(tx, deps, { queue, place, asked, now });
  } catch (error) {
    // Thrown before anything of a run is written.
    if (!(error instanceof HubError)) throw error;
    if (error.code === 'quota_exceeded') {
      await postpone(tx, place);
      return false;
    }
    const refused = refuse('call_refused', messages.callRefused({ name, reason: error.message }));
    await endCalls(tx, orgId, (await selectAsked(tx, place)).map(refused));
    return true;
  }
}

function refuse(code: string, message: string): (call: AskedCall) => CallEnd {
  return ({ id }) => ({ id, outcome: 'refused', code, message });
}

/** A full queue is no fault of the items: they wait until there is room. */
async function postpone(tx: Transaction, place: CallPlace): Promise<void> {
  await tx.sql`
    update calls set due_at = clock_timestamp() + ${fullAgainSeconds} * interval '1 second'
    where ${dueAt(tx, place)} and calls.status = 'asked'`;
}

interface Starting {
  queue: RunQueue;
  place: CallPlace;
  asked: readonly AskedCall[];
  now: string;
}

async function startOne(tx: Transaction, deps: InputDeps, starting: Starting): Promise<boolean> {
  const { place, asked } = starting;
  const { orgId } = place;
  const syncs = asked.filter(({ kind }) => kind === 'sync');
  if (syncs.length > 0) {
    // One reading answers all who ask for it at the same time.
    const run = await start(tx, starting, {});
    await markStarted(
      tx,
      orgId,
      run,
      syncs.map(({ id }) => ({ id, childId: undefined, detached: false })),
    );
    return true;
  }
  const { over, open, failed, inDoubt, fresh } = sortOut(asked);
  await endCalls(tx, orgId, [...over, ...inDoubt.map(refuse('call_in_doubt', messages.callInDoubt))]);
  const carried = open.filter(({ carrier_id: carrier }) => carrier !== null);
  for (const call of carried) await markStarted(tx, orgId, call.carrier_id ?? '', [taken(call)]);
  const left = open.filter(({ carrier_id: carrier }) => carrier === null);
  const inputs = await giveInputs(tx, deps, starting.queue, fresh, starting.now);
  await endCalls(tx, orgId, inputs.refused);
  if (inputs.given.length + left.length > 0) {
    // What runs before left is taken over by any run of the integration.
    const run = await start(tx, starting, {});
    await inputs.store();
    await markStarted(tx, orgId, run, [...inputs.given, ...left.map(taken)]);
    return true;
  }
  const [first] = failed;
  if (first?.failed_run_id === undefined || first.failed_run_id === null) return asked.length > 0;
  const again = failed.filter(({ failed_run_id: of }) => of === first.failed_run_id);
  const ids = again.flatMap(({ dead_letter_id: id }) => id ?? []);
  const run = await start(tx, starting, {
    options: { letters: { run: first.failed_run_id, ids } },
    retryOf: first.failed_run_id,
  });
  await markStarted(tx, orgId, run, again.map(taken));
  return true;
}

function taken({ id, child_id: childId, detached }: AskedCall) {
  return { id, childId: childId ?? undefined, detached };
}

/** Calls by what became of what they called before, where their items are tried again. */
interface SortedCalls {
  over: CallEnd[];
  /** Their items are on their way, or were left. */
  open: AskedCall[];
  /** Their items failed, and can be tried again. */
  failed: AskedCall[];
  inDoubt: AskedCall[];
  /** They call for the first time, or what they called is gone, or was overtaken by a newer item. */
  fresh: AskedCall[];
}

function sortOut(asked: readonly AskedCall[]): SortedCalls {
  const sorted: SortedCalls = { over: [], open: [], failed: [], inDoubt: [], fresh: [] };
  for (const call of asked) {
    const { id, child_status: status, detached, dead_letter_code: code } = call;
    if (status === null || status === 'canceled' || status === 'interrupted') sorted.fresh.push(call);
    else if (detached) sorted.over.push({ id, outcome: 'started' });
    else if (status === 'succeeded' || status === 'skipped') sorted.over.push({ id, outcome: status });
    else if (status !== 'failed') sorted.open.push(call);
    else if (code === null) sorted.fresh.push(call);
    else if (unretryableCodes.includes(code)) sorted.inDoubt.push(call);
    else sorted.failed.push(call);
  }
  return sorted;
}

/** Makes a run; it waits for its turn, whatever the integration's `concurrency` says. @returns its UUID. */
async function start(
  tx: Transaction,
  { queue, place: { orgId, runId }, now }: Starting,
  more: Pick<NewRun, 'options' | 'retryOf'>,
): Promise<string> {
  const [caller] = await tx.sql<{ requested_by: string | null }[]>`
    select requested_by from runs where org_id = ${orgId} and id = ${runId}`;
  const requestedBy = caller?.requested_by ?? undefined;
  const run = await startRun(tx, queue, { ...more, concurrency: 'queue', startedBy: runId, requestedBy, now });
  return run.id;
}
