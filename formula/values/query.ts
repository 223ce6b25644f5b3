import { setMember } from '../canonical.ts';
import type { Value, ValueObject } from './value.ts';

/** Reads `a=1&b=2` as forms encode it; a repeated name gives a list. */
export function decodeQuery(text: string): ValueObject {
  const members = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const known = members.get(name);
    if (known === undefined) members.set(name, [value]);
    else known.push(value);
  }
  const decoded: ValueObject = {};
  for (const [name, [first = '', ...more]] of members) {
    setMember<Value>(decoded, name, more.length === 0 ? first : [first, ...more]);
  }
  return decoded;
}
