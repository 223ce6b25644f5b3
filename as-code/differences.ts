import { canonicalJson, isJsonObject, type Json } from '../core/json.ts';

/** One place where two values differ; `undefined` where there is nothing. */
export interface Difference {
  /** `mapping.2.to` */
  path: string;
  before: Json | undefined;
  after: Json | undefined;
}

/** Finds where two values differ, as deep as they are alike. Lists of other lengths differ as a whole. */
export function findDifferences(before: Json | undefined, after: Json | undefined, path = ''): Difference[] {
  if (canonicalJson(before) === canonicalJson(after) && (before === undefined) === (after === undefined)) return [];
  const inside = (name: string | number): string => (path === '' ? String(name) : `${path}.${name}`);
  if (isJsonObject(before) && isJsonObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => findDifferences(before[name], after[name], inside(name)));
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return before.flatMap((item, index) => findDifferences(item, after[index], inside(index)));
  }
  return [{ path, before, after }];
}
