import { z } from 'zod';
import { messages } from '../../../core/messages.ts';

/** Printable, without spaces. */
const url = z
  .string()
  .regex(/^[\x21-\x7e]{1,1024}$/, messages.issuerUrlInvalid)
  .meta({ format: 'uri' });

/** A claim: its name, or names with dots between them. */
const claim = z.string().min(1).max(255);

/** What the hub knows of an OpenID provider, without the secret. */
export const oidcSettings = z.object({
  issuer: url.meta({
    description:
      'As the provider names itself. Its configuration is read from `/.well-known/openid-configuration` there.',
    examples: ['https://login.example.com'],
  }),
  client_id: z.string().min(1).max(255).meta({ description: 'What the provider calls the hub.' }),
  client_auth: z
    .enum(['client_secret_basic', 'client_secret_post'])
    .optional()
    .meta({ description: 'How the secret is sent. Default: as the provider says that it takes it.' }),
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,128}$/, messages.nameInvalid))
    .max(20)
    .default(['openid', 'email', 'profile'])
    .meta({ description: 'What is asked for; `openid` always is.' }),
  email_claim: claim.default('email').meta({ description: 'Where the e-mail address is.' }),
  name_claim: claim.default('name').meta({ description: "Where the person's name is." }),
  groups_claim: claim.default('groups').meta({ description: 'Where the names of groups are, for the role rules.' }),
});

/** As callers send it: the secret is stored encrypted and never shown. */
export const oidcInput = z
  .strictObject({
    ...oidcSettings.shape,
    client_secret: z.string().min(1).max(1024).optional().meta({
      writeOnly: true,
      description: 'What the hub shows to the provider. Needed at creation; left out of a change, it stays.',
    }),
  })
  .meta({ id: 'OidcSettingsInput' });

export const oidcRecord = oidcSettings.meta({ id: 'OidcSettings' });

export type OidcSettings = z.infer<typeof oidcSettings>;
