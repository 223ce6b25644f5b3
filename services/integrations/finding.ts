import { z } from 'zod';
import type { FieldError } from '../../core/errors.ts';

/** What is wrong, or worth a second look, at one place of a definition. */
export const findingRecord = z.object({
  path: z.string(),
  code: z.string(),
  message: z.string(),
  allowed: z.array(z.string()).optional(),
});

export function toFindingRecord({ path, code, message, allowed }: FieldError): z.infer<typeof findingRecord> {
  return { path, code, message, ...(allowed === undefined ? {} : { allowed: [...allowed] }) };
}
