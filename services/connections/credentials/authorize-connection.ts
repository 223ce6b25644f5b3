import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { toAuthorizeUrl } from '../../../connectors/drivers/http/auth/authorization.ts';
import { toTimestamp } from '../../../core/clock.ts';
import { HubError, invalidRequest } from '../../../core/errors.ts';
import { newUuid } from '../../../core/ids.ts';
import { createSealer } from '../../../vault/seal.ts';
import { requireAccount } from '../../accounts/require-account.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { toJsonb } from '../../shared/rows.ts';
import { requireScope } from '../../shared/scopes.ts';
import { timestamp } from '../../shared/schemas.ts';
import { inTenant } from '../../shared/transaction.ts';
import { createState } from './authorization-state.ts';
import { checkAuthorizable } from '../check-forms.ts';
import { createConnectionInput } from '../create-connection.ts';
import { requireConnection } from '../require-connection.ts';
import { messages } from '../../../core/messages.ts';

export const authorizeConnectionInput = createConnectionInput
  .extend({
    connection_id: z.string().optional().meta({ description: 'A connection to authorize again. Absent: a new one.' }),
  })
  .meta({ id: 'AuthorizationInput' });

export const authorizationRecord = z
  .object({
    authorize_url: z.url().meta({ description: "Where a person's browser is to go." }),
    state: z.string(),
    expires_at: timestamp,
  })
  .meta({ id: 'Authorization' });

/** Where authorization servers send people back to; to be registered with them. */
export const callbackPath = '/oauth/callback';

/** How long a person has to authorize, in milliseconds. */
const lifetimeMs = 10 * 60 * 1000;
/** Pending authorizations of one organization. */
const openMax = 100;

/**
 * Begins an authorization that a person finishes in the browser; the connection is stored when the callback comes.
 *
 * Client secret and PKCE verifier are sealed: only a worker can open them, and exchanges the code.
 *
 * @throws {HubError} `invalid_request` when the forms do not fit, or the connector needs no authorization; `not_found`;
 *   `quota_exceeded`.
 */
export async function authorizeConnection({
  ctx,
  input,
  linkId,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof authorizeConnectionInput>;
  /** UUID of the link by which somebody who is no member connects; it is spent in the end. */
  linkId?: string;
}): Promise<z.infer<typeof authorizationRecord>> {
  requireScope(ctx, 'connections:write');
  const { orgId } = ctx;
  const { method, base, authMethod, credentials, config } = await checkAuthorizable(ctx, input);
  const known = input.connection_id === undefined ? undefined : await requireConnection(ctx, input.connection_id);
  if (known !== undefined && known.service_type !== input.service_type) throw otherService();
  const id = newUuid();
  const { state, secretHash } = createState(orgId, id);
  const codeVerifier = randomBytes(32).toString('base64url');
  const redirectUri = ctx.publicUrl + callbackPath;
  const url = toAuthorizeUrl(method, { credentials, config, base, redirectUri, state, codeVerifier });
  if (url === undefined) throw noAddress();
  const sealer = await createSealer(ctx.publicKeys, { purpose: 'request', orgId, requestId: id });
  const sealed = sealer.seal({ credentials, code_verifier: codeVerifier });
  const expiresAt = toTimestamp(ctx.clock.now() + lifetimeMs);
  const inserted = await inTenant(ctx, async (tx) => {
    const accountId = await requireAccount(tx, ctx, input.account_id);
    const draft = toJsonb({ name: input.name, service_type: input.service_type, config, account_id: accountId });
    const rows = await tx.sql`
      insert into connection_authorizations
        (org_id, id, state_hash, draft, connection_id, auth_method, sealed, actor, link_id, expires_at)
      select ${orgId}, ${id}, ${secretHash}, ${draft}, ${known?.id ?? null}, ${authMethod}, ${sealed}, ${ctx.actor},
        ${linkId ?? null}, ${expiresAt}
      where (select count(*) from connection_authorizations where org_id = ${orgId} and expires_at > now()) < ${openMax}
      returning 1`;
    return rows.length > 0;
  });
  if (!inserted) throw tooMany();
  return { authorize_url: url, state, expires_at: expiresAt };
}

function otherService(): HubError {
  return invalidRequest(messages.authorizationOtherService, [
    { path: 'service_type', code: 'not_changeable_here', message: messages.authorizationServiceTypeFixed },
  ]);
}

function noAddress(): HubError {
  return invalidRequest(messages.authorizationUrlInvalid, [
    { path: 'credentials', code: 'invalid_format', message: messages.authorizationUrlFromCredentials },
  ]);
}

function tooMany(): HubError {
  return new HubError('quota_exceeded', messages.authorizationsTooMany({ max: openMax }), {
    details: { quota: 'connection_authorizations', limit: openMax },
    retryAfterSeconds: 60,
  });
}
