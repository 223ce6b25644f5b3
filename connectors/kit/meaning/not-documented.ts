/** Facts that the vendor's pages, which were read for them, do not say. Each names what the connector does to be right. */
import type { CarefulIdentity, ObjectMeaning } from './meaning.ts';

type Pages = readonly [string, ...string[]];

/** Whether case counts in the field that records are found by. */
export function caseNotIn(
  field: string,
  { unique }: Pick<CarefulIdentity, 'unique'>,
  ...pages: Pages
): ObjectMeaning['identity'] {
  return { notDocumented: { pages, careful: { field, unique, compares: 'both_ways' } } };
}

/** How long a look-up may miss a write. */
export function lagNotIn(...pages: Pages): ObjectMeaning['lag'] {
  return { notDocumented: { pages, careful: { waits: 'longest_lag' } } };
}

/** How many records a page may have. */
export function pageSizeNotIn(...pages: Pages): ObjectMeaning['ceilings'] {
  return { notDocumented: { pages, careful: { pages: 'of_any_size' } } };
}
