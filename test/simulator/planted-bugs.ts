import type { Clock } from '../../core/clock.ts';
import type { Effect, EffectResult, RecordSource, RecordTarget } from '../../core/records.ts';
import { type Checkpoint, LeaseLostError, type SegmentStore } from '../../engine/ports.ts';
import type { Saboteur, SegmentCall } from './saboteur.ts';

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
        write: (effects) => {
          void target.write(effects);
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
    sabotage: (call) => withStore(call, () => ({ pending: () => Promise.resolve([]) })),
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
    name: 'believes that writes end sooner than they do',
    breaks: ['margin', 'fenced'],
    sabotage: (call) => withTarget(call, (target) => ({ writeTimeoutMs: target.writeTimeoutMs / 10 })),
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
    sabotage: (call) =>
      withTarget(call, (target) => ({ write: (effects) => writeAndTell(target, effects, 'written') })),
  },
  {
    name: 'takes a write in doubt for not sent',
    breaks: ['doubled', 'fenced', 'lost'],
    sabotage: (call) =>
      withTarget(call, (target) => ({ write: (effects) => writeAndTell(target, effects, 'not_sent') })),
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
        deadLetters: change.deadLetters.flatMap((letter) => [letter, letter]),
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
    sabotage: (call) => withTarget(call, (target) => ({ write: (effects) => repeatAtOnce(target, effects) })),
  },
  {
    name: 'makes dead letters of good records',
    breaks: ['dead_letters'],
    sabotage: (call) => ({
      ...call,
      plan: {
        ...call.plan,
        map: (record) =>
          record['value'] === 'b' ? { ok: false, problem: { code: 'whim', message: 'No.' } } : call.plan.map(record),
      },
    }),
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
    sabotage: (call) => withStore(call, () => ({ invalidate: () => Promise.resolve() })),
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
    name: 'leaves without writing down what was answered',
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
];

function withStore(call: SegmentCall, change: (store: SegmentStore) => Partial<SegmentStore>): SegmentCall {
  return { ...call, ports: { ...call.ports, store: { ...call.ports.store, ...change(call.ports.store) } } };
}

function withTarget(call: SegmentCall, change: (target: RecordTarget) => Partial<RecordTarget>): SegmentCall {
  return { ...call, ports: { ...call.ports, target: { ...call.ports.target, ...change(call.ports.target) } } };
}

function withSource(call: SegmentCall, change: (source: RecordSource) => Partial<RecordSource>): SegmentCall {
  return { ...call, ports: { ...call.ports, source: { ...call.ports.source, ...change(call.ports.source) } } };
}

function withClock(call: SegmentCall, change: (clock: Clock) => Partial<Clock>): SegmentCall {
  return { ...call, ports: { ...call.ports, clock: { ...call.ports.clock, ...change(call.ports.clock) } } };
}

function withCheckpoint(call: SegmentCall, change: (change: Checkpoint) => Checkpoint): SegmentCall {
  return withStore(call, (store) => ({
    checkpoint: (epoch, pageSeq, honest, leaseMs) => store.checkpoint(epoch, pageSeq, change(honest), leaseMs),
  }));
}

function ignoreFence(store: SegmentStore): Partial<SegmentStore> {
  const unless = async <T>(work: Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof LeaseLostError) return otherwise;
      throw error;
    }
  };
  return {
    renew: (epoch, leaseMs) => unless(store.renew(epoch, leaseMs), { cancelRequested: false }),
    mark: (epoch, pageSeq, marks) => unless(store.mark(epoch, pageSeq, marks), undefined),
    checkpoint: (...change) => unless(store.checkpoint(...change), { cancelRequested: false }),
  };
}

async function writeAndTell(
  target: RecordTarget,
  effects: readonly Effect[],
  outcome: 'written' | 'not_sent',
): ReturnType<RecordTarget['write']> {
  const report = await target.write(effects);
  return { ...report, results: report.results.map((result) => (result.outcome === 'in_doubt' ? { outcome } : result)) };
}

async function repeatAtOnce(target: RecordTarget, effects: readonly Effect[]): ReturnType<RecordTarget['write']> {
  const report = await target.write(effects);
  return report.results.some(({ outcome }) => outcome === 'in_doubt') ? target.write(effects) : report;
}

function releaseInDoubt(call: SegmentCall): SegmentCall {
  let epoch = 0;
  const { store } = call.ports;
  const noting = withStore(call, () => ({
    acquire: async (leaseMs) => {
      const answer = await store.acquire(leaseMs);
      if (answer.status === 'acquired') ({ epoch } = answer);
      return answer;
    },
  }));
  return withTarget(noting, (target) => ({
    write: async (effects) => {
      const report = await target.write(effects);
      if (report.results.some(({ outcome }) => outcome === 'in_doubt')) await store.release(epoch, true);
      return report;
    },
  }));
}

function finishEveryPage(call: SegmentCall): SegmentCall {
  let next: Checkpoint['advance'];
  const noting = withSource(call, (source) => ({
    readPage: async (cursor, signal) => {
      const page = await source.readPage(cursor, signal);
      next ??= { cursor: page.next ?? null, finished: page.next === undefined };
      return page;
    },
  }));
  return withCheckpoint(noting, (change) => (next === undefined ? change : { advance: next, ...change }));
}

async function readFirsts(
  { plan }: SegmentCall,
  source: RecordSource,
  ...[cursor, signal]: Parameters<RecordSource['readPage']>
): ReturnType<RecordSource['readPage']> {
  const page = await source.readPage(cursor, signal);
  const seen = new Set<string>();
  const records = page.records.filter((record) => {
    const key = plan.readKey(record);
    if (!key.ok || !seen.has(key.key)) {
      if (key.ok) seen.add(key.key);
      return true;
    }
    return false;
  });
  return { ...page, records };
}

function ignoreCancel(call: SegmentCall): SegmentCall {
  const deaf = withStore(call, (store) => ({
    acquire: async (leaseMs) => {
      const answer = await store.acquire(leaseMs);
      return answer.status === 'acquired' ? { ...answer, cancelRequested: false } : answer;
    },
    renew: async (...lease) => ({ ...(await store.renew(...lease)), cancelRequested: false }),
    checkpoint: async (...change) => ({ ...(await store.checkpoint(...change)), cancelRequested: false }),
  }));
  return { ...deaf, signals: { ...call.signals, cancel: new AbortController().signal } };
}
