import { z } from 'zod';
import { browserOptions } from '../passkeys/passkey-answers.ts';
import { idOf, timestamp } from '../../shared/schemas.ts';

export const signInFactors = ['totp', 'recovery_code', 'passkey'] as const;

export const organizationToActIn = idOf('organization')
  .optional()
  .meta({ description: 'In which to act. Default: the one that the person used last.' });

const named = z.object({ id: idOf('organization'), name: z.string() });

/** How far signing in has come. */
export const signInRecord = z
  .object({
    state: z.enum(['signed_in', 'second_factor_required']).meta({
      description: '`second_factor_required`: send a code or a passkey to `/auth/second-factor` within ten minutes.',
    }),
    factors: z.array(z.enum(signInFactors)).optional().meta({ description: 'What the second step can be done with.' }),
    passkey_options: browserOptions
      .optional()
      .meta({ description: 'For `PublicKeyCredential.parseRequestOptionsFromJSON()`, of a person with passkeys.' }),
    user: z.object({ id: idOf('user'), name: z.string(), email: z.string().optional() }).optional(),
    organization: named.optional().meta({ description: 'In which the session acts.' }),
    organizations: z.array(named).optional().meta({ description: 'All in which the person is an active member.' }),
    expires_at: timestamp.optional().meta({ description: 'When the session ends, however much it is used.' }),
  })
  .meta({ id: 'SignIn' });

export type SignInRecord = z.infer<typeof signInRecord>;

/** What a step of signing in leads to, with what the browser is to keep. */
export type SignInResult =
  { record: SignInRecord; sessionToken: string; expiresAt: string } | { record: SignInRecord; attempt: string };
