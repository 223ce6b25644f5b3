import type { DeadLetter } from '../../../engine/ports.ts';
import { wasGivenUp, whatIsMissing } from './check-advance.ts';
import { countByKey, type RunLog } from '../run-log.ts';
import { currentVendor, type Sim } from '../sim.ts';
import { movesRecords, sharesTargets } from '../world.ts';

/** Judges a run that ended as done. */
export function checkDoneRun(sim: Sim, log: RunLog): void {
  if (!log.finished) sim.verdict.fail('lost', `${log.runId} is done, and has not read to the end.`);
  // Where the source changed on the way, a record may have been read that is gone when its page is read again.
  if (sim.table.changes === log.start.tableChanges) checkContents(sim, log);
  checkSums(sim, log);
  checkDeadLetters(sim, log);
  if (isCalm(sim, log)) checkAgainstJournal(sim, log);
}

/** Nothing is lost: the last state of each record that the run read is in the target. */
export function checkContents(sim: Sim, log: RunLog): void {
  for (const expectation of log.expected.values()) {
    const missing = whatIsMissing(sim, { log, vendor: currentVendor(sim) }, expectation);
    if (missing !== undefined) sim.verdict.fail('lost', `After ${log.runId}: ${missing}`);
  }
}

function checkSums(sim: Sim, log: RunLog): void {
  const { counters, deadLetters } = sim.store.run(log.runId);
  const { read, created, updated, deleted, skipped, failed, deduplicated } = counters;
  if (read !== created + updated + deleted + skipped + failed + deduplicated) {
    sim.verdict.fail('counters', `${log.runId}: its counters do not add up: ${JSON.stringify(counters)}.`);
  }
  if (failed !== deadLetters.length) {
    sim.verdict.fail(
      'counters',
      `${log.runId} counts ${failed} failed records and has ${deadLetters.length} dead letters.`,
    );
  }
}

function checkDeadLetters(sim: Sim, log: RunLog): void {
  const { deadLetters } = sim.store.run(log.runId);
  const counts = countByKey(deadLetters);
  for (const [key, count] of log.failing) {
    // A record refused by a flow that only creates may have been created in better days.
    if (sim.config.operation === 'create' || mayBeGivenUp(sim, log, key)) continue;
    // Where others of its key follow, a record may not get as far as to fail.
    if (log.repeated.has(key)) continue;
    const found = counts.get(key) ?? 0;
    if (found !== count && (log.restarts === 0 || found < count)) {
      sim.verdict.fail('dead_letters', `${log.runId}: ${key} fails ${count} times and has ${found} dead letters.`);
    }
  }
  for (const key of counts.keys()) {
    if (log.failing.has(key) || mayBeGivenUp(sim, log, key)) continue;
    const [deadLetter] = deadLetters.filter(({ sourceKey }) => sourceKey === key);
    if (deadLetter !== undefined && !isStale(sim, log))
      sim.verdict.fail('dead_letters', `${log.runId}: ${describe(deadLetter)} for no reason.`);
  }
}

/** Records that another one keeps out of the target, or whose write nobody can ask about. */
function mayBeGivenUp(sim: Sim, log: RunLog, key: string): boolean {
  const { flavor } = sim.config;
  const unclear = flavor === 'append_once' || flavor === 'keyed' || flavor === 'weakened' || sim.config.onceAtMost;
  return sharesTargets(sim.config) || log.start.inherits || (unclear && log.doubtful.has(key)) || wasGivenUp(sim, key);
}

/** A page was read more than once with other contents: letters of its first reading may stand. */
function isStale(sim: Sim, log: RunLog): boolean {
  return sim.table.changes !== log.start.tableChanges || log.restarts > 0;
}

