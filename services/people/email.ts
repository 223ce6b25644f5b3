import { z } from 'zod';

const emailMax = 254;

/**
 * An e-mail address as a sign-in name: composed form, lower case. Addresses that differ only in case belong to one person
 * in practice, whatever the standard allows.
 */
export const emailSchema = z
  .string()
  .trim()
  .normalize('NFC')
  .toLowerCase()
  .max(emailMax)
  .regex(/^[^\s@"\p{Cc}]{1,64}@[^\s@\p{Cc}]{1,253}$/u, 'Must be an e-mail address.')
  .meta({ format: 'email', examples: ['ada@example.com'] });
