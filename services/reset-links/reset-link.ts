import { z } from 'zod';
import { timestamp } from '../shared/schemas.ts';

const hoursMax = 24;

export const resetLinkInput = z
  .strictObject({
    expires_in_hours: z
      .int()
      .min(1)
      .max(hoursMax)
      .default(hoursMax)
      .meta({ description: 'How long the link works.', examples: [1] }),
    second_factors: z.boolean().default(false).meta({
      description: 'It also removes second factors, recovery codes and passkeys, for a lost device.',
    }),
  })
  .meta({ id: 'ResetLinkInput' });

export const newResetLinkRecord = z
  .object({
    url: z.string().meta({
      description:
        'The link that lets the person choose another password, once. It is shown this once and not stored: give it to them yourself.',
    }),
    second_factors: z.boolean().meta({ description: 'It also removes second factors, recovery codes and passkeys.' }),
    expires_at: timestamp,
  })
  .meta({ id: 'NewResetLink' });

export type NewResetLinkRecord = z.infer<typeof newResetLinkRecord>;

/** What there is to say of a link without giving it away. */
export function withoutUrl({ url: _url, ...rest }: NewResetLinkRecord): Omit<NewResetLinkRecord, 'url'> {
  return rest;
}
