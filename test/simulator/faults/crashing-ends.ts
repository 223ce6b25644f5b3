import type { Json, JsonObject } from '../../../core/json.ts';
import type { RecordSource, RecordTarget } from '../../../core/records.ts';
import { compilePlan, isComplete } from '../../../engine/compile.ts';
import { definitionSchema } from '../../../engine/definition.ts';
import type { Plan } from '../../../engine/plan.ts';
import { call, type CrashingWorld } from './crashing-world.ts';

/** The plan of a definition between the ends of this file. */
export function compileDefinition(definition: object): Plan {
  const parsed = definitionSchema.parse(definition);
  if (!isComplete(parsed)) throw new Error('The definition names too little for a run.');
  const write = { idempotency: 'natural', identity: 'match' } as const;
  const compiled = compilePlan({
    definition: parsed,
    source: { operations: { list: {} } },
    target: { operations: { upsert: write, delete: write } },
    enrich: parsed.enrich?.map(() => ({ finds: true })),
    namespace: 'int_x',
  });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.planFor({ now: 0 });
}

/** A source of records in pages. @param endless What is thrown in place of the last page. */
export function openPages(
  world: CrashingWorld,
  { records, size, endless }: { records: readonly JsonObject[]; size: number; endless?: Error | undefined },
): RecordSource {
  return {
    readPage: (cursor: Json) =>
      call(world, () => {
        const start = typeof cursor === 'number' ? cursor : 0;
        const end = start + size;
        const next = end < records.length ? end : undefined;
        if (next === undefined && endless !== undefined) throw endless;
        return { records: structuredClone(records.slice(start, end)), next, bytes: size * 100 };
      }),
  };
}

/** A target that takes writes as often as they come. */
export function openNaturalTarget(
  world: CrashingWorld,
  write: (...of: Parameters<RecordTarget['write']>) => Awaited<ReturnType<RecordTarget['write']>>,
): RecordTarget {
  return {
    idempotency: 'natural',
    system: 'target',
    fingerprint: 'target',
    requestTimeoutMs: 100,
    writeTimeoutMs: 100,
    searchLagMs: 0,
    keyTtlMs: 0,
    batchMax: 3,
    write: (...of) => call(world, () => write(...of)),
  };
}
