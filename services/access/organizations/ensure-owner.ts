import { type Clock, systemClock } from '../../../core/clock.ts';
import { notFound } from '../../../core/errors.ts';
import { Secret } from '../../../core/secret.ts';
import { type Database, withTenant } from '../../../drizzle/client.ts';
import { findApiKey } from '../../../drizzle/find-api-key.ts';
import { hashApiKey } from '../api-keys/api-key.ts';
import { toDashboardUrl } from '../people/dashboard-url.ts';
import { inviteOwner } from './invite-owner.ts';

/**
 * Makes a link for an owner of an organization that has none who could sign in again: nobody accepted a link yet, or whoever
 * did has chosen no password. The link alone signs in.
 *
 * For the hub of one person on their own machine. It has no caller, and is not part of the HTTP API.
 *
 * @param options.apiKey Of the organization.
 * @returns no `welcomeUrl` where an owner can sign in.
 * @throws {HubError} `not_found` for a key that does not exist.
 */
export async function ensureOwner({
  database,
  pepper,
  apiKey,
  publicUrl,
  clock = systemClock,
}: {
  database: Database;
  pepper: string;
  apiKey: string;
  publicUrl: string;
  clock?: Clock;
}): Promise<{ dashboardUrl: string; welcomeUrl?: string }> {
  const key = await findApiKey(database, hashApiKey(pepper, apiKey));
  if (key === undefined) throw notFound();
  const { orgId } = key;
  const dashboardUrl = `${toDashboardUrl(publicUrl)}/`;
  return withTenant(database, orgId, async (tx) => {
    // An address is chosen together with a password only.
    const [owner] = await tx.sql`
      select 1 from role_grants
      join memberships using (org_id, user_id)
      join users on users.id = role_grants.user_id
      where org_id = ${orgId} and role = 'owner' and status = 'active' and users.email is not null limit 1`;
    if (owner !== undefined) return { dashboardUrl };
    const maker = { orgId, actor: 'system', requestId: null, clock, pepper: new Secret(pepper) };
    return { dashboardUrl, welcomeUrl: await inviteOwner(tx, maker, { publicUrl, passwordless: true }) };
  });
}
