import { describe, expect, it } from 'vitest';
import { FaultError } from '../../../kit/fault.ts';
import { decodeJson } from './json.ts';

/** The kind of fault that a text is. */
function kindOf(text: string): string {
  try {
    decodeJson(text);
    return 'none';
  } catch (error) {
    if (error instanceof FaultError) return error.fault.kind;
    throw error;
  }
}

describe('connectors/drivers/shared/decode/json', () => {
  it.each([
    ['a page for people', '<html></html>', 'schema_drift'],
    ['what breaks off', '{"items": [{"id": 1', 'transient'],
    ['what is no JSON', 'OK', 'schema_drift'],
    // The same call would give the same: asking again helps nobody.
    ['a long number beside a deep value', `[12345678901234567, ${'['.repeat(1e6)}${']'.repeat(1e6)}]`, 'schema_drift'],
    ['a long number', '{"id": 12345678901234567}', 'none'],
  ])('takes %s for what it is', (_, text, kind) => {
    expect(kindOf(text)).toBe(kind);
  });
});
