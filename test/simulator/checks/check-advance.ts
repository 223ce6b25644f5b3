import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import type { Attempt } from '../attempt.ts';
import type { Checkpoint } from '../../../engine/ports.ts';
import { type Expectation, expectationOf } from '../plan-under-test.ts';
import { countByKey, noKey } from '../run-log.ts';
import type { Sim } from '../sim.ts';
import type { RecordVendor } from '../vendors.ts';
import { sharesTargets } from '../world.ts';

/** Judges a checkpoint that moves the cursor: everything behind the cursor has to be settled, in the target itself. */
export function checkAdvance(sim: Sim, attempt: Attempt, advance: NonNullable<Checkpoint['advance']>): void {
  const { verdict } = sim;
  const [page] = attempt.held;
  const looksAgain = isJsonObject(advance.cursor) && advance.cursor['phase'] === 'references';
  if (page === undefined && attempt.log.looksAgain && (looksAgain || advance.finished)) {
    checkLook(sim, attempt, advance);
    return;
  }
  if (page === undefined || !leadsTo(sim, page, advance, looksAgain)) {
    if (attempt.cursorExpired && advance.cursor === null && !advance.finished) {
      attempt.log.startOver();
      attempt.held = [];
    } else {
      verdict.fail(
        'cursor',
        `${attempt.process.name} moves the cursor to ${JSON.stringify(advance)}, which no page led to.`,
      );
    }
    return;
  }
  attempt.held.shift();
  checkOvertime(sim, attempt);
  attempt.log.finished = advance.finished;
  attempt.log.looksAgain = looksAgain;
  for (const expectation of attempt.log.pass(attempt.plan, page.records)) {
    const missing = whatIsMissing(sim, attempt, expectation);
    if (missing !== undefined) verdict.fail('cursor', `The cursor of ${attempt.log.runId} passes a record: ${missing}`);
  }
  checkWatermark(sim, attempt, advance.watermark);
}

/** Whether the cursor goes where the page says: behind it, to records that wait for the end of the source, or to the end. */
function leadsTo(
  { store }: Sim,
  { next }: Attempt['held'][number],
  { cursor, finished }: NonNullable<Checkpoint['advance']>,
  looksAgain: boolean,
): boolean {
  if (next !== undefined) return !finished && canonicalJson({ phase: 'read', at: next }) === canonicalJson(cursor);
  return finished ? !store.waits : looksAgain;
}

/** Records that waited are looked at: in the end, none does any longer. */
function checkLook({ store, verdict }: Sim, { log }: Attempt, { finished }: NonNullable<Checkpoint['advance']>): void {
  log.finished = finished;
  if (finished && store.waits) verdict.fail('lost', `${log.runId} is done, and records wait still.`);
}

/** Whatever changed up to the watermark and no more since must be settled, by this run or an earlier one. */
function checkWatermark(sim: Sim, attempt: Attempt, watermark: Json | undefined): void {
  const { table, config, verdict, store } = sim;
  // Where records contend for one of the target, what became of one changes with the others.
  if (!isJsonObject(watermark) || typeof watermark['at'] !== 'number' || sharesTargets(config)) return;
  const lettered = [...store.runs.values()].flatMap(({ deadLetters }) => deadLetters);
  for (const record of table.records(watermark['at'])) {
    const expectation = expectationOf(attempt.plan, record);
    const key = expectation.kind === 'left_out' ? undefined : expectation.key;
    if (lettered.some(({ sourceKey }) => sourceKey === key)) continue;
    const missing = whatIsMissing(sim, attempt, expectation);
    if (missing !== undefined) verdict.fail('watermark', `Its watermark passes a change: ${missing}`);
  }
}

/** The page at hand may be finished, and the one that was read ahead; no other one may be begun. */
function checkOvertime({ scheduler, config, verdict }: Sim, attempt: Attempt): void {
  const timeBoxEndsMs = attempt.startedAtMs + config.limits.timeBoxMs;
  if (scheduler.now <= Math.min(timeBoxEndsMs, attempt.shutdownSeenAtMs ?? timeBoxEndsMs)) return;
  attempt.overtime += 1;
  if (attempt.overtime > 2)
    verdict.fail('time_box', `${attempt.process.name} goes on to another page when it should return.`);
}

/** Says why a record is not settled; `undefined` where it is. */
export function whatIsMissing(
  sim: Sim,
  around: { log: Attempt['log']; vendor: RecordVendor },
  expectation: Expectation,
): string | undefined {
  const { config, store } = sim;
  const { log, vendor } = around;
  if (expectation.kind === 'left_out') return undefined;
  const key = expectation.key ?? noKey;
  const deadLetters = countByKey(store.run(log.runId).deadLetters).get(key) ?? 0;
  if (expectation.kind === 'problem') {
    return deadLetters > 0 ? undefined : `${key} cannot be mapped and is no dead letter.`;
  }
  // Another record of its key may follow.
  if (store.waitsFor(expectation.key)) return undefined;
  const row = store.ledger.rows.get(expectation.key);
  if (row?.pending !== undefined) return `${key} is still marked as pending.`;
  // A record that shares its target record unknowingly may be overwritten before anybody can tell.
  if (config.sharedRefs && (row?.settled !== undefined || deadLetters > 0)) return undefined;
  const contents = vendor.contentOf(expectation.key);
  const body = canonicalJson(expectation.body);
  const there = config.flavor === 'append_often' ? contents.at(-1) === body : contents.includes(body);
  if (there || wasGivenUp(sim, key)) return undefined;
  // A flow that only creates leaves what it created alone.
  if (config.operation === 'create' && contents.length > 0) return undefined;
  if (deadLetters > 0) return expectation.poisoned ? undefined : whyRefused(sim, vendor, expectation);
  // Nobody can know more than that the one allowed try was made.
  if (config.flavor === 'append_once' && row?.settled !== undefined) return undefined;
  if (expectation.poisoned) return `${key} is refused by the target and is no dead letter.`;
  return `${key} should be ${body}, and the target has ${contents.join(' and ') || 'nothing'}.`;
}

/** Another record may keep this one out of the target, but not out of a target record that is its own. */
function whyRefused(
  sim: Sim,
  vendor: RecordVendor,
  { key, body }: { key: string; body: JsonObject },
): string | undefined {
  const settled = sim.store.ledger.rows.get(key)?.settled;
  const owns =
    settled?.fingerprint === vendor.fingerprint && settled.targetId !== undefined && settled.targetId === body['id'];
  return owns && sharesTargets(sim.config)
    ? `${key} is a dead letter, and owns its target record ${settled.targetId}.`
    : undefined;
}

/** A write in doubt that nobody could ask about: a person was told, and the record waits for its next change. */
export function wasGivenUp({ store, config }: Sim, key: string): boolean {
  const { flavor, onceAtMost } = config;
  if (flavor !== 'keyed' && flavor !== 'weakened' && flavor !== 'append_once' && !onceAtMost) return false;
  return [...store.runs.values()].some(({ deadLetters }) =>
    deadLetters.some(({ sourceKey, code }) => sourceKey === key && code === 'in_doubt'),
  );
}
