import { z } from 'zod';
import { oauthAuthMethods } from '../../../core/enums.ts';
import { toId } from '../../../core/ids.ts';
import type { oauthClients } from '../../../drizzle/schema/index.ts';
import { fromTime, type Row } from '../../shared/rows.ts';
import { scopeList } from '../scope-sets.ts';
import { idOf, nameSchema, timestamp } from '../../shared/schemas.ts';
import { publicJwks } from './public-jwks.ts';
import { messages } from '../../../core/messages.ts';

/** An OAuth client as the API shows it: nothing of its secret but the end. */
export const oauthClientRecord = z
  .object({
    id: idOf('oauthClient').meta({ description: 'The `client_id`.' }),
    name: z.string(),
    auth_method: z.enum(oauthAuthMethods),
    scopes: z.array(z.string()),
    disabled: z.boolean(),
    jwks: publicJwks.optional(),
    secret_last4: z.string().optional(),
    previous_secret_expires_at: timestamp.optional(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'OauthClient' });

export type OauthClientRecord = z.infer<typeof oauthClientRecord>;

/** A client whose secret was just made. It is shown this once. */
export const oauthClientWithSecret = oauthClientRecord
  .extend({
    client_secret: z.string().optional().meta({ description: 'Shown this once. Absent for `private_key_jwt`.' }),
  })
  .meta({ id: 'OauthClientWithSecret' });

export type OauthClientWithSecret = z.infer<typeof oauthClientWithSecret>;

/** What can be said of a client. */
export const oauthClientInput = z
  .strictObject({
    name: nameSchema,
    auth_method: z.enum(oauthAuthMethods).default('client_secret_basic'),
    scopes: scopeList,
    jwks: publicJwks.optional(),
    disabled: z.boolean().default(false),
  })
  .superRefine(({ auth_method: method, jwks }, context) => {
    const needsKeys = method === 'private_key_jwt';
    if (needsKeys === (jwks !== undefined)) return;
    const message = needsKeys ? messages.clientNeedsKeys : messages.clientTakesNoKeys;
    context.addIssue({ code: 'custom', path: ['jwks'], message });
  })
  .meta({ id: 'OauthClientInput' });

export type OauthClientInput = z.output<typeof oauthClientInput>;

export type OauthClientRow = Row<
  typeof oauthClients,
  | 'id'
  | 'name'
  | 'authMethod'
  | 'secretLast4'
  | 'previousExpiresAt'
  | 'jwks'
  | 'scopes'
  | 'disabledAt'
  | 'rowVersion'
  | 'createdAt'
  | 'updatedAt'
>;

export function toOauthClientRecord(row: OauthClientRow): OauthClientRecord {
  return {
    id: toId('oauthClient', row.id),
    name: row.name,
    auth_method: row.auth_method,
    scopes: row.scopes,
    disabled: row.disabled_at !== null,
    ...(row.jwks === null ? {} : { jwks: publicJwks.parse(row.jwks) }),
    ...(row.secret_last4 === null ? {} : { secret_last4: row.secret_last4 }),
    ...(row.previous_expires_at === null ? {} : { previous_secret_expires_at: fromTime(row.previous_expires_at) }),
    created_at: fromTime(row.created_at),
    updated_at: fromTime(row.updated_at),
  };
}
