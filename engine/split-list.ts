import type { Json } from '../core/json.ts';
import { describeValue } from '../transforms/convert.ts';
import type { RecordProblem } from '../transforms/problem.ts';
import { keyLengthMax } from './key-text.ts';

/** Elements that a list may have where the definition gives no other limit. */
export const elementsMaxDefault = 1000;
export const elementsMax = 10_000;

export interface NamedElement {
  /** What the element is known by, as text. */
  name: string;
  /** The same, as it was given. */
  key: Json;
  element: Json;
}

type NamedValue = { ok: true; value: Json } | Failure;
type Failure = { ok: false; problem: RecordProblem };

/**
 * Names the elements of a list; null is an empty list.
 *
 * @param nameOf Gives the text or number that an element is known by.
 */
export function splitList(
  list: Json,
  max: number,
  nameOf: (element: Json, index: number) => NamedValue,
): { ok: true; elements: NamedElement[] } | Failure {
  const given = list ?? [];
  if (!Array.isArray(given)) return fail('not_a_list', `Expected a list, found ${describeValue(given)}.`);
  if (given.length > max) {
    const message = `The list has ${given.length} elements; at most ${max} are allowed. Raise \`max\`, or make the list shorter.`;
    return fail('too_many_elements', message);
  }
  const named = new Map<string, NamedElement>();
  for (const [index, element] of given.entries()) {
    const key = nameOf(element, index);
    const name = key.ok ? readName(key.value) : key;
    if (typeof name !== 'string') return name;
    if (key.ok && !named.has(name)) named.set(name, { name, key: key.value, element });
    else {
      const first = [...named.keys()].indexOf(name);
      const message = `The elements ${first + 1} and ${index + 1} of the list have the same key. Let \`key\` tell them apart, or let the list have each once.`;
      return fail('duplicate_element', message);
    }
  }
  return { ok: true, elements: [...named.values()] };
}

function readName(value: Json): string | Failure {
  const text = typeof value === 'number' ? String(value) : value;
  const isName = typeof text === 'string' && text !== '' && text.length <= keyLengthMax;
  if (isName && !text.includes('\0') && text.isWellFormed()) return text;
  const message = `The key of an element must be a number, or a text of at most ${keyLengthMax} characters; this one is ${describeValue(value)}.`;
  return fail('invalid_element_key', message);
}

function fail(code: string, message: string): Failure {
  return { ok: false, problem: { code, message } };
}
