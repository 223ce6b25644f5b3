import type { SegmentLimits } from '../../engine/segment/segment.ts';
import { Rng } from './rng.ts';

/**
 * Kinds of target, by how a lost answer is survived.
 *
 * - `natural`: written by a key made of the source key.
 * - `natural_shared`: the same, but several source keys can mean one target record.
 * - `weakened`: written by a field that can change, so the plan trusts it less than the target says.
 * - `weakened_find`: the same, where the target can be searched.
 * - `keyed`: recognises an effect id for a time.
 * - `lookup`: recognises nothing, but can be searched, with a lag.
 * - `append_often`, `append_once`: neither; at least once or at most once by the integration's choice.
 */
export const flavors = [
  'natural',
  'natural_shared',
  'weakened',
  'weakened_find',
  'keyed',
  'lookup',
  'append_often',
  'append_once',
] as const;

export type Flavor = (typeof flavors)[number];

/** Targets whose records are named by a field of the mapped record. */
export function knowsTargetId(flavor: Flavor): boolean {
  return flavor === 'natural' || flavor === 'natural_shared' || flavor === 'weakened' || flavor === 'weakened_find';
}

/** Worlds in which several source keys can mean one target record. */
export function sharesTargets({ flavor, sharedLogins, sharedRefs }: WorldConfig): boolean {
  return (
    flavor === 'natural_shared' || sharedRefs || (sharedLogins && (flavor === 'weakened' || flavor === 'weakened_find'))
  );
}

/** Worlds whose source is asked for changes: records of one key would hide one another if only some were read. */
export function readsChanges({ incremental, repeatedKeys }: WorldConfig): boolean {
  return incremental && !repeatedKeys;
}

/** Worlds in which a source record can come to mean another target record. */
export function movesRecords(flavor: Flavor): boolean {
  return flavor === 'weakened' || flavor === 'weakened_find';
}

/** How often each kind of trouble strikes, per call; `0` in calm worlds, which are checked more exactly. */
export interface FaultRates {
  store: number;
  read: number;
  find: number;
  write: number;
  crash: number;
  freeze: number;
  /** Chance that an attempt is given up for dead while it works on. */
  partition: number;
  /** Faults of one run, at most: every run gets its chance to end. */
  perRunMax: number;
}

export interface WorldConfig {
  seed: number;
  flavor: Flavor;
  operation: 'upsert' | 'create';
  rows: number;
  runs: number;
  pageSize: number;
  /** Pages of the same cursor may have another size the next time. */
  pageSizeVaries: boolean;
  emptyPages: boolean;
  repeatedKeys: boolean;
  badRecords: boolean;
  /** Logins move from one record to another. */
  sharedLogins: boolean;
  /** Several source keys match one record of a searched target, and only its answer tells. */
  sharedRefs: boolean;
  /** What a searched target does not show after a lost answer is given up, not sent again. */
  onceAtMost: boolean;
  /** A searched target keeps records in a form of its own, so that a body never matches. */
  normalizes: boolean;
  /** The integration stops at the first record that fails. */
  failsFast: boolean;
  /** The source can be asked for what changed since. */
  incremental: boolean;
  /** The source changes while a run reads it. */
  churn: boolean;
  /** The target holds records before the first run. */
  preexisting: boolean;
  /** The target says `created` and `updated`; otherwise only `written`. */
  tellsOutcome: boolean;
  answersWithId: boolean;
  batchMax: number;
  requestTimeoutMs: number;
  /** Of a batch, which is several requests where it is longer than one. */
  writeTimeoutMs: number;
  searchLagMs: number;
  keyTtlMs: number;
  limits: SegmentLimits;
  latencyMaxMs: number;
  /** Writes often take nearly as long as they may. */
  slowWrites: boolean;
  faultRates: FaultRates;
  /** Chances, per run, of what people and operators do. */
  canceled: number;
  terminated: number;
  shutDown: number;
  fullResync: number;
  mappingChange: number;
  targetChange: number;
  deleted: boolean;
  /** A script stands between filter and mapping. */
  scripted: boolean;
  /** Records are completed with those of another object before that. */
  enriched: boolean;
  /** The source itself leaves out what the filter would. */
  filtersAtSource: boolean;
}

