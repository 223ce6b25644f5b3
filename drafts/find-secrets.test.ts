import { describe, expect, it } from 'vitest';
import { toObject } from './json-reading.ts';
import type { JsonObject } from '../core/json.ts';
import { holdsSecret } from './find-secrets.ts';

const width = 12;
const refer = (name: string): JsonObject => ({ $ref: `#/${name}` });
const names = Array.from({ length: width }, (_, index) => `T${index}`);

/** Types that all refer to each other, and how often one was asked for. */
function makeTypes(last: JsonObject) {
  const types: JsonObject = Object.fromEntries(
    names.map((name) => [
      name,
      { type: 'object', properties: Object.fromEntries(names.map((other) => [other, refer(other)])) },
    ]),
  );
  types['Last'] = last;
  toObject(toObject(types[names.at(-1) ?? ''])['properties'])['last'] = refer('Last');
  const seen = { resolved: 0 };
  const resolve = (ref: string) => {
    seen.resolved += 1;
    return { name: ref.slice(2), schema: toObject(types[ref.slice(2)]) };
  };
  return { seen, description: { resolve } };
}

describe('drafts/find-secrets', () => {
  it('looks at each type once, however many refer to each other', () => {
    const { seen, description } = makeTypes({ type: 'string' });

    expect(names.map((name) => holdsSecret(refer(name), description))).not.toContain(true);
    expect(seen.resolved).toBeLessThan(4 * width ** 3);
  });

  it('finds a password behind types that refer to each other', () => {
    const { description } = makeTypes({ type: 'string', format: 'password' });

    expect(holdsSecret(refer('T0'), description)).toBe(true);
  });
});
