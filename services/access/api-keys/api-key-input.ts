import { z } from 'zod';
import { apiKeyModes } from '../../../core/enums.ts';
import { invalidRequest } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { toNetwork } from '../../shared/networks.ts';
import { scopes, sortScopes } from '../../shared/scopes.ts';
import { idOf, instant, nameSchema, readOnly } from '../../shared/schemas.ts';

const networksMax = 50;

const network = z
  .string()
  .transform((text, ctx) => {
    const normalised = toNetwork(text);
    if (normalised !== undefined) return normalised;
    ctx.addIssue({ code: 'custom', message: messages.networkInvalid });
    return z.NEVER;
  })
  .meta({ examples: ['203.0.113.0/24', '2001:db8::/32'] });

export const allowedCidrs = z
  .array(network)
  .min(1)
  .max(networksMax)
  .transform((networks) => [...new Set(networks)])
  .meta({ description: 'Networks that the key may be used from. A bare address is the network of itself alone.' });

export const grantedScopes = z
  .array(z.enum(scopes))
  .min(1)
  .max(scopes.length)
  .transform(sortScopes)
  .meta({ description: 'What the key may do. Each must be a scope that the caller has.' });

export const apiKeyInput = z
  .strictObject({
    name: nameSchema,
    scopes: grantedScopes,
    expires_at: instant.optional(),
    allowed_cidrs: allowedCidrs.optional(),
    sso_connection_id: idOf('ssoConnection')
      .optional()
      .meta({ description: 'The connection whose directory uses the key, by SCIM. The key is deleted with it.' }),
    mode: z
      .enum(apiKeyModes)
      .default('live')
      .meta({ description: 'Shown in the text of the key. Both modes reach the same data.' }),
  })
  .meta({ id: 'ApiKeyInput' });

/** The members that a change leaves a key with. */
export const apiKeyState = apiKeyInput.omit({ mode: true, sso_connection_id: true }).extend({ disabled: z.boolean() });

export type ApiKeyState = z.output<typeof apiKeyState>;

/** A JSON Merge Patch (RFC 7396), for documentation: what it makes of the key is checked as a whole. */
export const apiKeyPatch = z
  .strictObject({
    name: nameSchema.optional(),
    scopes: grantedScopes.optional(),
    expires_at: instant.nullish(),
    allowed_cidrs: allowedCidrs.nullish(),
    disabled: z.boolean().optional(),
    id: readOnly,
    mode: readOnly,
    last4: readOnly,
    status: readOnly,
    disabled_at: readOnly,
    rotated_from: readOnly,
    sso_connection_id: readOnly,
    last_used_at: readOnly,
    last_used_route: readOnly,
    created_at: readOnly,
    updated_at: readOnly,
  })
  .meta({ id: 'ApiKeyPatch' });

/** @throws {HubError} `invalid_request` for a time that has come already. */
export function requireFuture(ctx: Pick<ServiceContext, 'clock'>, expiresAt: string | null | undefined): void {
  if (typeof expiresAt !== 'string' || Date.parse(expiresAt) > ctx.clock.now()) return;
  throw invalidRequest(messages.bodyInvalid, [
    { path: 'expires_at', code: 'not_in_future', message: messages.expiresInPast },
  ]);
}
