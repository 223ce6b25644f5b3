import type { Json } from '../../core/json.ts';

/** Maximum characters of a value shown, approximately. */
const shownMax = 2000;
/** Characters shown of a longer text. */
const textShown = 500;

/** Shortens a value for display; nothing if there is none. */
export function showValue(value: Json | undefined): { value?: Json; shortened?: true } {
  if (value === undefined) return {};
  if (measure(value, shownMax) >= 0) return { value };
  return { value: shorten(value), shortened: true };
}

/** The remaining character budget, negative as soon as a value exceeds it: long values are not read to the end. */
function measure(value: Json, budget: number): number {
  if (typeof value === 'string') return budget - value.length - 2;
  if (typeof value !== 'object' || value === null) return budget - 8;
  let left = budget - 2;
  if (Array.isArray(value)) {
    for (const item of value) if ((left = measure(item, left) - 1) < 0) return left;
    return left;
  }
  for (const name of Object.keys(value)) {
    left = measure(value[name] ?? null, left - name.length - 4);
    if (left < 0) return left;
  }
  return left;
}

function shorten(value: Json): Json {
  if (typeof value === 'string') return `${value.slice(0, textShown).toWellFormed()}…`;
  return Array.isArray(value) ? `a list of ${value.length} items` : 'an object';
}
