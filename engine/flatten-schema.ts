import { z } from 'zod';
import { formulaLengthMax } from '../formula/index.ts';
import { elementsMax, elementsMaxDefault } from './split-list.ts';

const formula = z.string().min(1).max(formulaLengthMax);

/** Makes a record of each element of a list. */
export const flattenSchema = z
  .strictObject({
    list: formula.meta({
      description:
        'A formula that gives the list; null is an empty one. Where it is the path of a member, the records come without that member.',
      example: 'lines',
    }),
    as: z
      .string()
      .regex(
        /^[A-Za-z][A-Za-z0-9_]{0,63}$/,
        'Must be a word of letters, digits and underscores that begins with a letter: line.',
      )
      .meta({
        description:
          'The member that takes the element, beside those of the record that has the list. `AS_key` holds what the element is known by.',
        example: 'line',
      }),
    key: formula.optional().meta({
      description:
        'A formula that names the element, by a text or number that no other element of the list has. Default: its position, from 1.',
      example: 'line.sku',
    }),
    max: z
      .int()
      .min(1)
      .max(elementsMax)
      .optional()
      .meta({ description: `A record with a longer list fails. Default: ${elementsMaxDefault}.` }),
  })
  .meta({ id: 'SourceFlatten', description: 'A list, and how a record is made of each of its elements.' });

export type FlattenDefinition = z.infer<typeof flattenSchema>;
