import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toFieldErrors } from '../field-errors.ts';

function messageOf(schema: z.ZodType, value: unknown): string | undefined {
  return toFieldErrors(schema.safeParse(value).error?.issues ?? [])[0]?.message;
}

describe('core/messages/describe-issue', () => {
  it.each([
    [z.string(), { role: 'operator' }, 'Must be a string, not an object.'],
    [z.strictObject({}), [], 'Must be an object, not a list.'],
    [z.array(z.string()), null, 'Must be a list, not `null`.'],
    [z.boolean(), 'yes', 'Must be `true` or `false`, not a string.'],
    [z.int(), 1.5, 'Must be a whole number.'],
    [z.int(), '1', 'Must be a number, not a string.'],
    [z.int().min(1), 0, 'Must be at least 1.'],
    [z.number().lt(5), 5, 'Must be less than 5.'],
    [z.string().min(1), '', 'Must have at least 1 character.'],
    [z.array(z.string()).max(2), ['a', 'b', 'c'], 'Must have at most 2 items.'],
    [z.array(z.string()).length(2), [], 'Must have exactly 2 items.'],
    [z.int().multipleOf(5), 7, 'Must be a multiple of 5.'],
    [z.email(), 'nobody', 'Must be an e-mail address.'],
  ])('says what is asked for: %#', (schema, value, message) => {
    expect(messageOf(schema, value)).toBe(message);
  });

  it('leaves the word to a schema that has one', () => {
    expect(messageOf(z.string('Must be a name.'), 1)).toBe('Must be a name.');
  });

  it('calls a field that is missing required', () => {
    expect(messageOf(z.strictObject({ name: z.string() }), {})).toBe('This field is required.');
  });
});
