import { z } from 'zod';
import { signatureAlgorithms } from '../../../core/enums.ts';
import { HubError } from '../../../core/errors.ts';
import { toId } from '../../../core/ids.ts';
import type { tokenIssuers } from '../../../drizzle/schema/index.ts';
import { fromTime, type Row } from '../../shared/rows.ts';
import { idOf, nameSchema, portableText, timestamp } from '../../shared/schemas.ts';
import { scopeRules } from './scope-rules.ts';
import { messages } from '../../../core/messages.ts';

const subjectsMax = 1000;

/** Text that a token repeats exactly: printable, without spaces. */
const address = z
  .string()
  .regex(/^[\x21-\x7e]{1,1024}$/, messages.issuerUrlInvalid)
  .meta({ format: 'uri' });
const claimText = z
  .string()
  .regex(/^\P{Cc}{1,255}$/u, messages.nameInvalid)
  .meta({ pattern: portableText });

/** What can be said of an issuer. */
export const tokenIssuerInput = z
  .strictObject({
    name: nameSchema,
    issuer: address.meta({ description: '`iss` of its tokens, compared exactly.' }),
    audience: claimText.meta({
      description:
        '`aud` that its tokens must have. It ends with the id of the organization, such as `https://hub.example/org_…`, so that a token is for one organization only; what was registered before that was asked for stays as it is.',
    }),
    jwks_uri: address.meta({ description: 'Where its public keys are. https only.' }),
    algorithms: z
      .array(z.enum(signatureAlgorithms))
      .min(1)
      .refine((list) => new Set(list).size === list.length, 'Each algorithm may be listed once.'),
    scope_rules: scopeRules,
    subjects: z
      .array(claimText)
      .min(1)
      .max(subjectsMax)
      .optional()
      .meta({ description: 'Values of `sub` that may call. Default: any.' }),
    disabled: z.boolean().default(false),
  })
  .meta({ id: 'TokenIssuerInput' });

export type TokenIssuerInput = z.output<typeof tokenIssuerInput>;

/** An external issuer as the API shows it. */
export const tokenIssuerRecord = z
  .object({
    id: idOf('tokenIssuer'),
    name: z.string(),
    issuer: z.string(),
    audience: z.string(),
    jwks_uri: z.string(),
    algorithms: z.array(z.string()),
    scope_rules: scopeRules,
    subjects: z.array(z.string()).optional(),
    disabled: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'TokenIssuer' });

export type TokenIssuerRecord = z.infer<typeof tokenIssuerRecord>;

export type TokenIssuerRow = Row<
  typeof tokenIssuers,
  | 'id'
  | 'name'
  | 'issuer'
  | 'audience'
  | 'jwksUri'
  | 'algorithms'
  | 'scopeRules'
  | 'subjects'
  | 'disabledAt'
  | 'rowVersion'
  | 'createdAt'
  | 'updatedAt'
>;

export function toTokenIssuerRecord(row: TokenIssuerRow): TokenIssuerRecord {
  return {
    id: toId('tokenIssuer', row.id),
    name: row.name,
    issuer: row.issuer,
    audience: row.audience,
    jwks_uri: row.jwks_uri,
    algorithms: row.algorithms,
    scope_rules: scopeRules.parse(row.scope_rules),
    ...(row.subjects === null ? {} : { subjects: row.subjects }),
    disabled: row.disabled_at !== null,
    created_at: fromTime(row.created_at),
    updated_at: fromTime(row.updated_at),
  };
}

export function issuerTaken(): HubError {
  return new HubError('conflict', messages.issuerRegistered);
}