/** Nothing but the run's own writes happened, so that everything can be counted exactly. */
function isCalm(sim: Sim, log: RunLog): boolean {
  // After a write was given up, nobody knows what the target had before the next one.
  const givenUp = [...sim.store.runs.values()].some(({ deadLetters }) =>
    deadLetters.some(({ code }) => code === 'in_doubt'),
  );
  if (givenUp) return false;
  const { pageSizeVaries, preexisting, sharedRefs } = sim.config;
  return !isStale(sim, log) && !pageSizeVaries && !preexisting && !sharedRefs && !log.start.inherits;
}

function checkAgainstJournal(sim: Sim, log: RunLog): void {
  const { counters } = sim.store.run(log.runId);
  const expect = (name: string, found: number, count: number): void => {
    if (found !== count) sim.verdict.fail('counters', `${log.runId} counts ${found} ${name}; there were ${count}.`);
  };
  expect('read', counters.read, log.records);
  // Those of a key that several pages show are written, or stand for one another, as the ledger has it.
  if (log.repeated.size === 0) expect('deduplicated', counters.deduplicated, log.deduplicated);
  const { created, updated } = countOwnWrites(sim, log);
  if (movesRecords(sim.config.flavor)) {
    // A known record that moved is a creation in the target, which does not always get to say so.
    const quiet = sim.nemesis.faults === log.start.faults && log.doubtful.size === 0;
    if (quiet) expect('written', counters.created + counters.updated, created + updated);
  } else if (!hasUnclearWrites(sim, log)) {
    expect('created', counters.created, created);
    if (!hasUnclearUpdates(sim, log)) expect('updated', counters.updated, updated);
  }
}

/** What the target itself counts as done by this run. */
function countOwnWrites(sim: Sim, log: RunLog): { created: number; updated: number } {
  const own = currentVendor(sim).journal.landings.filter(({ writer }) => writer.runId === log.runId);
  const created = new Set(own.filter(({ change }) => change === 'created').map(({ effectId }) => effectId));
  // A target that cannot tell counts every write.
  const changes = sim.config.tellsOutcome ? ['updated'] : ['updated', 'same'];
  const updated = own.filter(({ change, effectId }) => changes.includes(change) && !created.has(effectId));
  return { created: created.size, updated: new Set(updated.map(({ effectId }) => effectId)).size };
}

/** Writes of which nobody can know whether they were carried out, or by which of two tries. */
function hasUnclearWrites({ config }: Sim, log: RunLog): boolean {
  return (config.flavor === 'append_often' || config.normalizes) && log.doubtful.size > 0;
}

/** Writes of which only the lost answer knew whether they changed a record or found it as it was. */
function hasUnclearUpdates(sim: Sim, log: RunLog): boolean {
  if (sim.definition.fullResync && log.doubtful.size > 0) return true;
  // A refused change leaves the ledger without a hash, so that the record is written again as it is.
  const { landings } = currentVendor(sim).journal;
  const refused = landings.some(({ change, writer }) => change === 'refused' && writer.runId === log.runId);
  return refused && sim.config.flavor !== 'keyed';
}

/** Judges a run over data that did not change since the last one: only records that fail are tried again. */
export function checkUnchangedRun(sim: Sim, log: RunLog): void {
  // Who owns a shared target record can depend on where pages end, and on who moved away from it in the last run.
  const { repeatedKeys, pageSizeVaries, sharedRefs } = sim.config;
  if (sharesTargets(sim.config) && (repeatedKeys || pageSizeVaries || sharedRefs || movesRecords(sim.config.flavor)))
    return;
  const failed = countByKey(sim.store.run(log.runId).deadLetters);
  for (const { sourceKey, writer } of currentVendor(sim).journal.landings.slice(log.start.landings)) {
    if (writer.runId !== log.runId || failed.has(sourceKey)) continue;
    // Where pages end elsewhere, nobody can tell a record that comes again from one that moved and changed.
    if (pageSizeVaries && log.repeated.has(sourceKey)) continue;
    sim.verdict.fail('unchanged', `${log.runId} writes ${sourceKey}, which did not change.`);
  }
}

function describe({ sourceKey, code }: DeadLetter): string {
  return `${sourceKey ?? 'a record without key'} is the dead letter ${code}`;
}
