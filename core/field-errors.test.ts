import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toFieldErrors } from './field-errors.ts';

const schema = z.strictObject({
  source: z.strictObject({ connection_id: z.string(), object: z.string() }).optional(),
  triggers: z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('schedule'), cron: z.string() }),
        z.strictObject({ type: z.literal('webhook'), crown: z.string().optional() }),
      ]),
    )
    .optional(),
  step: z.union([z.strictObject({ filter: z.string() }), z.strictObject({ script: z.string() })]).optional(),
  later: z.lazy(() => z.strictObject({ mapping: z.string() }).transform(({ mapping }) => mapping)).optional(),
});

function errorsOf(value: unknown): object[] {
  return toFieldErrors(schema.safeParse(value).error?.issues ?? []);
}

function unknown(path: string, meant?: string): object {
  return meant === undefined
    ? { path, code: 'unknown_field', message: 'Unknown field.' }
    : { path, code: 'unknown_field', message: `Unknown field. Did you mean \`${meant}\`?`, allowed: [meant] };
}

describe('core/field-errors', () => {
  it.each([
    ['of the body', { sorce: {} }, [unknown('sorce', 'source')]],
    [
      'of an object within',
      { source: { connection_id: 'c', object: 'o', objct: 'x' } },
      [unknown('source.objct', 'object')],
    ],
    [
      'of the form that the discriminator names',
      { triggers: [{ type: 'schedule', cron: '* * * * *', crn: 1 }] },
      [unknown('triggers[0].crn', 'cron')],
    ],
    ['of the form that a union takes', { step: { script: 'x', scrpt: 1 } }, [unknown('step.scrpt', 'script')]],
    [
      'behind lazy schemas and transforms',
      { later: { mapping: 'm', maping: 1 } },
      [unknown('later.maping', 'mapping')],
    ],
    [
      'by all where nothing is near',
      { zebra: 1 },
      [{ ...unknown('zebra'), allowed: ['source', 'triggers', 'step', 'later'] }],
    ],
  ])('answers an unknown field with the nearest one: %s', (_, value, expected) => {
    expect(errorsOf(value)).toEqual(expected);
  });

  it('says of a value of the wrong type nothing about the size that it would need', () => {
    const sized = z.strictObject({ days: z.array(z.string()).min(2).max(3), name: z.string().max(3) });

    const errors = toFieldErrors(sized.safeParse({ days: 'monday', name: [1, 2, 3, 4] }).error?.issues ?? []);

    expect(errors.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      'days: Must be a list, not a string.',
      'name: Must be a string, not a list.',
    ]);
  });

  it('looks for the nearest of twenty unknown fields of a body', () => {
    const errors = errorsOf(Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`source${index}`, 1])));

    expect(errors).toHaveLength(25);
    expect(errors.filter((error) => 'allowed' in error)).toHaveLength(20);
  });
});
