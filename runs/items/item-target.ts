import type { JsonObject } from '../../core/json.ts';
import { messages } from '../../core/messages.ts';
import type { RecordTarget } from '../../core/records.ts';
import { toSameKey } from '../../engine/key-text.ts';
import type { Plan } from '../../engine/plan.ts';
import type { Removal } from '../../engine/removal.ts';
import { createMap } from '../../engine/stages/map.ts';
import { type Flow, type ItemChange, type ItemGuard, toReadingPlan } from '../../flow/index.ts';

/**
 * What the reading of a flow writes to: items, which the checkpoint of a page makes in its own transaction. So the ledger
 * knows of each record what the last item was made of, and what did not change since makes none.
 */
export const itemTarget: RecordTarget = {
  idempotency: 'natural',
  system: 'items',
  fingerprint: 'items',
  requestTimeoutMs: 1000,
  writeTimeoutMs: 1000,
  searchLagMs: 0,
  keyTtlMs: 0,
  batchMax: 10_000,
  write: (effects) => Promise.resolve({ results: effects.map(() => ({ outcome: 'written' })) }),
};

/** What deleted records are carried out on: items as well, made by the checkpoint. */
export const deletedTarget: RecordTarget = {
  ...itemTarget,
  write: (effects) => Promise.resolve({ results: effects.map(() => ({ outcome: 'deleted' })) }),
};

/** Complete records of the pages that are at hand: the effects of a reading only have what tells whether they changed. */
export class ReadRecords {
  readonly #records = new Map<string, { record: JsonObject; turn: number }>();
  readonly #source: Pick<Flow['source'], 'keyIsList'>;
  #turn = 0;

  constructor(source: Pick<Flow['source'], 'keyIsList'>) {
    this.#source = source;
  }

  set(key: string, record: JsonObject): void {
    this.#records.set(toSameKey(this.#source, key), { record, turn: this.#turn });
  }

  /** @param key In any of its forms. */
  get(key: string): JsonObject | undefined {
    return this.#records.get(toSameKey(this.#source, key))?.record;
  }

  /** A page is settled. The one behind it may have been read before that. */
  turn(): void {
    this.#turn += 1;
    for (const [key, { turn }] of this.#records) if (turn < this.#turn - 1) this.#records.delete(key);
  }
}

/** What a run reads of its source, where that is not what its definition says. */
interface ReadMode {
  /** What changed since this instant; it says nothing of what is gone. */
  since: string | undefined;
  /** Changes that make items, where these are not all of the source. */
  changes: readonly ItemChange[] | undefined;
  /** So many deleted records may make items, whatever the guard says. */
  maxDeletes: number | undefined;
}

/** How records of the source become items: as a mapping would write them. @param read Filled on the way. */
export function toReadPlan(flow: Flow, read: ReadRecords, { since, maxDeletes, changes }: ReadMode): Plan {
  const { source } = flow;
  const plan = toReadingPlan(flow);
  const map = createMap((record) => {
    const key = plan.readKey(record);
    if (key.ok) read.set(key.key, record);
    return { ok: true, value: { digest: source.digest(record) } };
  });
  return {
    ...plan,
    ...(since === undefined ? {} : { reading: { since } }),
    ...(since === undefined && picks(source, changes).has('deleted')
      ? { removal: toRemoval(source.guard, maxDeletes) }
      : {}),
    stages: [...plan.stages, map],
    holdsRepeats: true,
    targetIdIsInjective: true,
    ignoreHashes: plan.reading === 'all',
    scope: source.scope,
  };
}

/** The changes that a run makes items of. */
export function picks(source: Flow['source'], changes: readonly ItemChange[] | undefined): ReadonlySet<ItemChange> {
  return changes === undefined ? source.changes : new Set(changes.filter((change) => source.changes.has(change)));
}

function toRemoval({ deletes, question }: ItemGuard, approved: number | undefined): Removal {
  return {
    operation: 'delete',
    byId: false,
    toBody: () => ({}),
    reactivation: { members: {}, unknown: [] },
    guard: { ...deletes, approved },
    question: { ...question, message: messages.guardAsksDeletions },
    isTransactional: true,
  };
}
