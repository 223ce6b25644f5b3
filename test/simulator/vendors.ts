import { canonicalJson, type JsonObject } from '../../core/json.ts';
import type { Effect, EffectResult, FindResult } from '../../core/records.ts';
import { Journal, toLanding, type Writer } from './journal.ts';
import type { Rng } from './rng.ts';
import { type Flavor, knowsTargetId, type WorldConfig } from './world.ts';

/** A third-party system that is written to: knows nothing of the hub, and keeps its own journal. */
export interface Vendor {
  readonly fingerprint: string;
  readonly journal: Journal;
  /** An effect arrives. */
  apply(effect: Effect, writer: Writer, atMs: number): EffectResult;
  find(effect: Effect, atMs: number): FindResult;
  /** Contents of the records that stand for a source key, as serialised bodies. */
  contentOf(sourceKey: string): string[];
}

interface Version {
  atMs: number;
  body: string;
  /** What a search goes by. */
  match: string;
}

interface StoredRecord {
  targetId: string;
  sourceKey: string;
  versions: Version[];
}

export class RecordVendor implements Vendor {
  readonly fingerprint: string;
  readonly journal = new Journal();
  readonly #config: WorldConfig;
  readonly #rng: Rng;
  readonly #records = new Map<string, StoredRecord>();
  /** What a keyed vendor remembers of the effects it has seen. */
  readonly #seen = new Map<string, { atMs: number; result: EffectResult }>();

  constructor(fingerprint: string, config: WorldConfig, rng: Rng) {
    this.fingerprint = fingerprint;
    this.#config = config;
    this.#rng = rng;
  }

  /** A record that somebody else put there, long ago. */
  plant(sourceKey: string, body: JsonObject): void {
    const targetId = this.#named(body) ?? this.#newId();
    this.#records.set(targetId, {
      targetId,
      sourceKey,
      versions: [{ atMs: -1e9, body: canonicalJson(body), match: toMatch(this.#config.flavor, body) }],
    });
  }

  apply(effect: Effect, writer: Writer, atMs: number): EffectResult {
    const body = canonicalJson(effect.body);
    const landing = toLanding(effect, writer, atMs, body);
    const seen = this.#config.flavor === 'keyed' ? this.#seen.get(effect.effectId) : undefined;
    if (seen !== undefined && atMs - seen.atMs <= this.#config.keyTtlMs) {
      this.journal.add({ ...landing, targetId: undefined, change: 'recognised' });
      return seen.result;
    }
    const result = this.#carryOut(effect, body, landing, atMs);
    if (this.#config.flavor === 'keyed') this.#seen.set(effect.effectId, { atMs, result });
    return result;
  }

  #carryOut(effect: Effect, body: string, landing: ReturnType<typeof toLanding>, atMs: number): EffectResult {
    const refuse = (code: string): EffectResult => {
      this.journal.add({ ...landing, targetId: undefined, change: 'refused' });
      return { outcome: 'rejected', code, message: 'The target refuses this record.' };
    };
    if (effect.body['poisoned'] === true) return refuse('invalid_value');
    const record = this.#addressed(effect, atMs);
    if (record === 'missing') return refuse('not_found');
    if (record === undefined) {
      const targetId = this.#named(effect.body) ?? this.#newId();
      this.#records.set(targetId, {
        targetId,
        sourceKey: effect.sourceKey,
        versions: [this.#version(effect.body, body, atMs)],
      });
      this.journal.add({ ...landing, targetId, change: 'created' });
      return this.#tell('created', targetId);
    }
    const same = record.versions.at(-1)?.body === body;
    if (!same) record.versions.push(this.#version(effect.body, body, atMs));
    record.sourceKey = effect.sourceKey;
    this.journal.add({ ...landing, targetId: record.targetId, change: same ? 'same' : 'updated' });
    return this.#tell(same ? 'unchanged' : 'updated', record.targetId);
  }

  /** The record that a write means; `undefined` where it makes a new one. */
  #addressed(effect: Effect, atMs: number): StoredRecord | 'missing' | undefined {
    const { flavor } = this.#config;
    if (flavor === 'append_often' || flavor === 'append_once') return undefined;
    const named = this.#named(effect.body);
    if (named !== undefined) return this.#records.get(named);
    if (effect.targetId !== undefined) return this.#records.get(effect.targetId) ?? 'missing';
    // The vendor's own search lags as well: it is no protection against writing twice.
    if (flavor === 'lookup') return this.#search(toMatch(flavor, effect.body), atMs)?.record;
    return undefined;
  }

  find(effect: Effect, atMs: number): FindResult {
    const hit = this.#search(toMatch(this.#config.flavor, effect.body), atMs);
    if (hit === undefined) return { found: false };
    const matchesBody = !this.#config.normalizes && hit.version.body === canonicalJson(effect.body);
    return { found: true, targetId: hit.record.targetId, matchesBody };
  }

  contentOf(sourceKey: string): string[] {
    const contents: string[] = [];
    for (const record of this.#records.values()) {
      if (record.sourceKey === sourceKey) contents.push(record.versions.at(-1)?.body ?? '');
    }
    return contents;
  }

  /** The index is complete up to `searchLagMs` ago; what is younger may or may not be in it. */
  #search(match: string, atMs: number): { record: StoredRecord; version: Version } | undefined {
    for (const record of this.#records.values()) {
      const seesYoung = this.#rng.chance(0.3);
      const version = record.versions.findLast(
        (candidate) => candidate.atMs + this.#config.searchLagMs <= atMs || (seesYoung && candidate.atMs <= atMs),
      );
      if (version?.match === match) return { record, version };
    }
    return undefined;
  }

  #named(body: JsonObject): string | undefined {
    return knowsTargetId(this.#config.flavor) && typeof body['id'] === 'string' ? body['id'] : undefined;
  }

  #newId(): string {
    return `${this.fingerprint}-${this.#records.size + 1}`;
  }

  #version(body: JsonObject, text: string, atMs: number): Version {
    return { atMs, body: text, match: toMatch(this.#config.flavor, body) };
  }

  #tell(outcome: 'created' | 'updated' | 'unchanged', targetId: string): EffectResult {
    const { answersWithId, flavor } = this.#config;
    // Where every write appends, it is known to create.
    const tellsOutcome = this.#config.tellsOutcome || flavor === 'append_often' || flavor === 'append_once';
    // Only a target whose ids are in the record itself may leave them out of its answer.
    const id = answersWithId || !knowsTargetId(flavor) ? { targetId } : {};
    return { outcome: tellsOutcome ? outcome : 'written', ...id };
  }
}

function toMatch(flavor: Flavor, body: JsonObject): string {
  const match = flavor === 'lookup' ? body['ref'] : body['id'];
  return typeof match === 'string' ? match : '';
}
