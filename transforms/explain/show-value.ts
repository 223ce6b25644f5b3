import type { Json } from '../../core/json.ts';

/** Values are shown up to about so many characters. */
const shownMax = 2000;
/** Of a longer text, so much is shown. */
const textShown = 500;

/** What of a value is shown to people; nothing where there is none. */
export function showValue(value: Json | undefined): { value?: Json; shortened?: true } {
  if (value === undefined) return {};
  if (measure(value, shownMax) >= 0) return { value };
  return { value: shorten(value), shortened: true };
}

/** What is left of a budget of characters, negative as soon as a value is longer: long ones are not read to their end. */
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
