import { z } from 'zod';

/**
 * One condition of a filter that a source may evaluate itself: a field beside constants.
 *
 * Nothing is coerced, text is compared by UTF-16 code unit. Beside a field without a value (null or missing) `equals` and
 * `in` look for null. Any other operator may come to nothing there, neither true nor false, and so may `in`: only where
 * a comparison is false may a record be left out for its sake.
 */
export const fieldComparison = z.object({
  /** Member names and list positions on the way to the field. */
  segments: z.array(z.union([z.string(), z.number()])).readonly(),
  operator: z.enum(['equals', 'not_equals', 'in', 'not_in', 'greater', 'greater_or_equal', 'less', 'less_or_equal']),
  /** One constant, but for `in` and `not_in`. */
  values: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])).readonly(),
});

export type FieldComparison = z.output<typeof fieldComparison>;
