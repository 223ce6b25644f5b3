import type { Effect, EffectResult, RecordTarget } from '../core/records.ts';

/** A target that tells what it answers to each write. */
export function watchTarget(target: RecordTarget, note: (effect: Effect, result: EffectResult) => void): RecordTarget {
  const { idempotency, system, fingerprint, requestTimeoutMs, writeTimeoutMs, searchLagMs, keyTtlMs, batchMax } =
    target;
  return {
    idempotency,
    system,
    fingerprint,
    requestTimeoutMs,
    writeTimeoutMs,
    searchLagMs,
    keyTtlMs,
    batchMax,
    write: async (effects, lease, checkAdoption) => {
      const report = await target.write(effects, lease, checkAdoption);
      for (const [index, effect] of effects.entries()) {
        const result = report.results[index];
        if (result !== undefined) note(effect, result);
      }
      return report;
    },
    ...(target.find === undefined ? {} : { find: target.find.bind(target) }),
  };
}
