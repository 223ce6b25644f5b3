import { z } from 'zod';

const emailMax = 254;

/** What browsers accept as an address. @see https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address */
const address =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;

/**
 * An e-mail address as a sign-in name, in lower case. Addresses that differ only in case belong to one person in practice,
 * whatever the standard allows.
 */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(emailMax)
  .regex(address, 'Must be an e-mail address.')
  .meta({ examples: ['ada@example.com'] });
