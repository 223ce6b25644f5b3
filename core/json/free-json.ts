import { z } from 'zod';
import type { Json } from '../json.ts';

/**
 * Any JSON value, as it was parsed: what comes from outside is counted and looked through before (`api/requests/check-json.ts`).
 * zod would walk every value of it once more, and take a second for a megabyte.
 */
export const freeJson: z.ZodType<Json> = z.any();
