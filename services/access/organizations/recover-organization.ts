import { type Clock, systemClock } from '../../../core/clock.ts';
import { notFound } from '../../../core/errors.ts';
import { Secret } from '../../../core/secret.ts';
import { type Database, withTenant } from '../../../drizzle/client.ts';
import { insertApiKey } from '../api-keys/insert-api-key.ts';
import { toLookup } from '../../shared/schemas.ts';
import { inviteOwner } from './invite-owner.ts';

/**
 * Makes another API key that may do everything in an organization, and a link for another owner, for one that has lost all of
 * its own. The keys and members that it has stay as they are.
 *
 * For operators: it has no caller and no scope, and is not part of the HTTP API. The audit log shows the key as made by
 * `system`.
 *
 * @param organizationId As the API shows it: `org_…`.
 * @returns the only copy of the key.
 * @throws {HubError} `not_found`
 */
export async function recoverOrganization({
  database,
  pepper,
  organizationId,
  publicUrl = 'http://127.0.0.1:8080',
  clock = systemClock,
}: {
  database: Database;
  pepper: string;
  organizationId: string;
  /** Under which people reach the hub. Default: that of the API's default port. */
  publicUrl?: string | undefined;
  clock?: Clock;
}): Promise<{ name: string; api_key: string; welcome_url: string }> {
  const orgId = toLookup('organization', organizationId);
  return withTenant(database, orgId, async (tx) => {
    const [organization] = await tx.sql<{ name: string }[]>`select name from organizations where id = ${orgId}`;
    if (organization === undefined) throw notFound();
    const maker = { orgId, actor: 'system', requestId: null, clock, pepper: new Secret(pepper) };
    const { secret } = await insertApiKey(tx, maker, {
      name: 'Recovery key',
      scopes: ['*'],
      mode: 'live',
      expiresAt: null,
      allowedCidrs: null,
      rotatedFrom: null,
      ssoConnectionId: null,
    });
    return { name: organization.name, api_key: secret, welcome_url: await inviteOwner(tx, maker, { publicUrl }) };
  });
}
