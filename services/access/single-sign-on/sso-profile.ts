import { z } from 'zod';
import { emailSchema } from '../people/email.ts';

/** What an identity provider vouches for, of somebody who signs in. */
export const ssoProfile = z.object({
  /** The provider's own name of the person, which never becomes another's. */
  subject: z.string().min(1).max(1024),
  /** In lower case. */
  email: z.string().optional(),
  name: z.string().optional(),
  groups: z.array(z.string()),
  /** When the session must end, in milliseconds since the epoch. */
  endsAt: z.number().optional(),
});

export type SsoProfile = z.infer<typeof ssoProfile>;

/** Text that is no address is no address. */
export function toEmail(text: unknown): string | undefined {
  const parsed = emailSchema.safeParse(text);
  return parsed.success ? parsed.data : undefined;
}

/** A name as the hub shows it, cut to what it holds. */
export function toName(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  const name = text
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .normalize('NFC')
    .slice(0, 255);
  return name === '' ? undefined : name;
}

export function toDomain(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}
