/**
 * Seeds whose worlds once showed a bug of the engine. They run first, and cost nothing.
 *
 * A change of how worlds are made gives every seed another world; what is kept here still has the value of any seed.
 */
export const regressionSeeds: readonly { seed: number; showed: string }[] = [
  ...[917_396, 1_008_963, 1_013_973, 1_029_958].map((seed) => ({
    seed,
    showed: 'a page read ahead forgot what the page at hand had settled, which was counted again when it was retried',
  })),
  { seed: 9204, showed: 'a change that a search could not confirm was taken for undone, and its way back was skipped' },
];
