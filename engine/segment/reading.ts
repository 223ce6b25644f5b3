import { canonicalJson, isJsonObject, type Json } from '../../core/json.ts';
import type { RecordSource, RecordTarget, SourcePage } from '../../core/records.ts';
import { nameParts } from '../hash.ts';
import type { Plan } from '../plan.ts';
import { findStage } from '../stages/stage.ts';

/**
 * Up to where a stream's changes are processed, as it is stored: what the source gave, and for what it holds.
 *
 * Another mapping, filter or target makes every record a change: what was processed for the one is not for the other.
 */
interface Watermark {
  of: string;
  at: Json;
}

/** What a reading is begun with. */
interface Ends {
  source: RecordSource;
  target: RecordTarget;
}

/**
 * The cursor that a run's reading begins with: behind the watermark where the source can be read from there, else
 * `null`, which reads everything.
 */
export function beginReading(plan: Plan, { source, target }: Ends, stored: Json): Json {
  // Groups are of everything, whatever of it changed; and only a whole reading says what is missing.
  const needsAll = plan.reading === 'all' || findStage(plan, 'aggregate') !== undefined || plan.removal !== undefined;
  if (needsAll || source.begin === undefined) return null;
  if (typeof plan.reading === 'object') return source.begin(plan.reading) ?? null;
  const watermark = readWatermark(stored);
  if (watermark?.of !== scopeOf(plan, target)) return null;
  return source.begin({ watermark: watermark.at }) ?? null;
}

/**
 * What is stored once a page is settled; `undefined` where it says nothing of how far changes are processed.
 *
 * A run since an instant of somebody's choice may have left changes before it out: it moves nothing.
 */
export function toWatermark(
  plan: Plan,
  target: RecordTarget,
  { watermark }: Pick<SourcePage, 'watermark'>,
): Json | undefined {
  if (watermark === undefined || typeof plan.reading === 'object') return undefined;
  return { of: scopeOf(plan, target), at: watermark };
}

/** The source refused the very cursor that the watermark gave: it does not know it any more. */
export function isWatermarkLost(plan: Plan, ends: Ends, stored: Json, cursor: Json): boolean {
  return cursor !== null && canonicalJson(cursor) === canonicalJson(beginReading(plan, ends, stored));
}

function scopeOf({ scope }: Plan, { fingerprint }: RecordTarget): string {
  return nameParts({ scope, fingerprint });
}

function readWatermark(stored: Json): Watermark | undefined {
  if (!isJsonObject(stored)) return undefined;
  const { of, at } = stored;
  return typeof of === 'string' && at !== undefined ? { of, at } : undefined;
}
