import { type Clock, systemClock, toTimestamp } from '../../../core/clock.ts';
import { newUuid, toId } from '../../../core/ids.ts';
import { Secret } from '../../../core/secret.ts';
import { type Database, withTenant } from '../../../drizzle/client.ts';
import { generateApiKey, hashApiKey, pepperId } from '../api-keys/api-key.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import { inviteOwner } from './invite-owner.ts';

export interface NewOrganization {
  organization_id: string;
  account_id: string;
  /** Shown this once; only its HMAC is stored. */
  api_key: string;
  /** Makes its holder the owner, once. */
  welcome_url: string;
}

/**
 * Creates an organization with one account, one API key that may do everything in it, and a link for its owner.
 *
 * For operators: it has no caller and no scope, and is not part of the HTTP API.
 */
export async function createOrganization({
  database,
  pepper,
  name,
  publicUrl = 'http://127.0.0.1:8080',
  requireIfMatch = false,
  clock = systemClock,
}: {
  database: Database;
  pepper: string;
  name: string;
  /** Under which people reach the hub. Default: that of the API's default port. */
  publicUrl?: string | undefined;
  /** Changes must say which version they are meant for. Default: they may. */
  requireIfMatch?: boolean;
  clock?: Clock;
}): Promise<NewOrganization> {
  const [orgId, accountId, keyId] = [newUuid(), newUuid(), newUuid()];
  const now = toTimestamp(clock.now());
  const key = generateApiKey();
  const maker = { orgId, actor: 'system', requestId: null, clock, pepper: new Secret(pepper) };
  const welcomeUrl = await withTenant(database, orgId, async (tx) => {
    await tx.sql`
      insert into organizations (id, name, require_if_match, created_at, updated_at)
      values (${orgId}, ${name}, ${requireIfMatch}, ${now}, ${now})`;
    await Promise.all([
      tx.sql`
        insert into accounts (org_id, id, name, status, created_at, updated_at)
        values (${orgId}, ${accountId}, ${name}, 'active', ${now}, ${now})`,
      tx.sql`
        insert into api_keys (org_id, id, name, pepper_id, key_hmac, last4, scopes, created_at, updated_at)
        values (${orgId}, ${keyId}, 'First key', ${pepperId(pepper)}, ${hashApiKey(pepper, key)}, ${key.slice(-4)},
                ${['*']}, ${now}, ${now})`,
      writeAudit(tx, maker, {
        action: 'organization.created',
        resourceId: toId('organization', orgId),
        after: { name },
        changes: { name },
      }),
    ]);
    return inviteOwner(tx, maker, { publicUrl, audited: false });
  });
  return {
    organization_id: toId('organization', orgId),
    account_id: toId('account', accountId),
    api_key: key,
    welcome_url: welcomeUrl,
  };
}
