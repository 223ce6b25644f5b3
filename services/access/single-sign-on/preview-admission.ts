import { inTenant } from '../../shared/transaction.ts';
import type { RoleGrant } from '../people/role-grants.ts';
import type { SignInContext } from '../sign-in/sign-in-deps.ts';
import { decideAdmission, writeAdmission } from './admit-person.ts';
import type { OpenSsoConnection } from './open-sso-connection.ts';
import type { SsoProfile } from './sso-profile.ts';

/** What signing in would do. */
export interface AdmissionPreview {
  /** The person would become a member. */
  joins: boolean;
  /** The roles that they would have, those of groups included. */
  grants: RoleGrant[];
}

/**
 * Finds out what `admitPerson` would do, by doing it in a transaction that is rolled back: what is seen is what happens.
 *
 * @throws {SsoRefusal} as `admitPerson`.
 */
export async function previewAdmission(
  ctx: SignInContext,
  connection: OpenSsoConnection,
  profile: SsoProfile,
): Promise<AdmissionPreview> {
  const { orgId } = connection;
  const admission = await decideAdmission(ctx, connection, profile);
  const { userId } = admission;
  try {
    return await inTenant({ database: ctx.database, orgId, userId }, async (tx) => {
      const [member] = await tx.sql`select 1 from memberships where org_id = ${orgId} and user_id = ${userId}`;
      await writeAdmission(tx, ctx, connection, profile, admission);
      const grants = await tx.sql<RoleGrant[]>`
        select role, account_id from role_grants where org_id = ${orgId} and user_id = ${userId}
        union
        select given.role, given.account_id from user_group_members as m
        join user_group_grants as given on given.org_id = m.org_id and given.group_id = m.group_id
        where m.org_id = ${orgId} and m.user_id = ${userId}`;
      throw new RolledBack({ joins: member === undefined, grants: [...grants] });
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.preview;
    throw error;
  }
}

class RolledBack extends Error {
  readonly preview: AdmissionPreview;

  constructor(preview: AdmissionPreview) {
    super('The transaction was for looking only.');
    this.preview = preview;
  }
}
