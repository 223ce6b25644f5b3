import { type Clock, systemClock } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import { Secret } from '../../core/secret.ts';
import { type Database, withTenant } from '../../drizzle/client.ts';
import { toLookup } from '../shared/schemas.ts';
import { emailSchema } from '../access/people/email.ts';
import { resetByOperator } from './reset-by-operator.ts';
import type { NewResetLinkRecord } from './reset-link.ts';

const hours = 24;

/**
 * Makes a link by which a member of an organization, such as its last owner, chooses another password.
 *
 * For operators: it has no caller and no scope, and is not part of the HTTP API. The audit log shows the link as made by `system`.
 *
 * @param options.organizationId As the API shows it: `org_…`.
 * @param options.email What the member signs in with.
 * @param options.secondFactors The link also removes second factors and passkeys.
 * @returns the only copy of the link.
 * @throws {HubError} `not_found`; `invalid_state` and `forbidden` for a member who could not sign in with a password.
 */
export async function recoverMember({
  database,
  pepper,
  organizationId,
  email,
  secondFactors,
  publicUrl = 'http://127.0.0.1:8080',
  clock = systemClock,
}: {
  database: Database;
  pepper: string;
  organizationId: string;
  email: string;
  secondFactors: boolean;
  /** Under which people reach the hub. Default: that of the API's default port. */
  publicUrl?: string | undefined;
  clock?: Clock;
}): Promise<NewResetLinkRecord> {
  const orgId = toLookup('organization', organizationId);
  const address = emailSchema.safeParse(email);
  if (!address.success) throw notFound();
  const maker = { orgId, actor: 'system', requestId: null, clock, pepper: new Secret(pepper), publicUrl };
  return withTenant(database, orgId, (tx) =>
    resetByOperator(tx, maker, { email: address.data, second_factors: secondFactors, expires_in_hours: hours }),
  );
}
