import type { Effect } from '../../../../core/records.ts';
import type { JsonObject } from '../../../../core/json.ts';

/** Effects of one batch that one statement can execute. */
export interface EffectGroup {
  /** Names of the columns that all of them have. */
  columns: readonly string[];
  /** Positions in the batch. */
  indexes: number[];
}

/** The groups in which a batch is executed. */
export interface BatchPlan {
  groups: EffectGroup[];
  /** Effects without a value in a match column, by position. */
  unmatched: Map<number, string>;
}

/**
 * Splits a batch by the columns its rows have, since a column that a row lacks is left as it is, and by match values,
 * since a statement must not meet the same row twice. In practice, this is one group.
 */
export function planBatch(effects: readonly Effect[], matchOn: readonly string[]): BatchPlan {
  const plan: BatchPlan = { groups: [], unmatched: new Map() };
  const seen = new Map<string, number>();
  const byShape = new Map<string, EffectGroup>();
  let last: { group: EffectGroup; round: number } | undefined;
  for (const [index, { body }] of effects.entries()) {
    const missing = matchOn.find((name) => isEmpty(body[name]));
    if (missing !== undefined) {
      plan.unmatched.set(index, missing);
      continue;
    }
    const round = matchOn.length === 0 ? 0 : countUp(seen, readMatchKey(body, matchOn));
    const columns = Object.keys(body);
    // A mapping gives its members in one order, so this is nearly always so.
    if (last?.round === round && isSameList(last.group.columns, columns)) {
      last.group.indexes.push(index);
      continue;
    }
    const shape = `${round}\0${columns.join('\0')}`;
    const group = byShape.get(shape) ?? { columns, indexes: [] };
    if (group.indexes.length === 0) plan.groups.push(group);
    group.indexes.push(index);
    byShape.set(shape, group);
    last = { group, round };
  }
  return plan;
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null;
}

function countUp(seen: Map<string, number>, key: string): number {
  const round = seen.get(key) ?? 0;
  seen.set(key, round + 1);
  return round;
}

function readMatchKey(body: JsonObject, matchOn: readonly string[]): string {
  const [first = ''] = matchOn;
  const value = body[first];
  if (matchOn.length === 1 && typeof value !== 'object') return String(value);
  return JSON.stringify(matchOn.map((name) => body[name]));
}