export function makeWorld(seed: number): WorldConfig {
  const rng = new Rng(seed, 'world');
  const flavor = rng.pick(flavors);
  const requestTimeoutMs = rng.pick([500, 2_000, 8_000, 30_000]);
  const writeTimeoutMs = requestTimeoutMs * new Rng(seed, 'requests').pick([1, 1, 2, 4]);
  const latencyMaxMs = rng.pick([20, 20, 200, 3_000]);
  // A page that takes many long writes is where most can happen to it.
  const slowWrites = rng.chance(0.4);
  const sometimes = (chance: number): boolean => rng.chance(chance);
  const operation = flavor !== 'natural' && sometimes(0.2) ? 'create' : 'upsert';
  return {
    seed,
    flavor,
    operation,
    rows: rng.pick([0, 1, 3, 4, 8, 8, 16, 24]),
    runs: rng.int(1, 4),
    pageSize: slowWrites ? rng.int(3, 8) : rng.int(1, 8),
    pageSizeVaries: sometimes(0.2),
    emptyPages: sometimes(0.3),
    repeatedKeys: sometimes(0.3),
    badRecords: sometimes(0.4),
    sharedLogins: sometimes(0.3),
    sharedRefs: flavor === 'lookup' && sometimes(0.2),
    onceAtMost: flavor === 'lookup' && new Rng(seed, 'delivery').chance(0.25),
    normalizes: flavor === 'lookup' && sometimes(0.15),
    failsFast: sometimes(0.05),
    churn: sometimes(0.4),
    preexisting: operation === 'upsert' && sometimes(0.2),
    tellsOutcome: sometimes(0.7),
    answersWithId: sometimes(0.8),
    batchMax: slowWrites ? rng.pick([1, 2]) : rng.pick([1, 2, 3, 100]),
    requestTimeoutMs,
    writeTimeoutMs,
    searchLagMs: flavor === 'lookup' || flavor === 'weakened_find' ? rng.pick([0, 300, 5_000, 40_000, 40_000]) : 0,
    keyTtlMs: flavor === 'keyed' ? rng.pick([writeTimeoutMs * 3, 60_000, 600_000, 86_400_000]) : 0,
    limits: { ...makeLimits(rng, requestTimeoutMs), partMin: new Rng(seed, 'parts').pick([1, 1_000]) },
    latencyMaxMs,
    slowWrites,
    faultRates: makeFaultRates(rng),
    canceled: sometimes(0.3) ? 0.4 : 0,
    terminated: sometimes(0.2) ? 0.3 : 0,
    shutDown: sometimes(0.3) ? 0.5 : 0,
    fullResync: sometimes(0.2) ? 0.5 : 0,
    mappingChange: sometimes(0.2) ? 0.5 : 0,
    targetChange: sometimes(0.15) ? 0.5 : 0,
    deleted: sometimes(0.05),
    scripted: sometimes(0.25),
    enriched: sometimes(0.25),
    incremental: sometimes(0.4),
    filtersAtSource: sometimes(0.3),
  };
}

function makeLimits(rng: Rng, requestTimeoutMs: number): Omit<SegmentLimits, 'partMin'> {
  const leaseMs = Math.round(requestTimeoutMs * (1.2 + rng.next() * 2)) + rng.pick([500, 5_000, 30_000]);
  return {
    timeBoxMs: rng.pick([0, 1_000, 10_000, 60_000]),
    leaseMs,
    renewEveryMs: Math.min(3_000, Math.round(leaseMs / rng.int(3, 10))),
    pageBytesMax: rng.pick([1, 2_000, 1_000_000]),
    waitMaxMs: rng.pick([0, 1_000, 15_000, 60_000]),
  };
}

function makeFaultRates(rng: Rng): FaultRates {
  const intense = rng.chance(0.3);
  const level = (): number => rng.pick(intense ? [0.05, 0.3, 0.5] : [0, 0, 0.05, 0.3]);
  const perRunMax = rng.pick(intense ? [3, 8, 20] : [0, 1, 3, 12]);
  return {
    store: level() / 2,
    read: level(),
    find: level(),
    write: level() * 1.5,
    crash: level() / 2,
    freeze: level() / 2,
    partition: level(),
    perRunMax,
  };
}
