import { wasGivenUp } from './check-advance.ts';
import type { Landing } from '../journal.ts';
import type { Sim } from '../sim.ts';
import type { RecordVendor } from '../vendors.ts';

/** Watches a target from its first effect on: who changes it, under which lease, and how often. */
export function watchLandings(sim: Sim, vendor: RecordVendor): void {
  const bodies = new Map<string, string>();
  const seen: LandingHistory = { changes: new Set(), created: new Set(), last: new Map() };
  vendor.journal.onLanding = (landing) => {
    sim.trace.say(
      'target',
      () => `${landing.change} ${landing.sourceKey} by ${landing.effectId.slice(0, 8)} of ${landing.writer.process}`,
    );
    checkFence(sim, landing);
    checkEnd(sim, landing);
    checkIdentity(sim, landing, bodies);
    if (landing.change === 'created' || landing.change === 'updated') checkRepetition(sim, landing, seen);
  };
}

interface LandingHistory {
  /** Effects that changed the target. */
  changes: Set<string>;
  /** Source keys that were created. */
  created: Set<string>;
  /** What was last done for a source key. */
  last: Map<string, string>;
}

function checkFence(sim: Sim, { writer, change, sourceKey }: Landing): void {
  // What changes nothing harms nobody, whenever it comes.
  if (change !== 'created' && change !== 'updated') return;
  if (sim.store.leaseRestMs(writer.epoch) >= 0) return;
  sim.verdict.fail(
    'fenced',
    `A write of ${writer.process} changes ${sourceKey} after its lease (epoch ${writer.epoch}) was lost.`,
  );
}

function checkEnd({ store, verdict }: Sim, { writer, change, sourceKey }: Landing): void {
  if (change !== 'created' && change !== 'updated') return;
  const status = store.runs.get(writer.runId)?.status;
  if (status === undefined || status === 'queued' || status === 'running') return;
  verdict.fail('after_end', `A write of ${writer.process} changes ${sourceKey} after ${writer.runId} was ${status}.`);
}

function checkIdentity(sim: Sim, { effectId, body, sourceKey }: Landing, bodies: Map<string, string>): void {
  // Where writing again is harmless nothing is marked, and nobody reads effect ids.
  if (sim.config.flavor === 'natural' || sim.config.flavor === 'natural_shared') return;
  const known = bodies.get(effectId);
  if (known !== undefined && known !== body) {
    sim.verdict.fail('effect_id', `Effect ${effectId} of ${sourceKey} came with ${known}, and now with ${body}.`);
  }
  bodies.set(effectId, body);
}

function checkRepetition(sim: Sim, landing: Landing, { changes, created, last }: LandingHistory): void {
  const { flavor } = sim.config;
  const { effectId, sourceKey, change, body } = landing;
  if (flavor === 'keyed' || flavor === 'lookup' || flavor === 'append_once') {
    if (changes.has(effectId))
      sim.verdict.fail('doubled', `Effect ${effectId} of ${sourceKey} changes the target a second time.`);
    changes.add(effectId);
  }
  if (flavor === 'append_once') {
    // Twice the same in a row; after a write that was given up, it may be the way back.
    const again = last.get(sourceKey) === body && sim.config.fullResync === 0 && !wasGivenUp(sim, sourceKey);
    if (again) sim.verdict.fail('doubled', `${sourceKey} is appended a second time as it was.`);
    last.set(sourceKey, body);
  }
  if ((flavor === 'keyed' || flavor === 'lookup') && change === 'created') {
    if (created.has(sourceKey)) sim.verdict.fail('doubled', `${sourceKey} is created a second time.`);
    created.add(sourceKey);
  }
}
