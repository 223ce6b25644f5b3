import fc from 'fast-check';
import { checkProgram, type Outcome } from './check-program.ts';
import { program, record } from './programs.ts';

/**
 * `npm run fuzz:formulas`: 100,000 random formulas and records, or as many as the first argument says, with a seed as
 * the second.
 */
const [runs = '100000', seed] = process.argv.slice(2);
const outcomes: Record<Outcome, number> = { value: 0, error: 0, refused: 0 };
fc.assert(
  fc.property(program, record, (text, value) => {
    outcomes[checkProgram(text, value)] += 1;
  }),
  { numRuns: Number(runs), ...(seed === undefined ? {} : { seed: Number(seed) }) },
);
console.log(JSON.stringify(outcomes));
