import { ConnectorError } from '../../../core/connector-error.ts';
import { messages } from '../../../core/messages.ts';
import { RunUnusableError } from '../../../core/runs/run-unusable-error.ts';
import { withTenantPipelined } from '../../../drizzle/index.ts';
import type { RunEnvironment } from '../../../engine/run-environment.ts';
import { enrichRecords } from '../../../engine/stages/enrich-records.ts';
import { KnownRecords } from '../../../engine/stages/known-records.ts';
import type { Check, Flow, ItemContext, WaitStep } from '../../../flow/index.ts';
import { listSteps } from '../../../flow/index.ts';
import type { Sealer } from '../../../vault/index.ts';
import type { LoadedConnection } from '../../../sessions/loaded-connection.ts';
import { isAuthError, reportAuthFailure } from '../../auth-failures.ts';
import { isRefusedInTest } from '../../confirm-refusal.ts';
import type { ActivityDeps } from '../../deps.ts';
import type { FlowRun } from '../../load/load-run.ts';
import type { StreamAddress } from '../../store/segment-statements.ts';
import { writeRunLog } from '../../write-run-log.ts';
import { type CheckedItem, meetChecks, postponeChecks, selectDueChecks } from './check-statements.ts';
import { type ItemReader, readContexts } from '../read-items.ts';

interface CheckWork {
  address: StreamAddress;
  run: FlowRun;
  flow: Flow;
  environment: RunEnvironment;
  reader: ItemReader;
  sealer: () => Promise<Sealer>;
  signal: AbortSignal;
}

/** Items that are asked for at once. */
const askedMax = 200;
/** How often a step is looked for that is gone. */
const goneEveryMs = 300_000;
/** What a batch may find, in characters of JSON. */
const foundMax = 8 * 1024 * 1024;

/**
 * Asks for the items of one step whose checks are due, together, and notes which of these are met.
 *
 * Needs no lease: nothing is written to the other system, and a wait ends once, also if two workers find so. What cannot be asked is
 * asked again at the next instant, until the wait is over.
 *
 * @returns how many items were asked for.
 * @throws {RunUnusableError} where the object cannot be searched any more.
 */
export async function askChecks(deps: ActivityDeps, work: CheckWork): Promise<number> {
  const { address, flow } = work;
  const inTenant = withTenantPipelined;
  const items = await inTenant(deps.database, address.orgId, (tx) =>
    selectDueChecks(tx, address, { limit: askedMax, known: flow.known }),
  );
  const [first] = items;
  if (first === undefined) return 0;
  const step = flow.steps.get(first.step ?? '');
  // Of a step that is gone the wait ends when its time is over; where the item stands says so then.
  const asked = step?.kind === 'wait' && step.check !== undefined ? { step, check: step.check } : undefined;
  const found = asked === undefined ? noneMet : await findMet(deps, work, asked, items);
  const ids = new Set(found.met.map(({ id }) => id));
  const others = items.map(({ wait_id: id }) => id).filter((id) => !ids.has(id));
  await inTenant(deps.database, address.orgId, (tx) =>
    Promise.all([
      found.met.length === 0 ? undefined : meetChecks(tx, address, found.met),
      others.length === 0
        ? undefined
        : postponeChecks(tx, address, others, Math.max(asked?.check.everyMs ?? goneEveryMs, found.retryAfterMs)),
    ]),
  );
  return items.length;
}

interface Met {
  met: { id: string; sealed: Buffer }[];
  retryAfterMs: number;
}

const noneMet: Met = { met: [], retryAfterMs: 0 };

/** @throws as `askChecks`. */
async function findMet(
  deps: ActivityDeps,
  work: CheckWork,
  { step, check }: { step: WaitStep; check: Check },
  items: readonly CheckedItem[],
): Promise<Met> {
  const { environment, reader, address } = work;
  const connection = work.run.checks.get(step.id);
  if (connection === undefined) throw new Error('The check has no connection.');
  if (work.run.disabled.includes(connection.id)) {
    await note(deps, address, step, messages.checkDisabled);
    return noneMet;
  }
  const contexts = await readContexts(reader, items);
  try {
    const results = await search(deps, work, { step, check, connection }, contexts);
    const met: Met['met'] = [];
    for (const [index, { wait_id: id }] of items.entries()) {
      const [context, asked] = [contexts[index], results[index]];
      if (context === undefined) continue;
      if (asked?.ok === false) {
        await note(deps, address, step, asked.problem.message);
        continue;
      }
      const result = asked?.ok === true ? (asked.value[check.enrichment.as] ?? null) : null;
      const isMet = check.isMet(context, result, environment);
      if (isMet === true) met.push({ id, sealed: (await work.sealer()).seal({ result }) });
      else if (typeof isMet === 'object') await note(deps, address, step, isMet.message);
    }
    return { met, retryAfterMs: 0 };
  } catch (error) {
    const failure = error instanceof ConnectorError ? error : undefined;
    if (failure === undefined) throw error;
    if (isAuthError(failure) && (await isRefusedInTest(deps, address.orgId, connection)))
      await reportAuthFailure(deps.database, address, connection, failure);
    await note(deps, address, step, failure.message);
    return { met: [], retryAfterMs: failure.retryAfterMs ?? 0 };
  }
}

/** Looks up the record of each item, in their order. */
async function search(
  deps: ActivityDeps,
  { run, address, environment, signal }: CheckWork,
  {
    step: { id },
    check: { by, enrichment },
    connection,
  }: { step: WaitStep; check: Check; connection: LoadedConnection },
  contexts: readonly ItemContext[],
) {
  const { step: defined } = [...listSteps(run.definition.steps)].find(({ step }) => step.id === id) ?? {};
  const { object = '', options = {} } = defined?.wait?.check ?? {};
  const wanted = contexts.map((context) => {
    const value = by(context, environment);
    return { by: value.ok ? value.value : null };
  });
  return deps.sessions.use(address.orgId, connection, async (session) => {
    const finder = session.openFinder?.({ object, options, key: enrichment.key });
    if (finder === undefined) throw new RunUnusableError(messages.runEnrichmentGone({ as: id }));
    const known = new KnownRecords(foundMax);
    return enrichRecords([enrichment], [{ finder, known }], wanted, signal);
  });
}

/** A check that cannot be asked comes with every instant: it must not fill the log. */
function note(deps: ActivityDeps, address: StreamAddress, { id }: WaitStep, reason: string): Promise<void> {
  const message = messages.checkFailed({ step: id, reason });
  return writeRunLog(deps, address, { level: 'warn', code: 'check_failed', message, leavesRoom: true });
}
