import { z } from 'zod';
import { waitSecondsMax } from '../shared/wait-until.ts';

/** How long a caller that makes a run would wait for its end. */
export const waitWish = z
  .int()
  .min(0)
  .max(waitSecondsMax)
  .optional()
  .meta({ description: 'Seconds to wait for the end of the run, as `Prefer: wait` does.' });
