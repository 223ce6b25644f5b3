import { toId } from '../../../core/ids.ts';
import { findSsoConnection } from '../../../drizzle/find-sso.ts';
import { toLookup } from '../../shared/schemas.ts';
import { askDatabase, inTenant } from '../../shared/transaction.ts';
import { requireActiveOrganization } from '../organizations/organization-states.ts';
import type { SignInContext } from '../sign-in/sign-in-deps.ts';
import { openEncryptionKeys, readEncryptionKeys } from '../sso-connections/encryption/encryption-keys.ts';
import { requireSsoConnection } from '../sso-connections/select-sso-connections.ts';
import type { SsoConnectionRow } from '../sso-connections/sso-connection.ts';
import { openSsoSecret } from '../sso-connections/sso-secret.ts';
import { SsoRefusal } from './sso-refusal.ts';

/** A connection, with its secret. */
export interface OpenSsoConnection {
  orgId: string;
  row: SsoConnectionRow;
  /** In the form of the API. */
  id: string;
  secret: string | undefined;
  /** Private keys in PEM for encrypted assertions, the newest first. */
  openEncryptionKeys: (nowMs: number) => string[];
}

/**
 * Finds a connection in use by the id of an address.
 *
 * @throws {SsoRefusal} `unknown_connection`, also for one that is disabled; {HubError} `organization_suspended`
 */
export async function findOpenSsoConnection(
  ctx: SignInContext,
  kind: 'oidc' | 'saml',
  id: string,
): Promise<OpenSsoConnection> {
  const found = await askDatabase(() => findSsoConnection(ctx.database, toLookup('ssoConnection', id)));
  if (found === undefined) throw new SsoRefusal('unknown_connection');
  const connection = await openSsoConnection(ctx, id, found);
  if (connection.row.kind !== kind) throw new SsoRefusal('unknown_connection');
  return connection;
}

/** Reads a connection of an organization, in use or not. @throws {HubError} `organization_suspended` */
export async function openSsoConnection(
  ctx: SignInContext,
  id: string,
  { orgId }: { orgId: string },
): Promise<OpenSsoConnection> {
  const row = await inTenant({ database: ctx.database, orgId }, async (tx) => {
    await requireActiveOrganization(tx, orgId);
    return requireSsoConnection(tx, orgId, id);
  });
  const secret = row.sealed === null ? undefined : openSsoSecret(ctx.pepper, row.id, row.sealed);
  const keys = readEncryptionKeys(row.encryption_keys);
  return {
    orgId,
    row,
    id: toId('ssoConnection', row.id),
    secret,
    openEncryptionKeys: (nowMs) => openEncryptionKeys(keys, { pepper: ctx.pepper, owner: row.id, nowMs }),
  };
}
