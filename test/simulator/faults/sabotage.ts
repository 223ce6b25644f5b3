import type { Clock } from '../../../core/clock.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { RecordSource, RecordTarget, SourcePage } from '../../../core/records.ts';
import type { ScriptAnswer, ScriptExecutor } from '../../../core/scripts.ts';
import { type Checkpoint, LeaseLostError, type SegmentStore } from '../../../engine/ports.ts';
import { startAt } from '../../../engine/position.ts';
import type { SegmentCall } from './saboteur.ts';

// How bugs are planted: ports that do what they should, but for one thing.

export function withStore(call: SegmentCall, change: (store: SegmentStore) => Partial<SegmentStore>): SegmentCall {
  return { ...call, ports: { ...call.ports, store: { ...call.ports.store, ...change(call.ports.store) } } };
}

export function withTarget(call: SegmentCall, change: (target: RecordTarget) => Partial<RecordTarget>): SegmentCall {
  return { ...call, ports: { ...call.ports, target: { ...call.ports.target, ...change(call.ports.target) } } };
}

export function withSource(call: SegmentCall, change: (source: RecordSource) => Partial<RecordSource>): SegmentCall {
  return { ...call, ports: { ...call.ports, source: { ...call.ports.source, ...change(call.ports.source) } } };
}

export function withScripts(call: SegmentCall, change: (answer: ScriptAnswer) => ScriptAnswer): SegmentCall {
  const { scripts } = call.ports;
  if (scripts === undefined) return call;
  const run: ScriptExecutor['run'] = async (...given) => change(await scripts.run(...given));
  return { ...call, ports: { ...call.ports, scripts: { run } } };
}

export function withSearched(
  call: SegmentCall,
  change: (found: readonly JsonObject[]) => readonly JsonObject[],
): SegmentCall {
  const searched = call.ports.searched?.map(({ finder, known }) => ({
    finder: { find: async (...asked: Parameters<typeof finder.find>) => [...change(await finder.find(...asked))] },
    known,
  }));
  return { ...call, ports: { ...call.ports, searched } };
}

export function withClock(call: SegmentCall, change: (clock: Clock) => Partial<Clock>): SegmentCall {
  return { ...call, ports: { ...call.ports, clock: { ...call.ports.clock, ...change(call.ports.clock) } } };
}

export function withCheckpoint(call: SegmentCall, change: (change: Checkpoint) => Checkpoint): SegmentCall {
  return withStore(call, (store) => ({
    checkpoint: (epoch, pageSeq, honest, leaseMs) => store.checkpoint(epoch, pageSeq, change(honest), leaseMs),
  }));
}

export function ignoreFence(store: SegmentStore): Partial<SegmentStore> {
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
    mark: (epoch, pageSeq, marks, as) => unless(store.mark(epoch, pageSeq, marks, as), undefined),
    checkpoint: (...change) => unless(store.checkpoint(...change), { cancelRequested: false }),
  };
}

export async function writeAndTell(
  target: RecordTarget,
  batch: Parameters<RecordTarget['write']>,
  outcome: 'written' | 'not_sent',
): ReturnType<RecordTarget['write']> {
  const report = await target.write(...batch);
  return { ...report, results: report.results.map((result) => (result.outcome === 'in_doubt' ? { outcome } : result)) };
}

export async function repeatAtOnce(
  target: RecordTarget,
  batch: Parameters<RecordTarget['write']>,
): ReturnType<RecordTarget['write']> {
  const report = await target.write(...batch);
  return report.results.some(({ outcome }) => outcome === 'in_doubt') ? target.write(...batch) : report;
}

export function releaseInDoubt(call: SegmentCall): SegmentCall {
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
    write: async (...batch) => {
      const report = await target.write(...batch);
      if (report.results.some(({ outcome }) => outcome === 'in_doubt')) await store.release(epoch, true);
      return report;
    },
  }));
}

export function finishEveryPage(call: SegmentCall): SegmentCall {
  let next: Checkpoint['advance'];
  const noting = withSource(call, (source) => ({
    readPage: async (cursor, signal) => {
      const page = await source.readPage(cursor, signal);
      next ??= { cursor: startAt(page.next ?? null), finished: page.next === undefined };
      return page;
    },
  }));
  return withCheckpoint(noting, (change) => (next === undefined ? change : { advance: next, ...change }));
}

export function changeWatermark(call: SegmentCall, change: (page: SourcePage) => Json | undefined): SegmentCall {
  return withSource(call, (source) => ({
    readPage: async (...asked) => {
      const page = await source.readPage(...asked);
      return { ...page, watermark: change(page) };
    },
  }));
}

export async function readFirsts(
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

export function ignoreCancel(call: SegmentCall): SegmentCall {
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
