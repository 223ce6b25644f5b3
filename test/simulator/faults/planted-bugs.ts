import { toJsonObject } from '../../../connectors/kit/type-guards.ts';
import { noCounters } from '../../../core/pure/counters.ts';
import type { EffectResult } from '../../../core/records.ts';
import { createMap } from '../../../engine/stages/map.ts';
import {
  changeWatermark,
  finishEveryPage,
  ignoreCancel,
  ignoreFence,
  readFirsts,
  releaseInDoubt,
  repeatAtOnce,
  withCheckpoint,
  withClock,
  withScripts,
  withSearched,
  withSource,
  withStore,
  withTarget,
  writeAndTell,
} from './sabotage.ts';
import { plantedRepeatBugs } from './planted-repeat-bugs.ts';
import type { Saboteur } from './saboteur.ts';
import { readsChanges } from '../world.ts';

/**
 * Bugs that an engine could have, planted between the engine and its world: for each invariant at least one that
 * breaks it. The simulator has to notice every one of them.
 */
export const plantedBugs: readonly Saboteur[] = [
  {
    name: 'checkpoints before it writes',
    breaks: ['cursor', 'lost', 'fenced', 'ended'],
    sabotage: (call) =>
      withTarget(call, (target) => ({
        write: (effects, lease) => {
          void target.write(effects, lease);
          return Promise.resolve({ results: effects.map((): EffectResult => ({ outcome: 'written' })) });
        },
      })),
  },
  {
    name: 'does not mark what it writes',
    breaks: ['doubled', 'effect_id'],
    sabotage: (call) => withStore(call, () => ({ mark: () => Promise.resolve() })),
  },
  {
    name: 'does not resolve what is pending',
    breaks: ['doubled'],
    shows: ({ flavor }) => flavor === 'lookup',
    sabotage: (call) => ({
      ...call,
      steps: { resolvePending: () => Promise.resolve({ status: 'resolved', counters: noCounters }) },
    }),
  },
  {
    name: 'gives the record as it is now to the effect of before',
    breaks: ['effect_id'],
    shows: ({ flavor }) => flavor === 'keyed',
    sabotage: (call) =>
      withStore(call, (store) => ({
        pending: async (limit) =>
          (await store.pending(limit)).map((effect) => ({ ...effect, body: { ...effect.body, value: 'newer' } })),
      })),
  },
  {
    name: 'starts the sequence of a record anew, so that A→B→A uses an effect id again',
    breaks: ['effect_id', 'lost', 'cursor'],
    shows: ({ flavor }) => flavor === 'keyed',
    sabotage: (call) =>
      withStore(call, (store) => ({
        diff: async (query) => (await store.diff(query)).map((row) => ({ ...row, effectSeq: 0 })),
      })),
  },
  {
    name: 'goes on after its lease was lost',
    breaks: ['margin', 'fenced'],
    sabotage: (call) => withStore(call, ignoreFence),
  },
  {
    name: 'measures its lease by the wall clock',
    breaks: ['margin', 'fenced'],
    sabotage: (call) => withClock(call, (clock) => ({ monotonic: () => clock.now() })),
  },
  {
    name: 'believes that its lease is longer than it is',
    breaks: ['margin', 'fenced'],
    sabotage: (call) =>
      withStore(call, (store) => ({
        acquire: (leaseMs) => store.acquire(leaseMs * 0.8),
        renew: (epoch, leaseMs) => store.renew(epoch, leaseMs * 0.8),
        checkpoint: (epoch, pageSeq, change, leaseMs) => store.checkpoint(epoch, pageSeq, change, leaseMs * 0.8),
      })),
  },
  {
    name: 'believes that requests end sooner than they do',
    breaks: ['margin', 'fenced'],
    sabotage: (call) => withTarget(call, (target) => ({ requestTimeoutMs: target.requestTimeoutMs / 10 })),
  },
  {
    name: 'asks for its lease once a batch',
    breaks: ['margin', 'fenced'],
    shows: ({ requestTimeoutMs, writeTimeoutMs }) => requestTimeoutMs < writeTimeoutMs,
    sabotage: (call) => withTarget(call, (target) => ({ write: (effects) => target.write(effects) })),
  },
  {
    name: 'renews its lease in its imagination only',
    breaks: ['margin', 'fenced'],
    sabotage: (call) => withStore(call, () => ({ renew: () => Promise.resolve({ cancelRequested: false }) })),
  },
  {
    name: 'gives its lease back while a write is in doubt',
    breaks: ['fenced', 'margin'],
    sabotage: (call) => releaseInDoubt(call),
  },
  {
    name: 'takes a write in doubt for done',
    breaks: ['lost', 'cursor', 'fenced'],
    sabotage: (call) => withTarget(call, (target) => ({ write: (...batch) => writeAndTell(target, batch, 'written') })),
  },
  {
    name: 'takes a write in doubt for not sent',
    breaks: ['doubled', 'fenced', 'lost'],
    sabotage: (call) =>
      withTarget(call, (target) => ({ write: (...batch) => writeAndTell(target, batch, 'not_sent') })),
  },
  {
    name: 'looks a write up before the search can know it',
    breaks: ['doubled'],
    shows: ({ flavor, searchLagMs }) => flavor === 'lookup' && searchLagMs >= 5_000,
    sabotage: (call) => withTarget(call, () => ({ searchLagMs: 0 })),
  },
  {
    name: 'forgets that the vendor forgets idempotency keys',
    breaks: ['doubled'],
    shows: ({ flavor, keyTtlMs }) => flavor === 'keyed' && keyTtlMs <= 60_000,
    sabotage: (call) => withTarget(call, () => ({ keyTtlMs: Number.MAX_SAFE_INTEGER })),
  },
  {
    name: 'sends again what was allowed once at most',
    breaks: ['doubled'],
    shows: ({ flavor }) => flavor === 'append_once',
    sabotage: (call) => ({ ...call, plan: { ...call.plan, delivery: 'at_least_once' } }),
  },
  {
    name: 'counts a page that is read again as new',
    breaks: ['counters'],
    sabotage: (call) =>
      withStore(call, (store) => ({
        diff: async (query) => (await store.diff(query)).map((row) => ({ ...row, settledHere: false })),
      })),
  },
  {
    name: 'forgets that its page may have been written before',
    breaks: ['counters'],
    shows: ({ flavor, tellsOutcome }) => flavor === 'natural' && tellsOutcome,
    sabotage: (call) =>
      withStore(call, (store) => ({
        acquire: async (leaseMs) => {
          const answer = await store.acquire(leaseMs);
          return answer.status === 'acquired' ? { ...answer, pageInDoubt: false } : answer;
        },
      })),
  },
  {
    name: 'counts what it wrote twice',
    breaks: ['counters'],
    sabotage: (call) =>
      withCheckpoint(call, (change) => ({
        ...change,
        counters: {
          ...change.counters,
          created: change.counters.created * 2,
          read: change.counters.read + change.counters.created,
        },
      })),
  },
  {
    name: 'loses dead letters',
    breaks: ['dead_letters', 'counters', 'cursor'],
    sabotage: (call) => withCheckpoint(call, (change) => ({ ...change, deadLetters: [] })),
  },
  {
    name: 'reports dead letters twice',
    breaks: ['dead_letters'],
    sabotage: (call) =>
      withCheckpoint(call, (change) => ({
        ...change,
        deadLetters: change.deadLetters.flatMap((deadLetter) => [deadLetter, deadLetter]),
        counters: {
          ...change.counters,
          read: change.counters.read + change.counters.failed,
          failed: change.counters.failed * 2,
        },
      })),
  },
  {
    name: 'believes that everything is read',
    breaks: ['lost'],
    sabotage: (call) =>
      withStore(call, (store) => ({
        acquire: async (leaseMs) => {
          const answer = await store.acquire(leaseMs);
          return answer.status === 'acquired' ? { ...answer, finished: answer.pageSeq > 0 } : answer;
        },
      })),
  },
  {
    name: 'repeats a write while its first try may still arrive',
    breaks: ['fenced', 'lost', 'cursor'],
    shows: ({ flavor }) => flavor === 'natural',
    sabotage: (call) => withTarget(call, (target) => ({ write: (...batch) => repeatAtOnce(target, batch) })),
  },
  {
    name: 'makes dead letters of good records',
    breaks: ['dead_letters'],
    sabotage: (call) => ({
      ...call,
      plan: {
        ...call.plan,
        stages: call.plan.stages.map((stage) =>
          stage.kind !== 'map'
            ? stage
            : createMap((record) =>
                record['value'] === 'b' ? { ok: false, problem: { code: 'whim', message: 'No.' } } : stage.map(record),
              ),
        ),
      },
    }),
  },
  {
    name: 'gives a record what a script made of another',
    breaks: ['cursor', 'lost'],
    shows: ({ scripted }) => scripted,
    sabotage: (call) =>
      withScripts(call, (answer) => (answer.ok ? { ...answer, outcomes: answer.outcomes.toReversed() } : answer)),
  },
  {
    name: 'takes what it did not find at once for missing',
    breaks: ['cursor', 'lost'],
    shows: ({ enriched }) => enriched,
    sabotage: (call) => withSearched(call, (found) => found.slice(1)),
  },
  {
    name: 'takes what a script failed on for left out',
    breaks: ['cursor'],
    shows: ({ scripted, badRecords }) => scripted && badRecords,
    sabotage: (call) =>
      withScripts(call, (answer) =>
        answer.ok
          ? { ...answer, outcomes: answer.outcomes.map((made) => (made.outcome === 'failed' ? leftOut : made)) }
          : answer,
      ),
  },
  {
    name: 'takes what changed after its reading began for processed',
    breaks: ['watermark'],
    shows: (world) => readsChanges(world) && world.churn,
    sabotage: (call) =>
      changeWatermark(call, ({ watermark }) => (typeof watermark === 'number' ? watermark + 1 : watermark)),
  },
  {
    name: 'keeps the watermark although the mapping has changed',
    breaks: ['watermark'],
    shows: (world) => readsChanges(world) && world.mappingChange > 0,
    sabotage: (call) => ({ ...call, plan: { ...call.plan, scope: 'any' } }),
  },
  {
    name: 'moves the watermark with every page',
    breaks: ['watermark'],
    shows: (world) => readsChanges(world) && world.rows > 8,
    sabotage: (call) => changeWatermark(call, ({ watermark, next }) => watermark ?? toJsonObject(next)['until']),
  },
  {
    name: 'moves the cursor past a page that is not finished',
    breaks: ['cursor'],
    sabotage: (call) => finishEveryPage(call),
  },
  {
    name: 'lets the first record of a key win',
    breaks: ['cursor', 'lost', 'counters'],
    sabotage: (call) =>
      withSource(call, (source) => ({ readPage: (cursor, signal) => readFirsts(call, source, cursor, signal) })),
  },
  {
    name: 'trusts hashes although the page may have been written since',
    breaks: ['cursor', 'lost'],
    shows: ({ flavor, churn }) => flavor === 'natural' && churn,
    sabotage: (call) => withStore(call, (store) => ({ diff: (query) => store.diff({ ...query, forget: false }) })),
  },
  {
    name: 'forgets what it settled',
    breaks: ['unchanged', 'counters', 'doubled', 'drained', 'cursor'],
    sabotage: (call) => withCheckpoint(call, (change) => ({ ...change, settled: [] })),
  },
  {
    name: 'writes what did not change',
    breaks: ['unchanged'],
    sabotage: (call) => ({ ...call, plan: { ...call.plan, ignoreHashes: true } }),
  },
  {
    name: 'does not look who owns a target record',
    breaks: ['lost', 'cursor', 'liveness', 'unchanged'],
    shows: ({ flavor }) => flavor === 'natural_shared',
    sabotage: (call) => ({ ...call, plan: { ...call.plan, targetIdIsInjective: true } }),
  },
  {
    name: 'takes a part of a page for the whole of it',
    breaks: ['lost', 'cursor', 'counters', 'unchanged'],
    sabotage: (call) =>
      withStore(call, (store) => ({
        checkpoint: (epoch, pageSeq, { part, ...change }, leaseMs) => {
          const advance = part && { cursor: part.cursor, finished: part.cursor === null };
          return store.checkpoint(epoch, pageSeq, advance === undefined ? change : { ...change, advance }, leaseMs);
        },
      })),
  },
  {
    name: 'leaves without writing down what was answered',
    shows: ({ canceled }) => canceled > 0,
    breaks: ['drained'],
    sabotage: (call) =>
      withStore(call, (store) => ({
        checkpoint: (epoch, pageSeq, change, leaseMs) =>
          call.signals.cancel.aborted
            ? Promise.resolve({ cancelRequested: true })
            : store.checkpoint(epoch, pageSeq, change, leaseMs),
      })),
  },
  {
    name: 'is deaf to cancels',
    breaks: ['cancel'],
    sabotage: (call) => ignoreCancel(call),
  },
  {
    name: 'reads ahead without limit',
    breaks: ['memory'],
    sabotage: (call) => ({ ...call, limits: { ...call.limits, pageBytesMax: Number.MAX_SAFE_INTEGER } }),
  },
  {
    name: 'waits as long as it takes',
    breaks: ['waits'],
    sabotage: (call) => ({ ...call, limits: { ...call.limits, waitMaxMs: Number.MAX_SAFE_INTEGER } }),
  },
  {
    name: 'does not look at its time box',
    breaks: ['time_box'],
    sabotage: (call) => ({ ...call, limits: { ...call.limits, timeBoxMs: Number.MAX_SAFE_INTEGER } }),
  },
  {
    name: 'does not hear that its worker goes down',
    breaks: ['time_box'],
    sabotage: (call) => ({ ...call, signals: { ...call.signals, shutdown: new AbortController().signal } }),
  },
  {
    name: 'leaves work behind when it returns',
    breaks: ['ended'],
    sabotage: (call) =>
      withStore(call, (store) => ({
        release: async (epoch, pageInDoubt) => {
          void call.ports.clock.sleep(10_000).then(() => store.renew(epoch, call.limits.leaseMs));
          await store.release(epoch, pageInDoubt);
        },
      })),
  },
  {
    name: 'takes every other lease for its own and waits for ever',
    breaks: ['liveness'],
    sabotage: (call) =>
      withStore(call, () => ({ acquire: () => Promise.resolve({ status: 'busy', retryAfterMs: 1_000 }) })),
  },
  {
    name: 'writes larger batches than the target takes',
    breaks: ['contract'],
    sabotage: (call) => withTarget(call, () => ({ batchMax: 1_000 })),
  },
  ...plantedRepeatBugs,
];

const leftOut = { outcome: 'filtered' } as const;
