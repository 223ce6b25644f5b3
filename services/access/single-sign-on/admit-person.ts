import { toTimestamp } from '../../../core/clock.ts';
import { newUuid, toId } from '../../../core/ids.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { codeOf } from '../../../drizzle/failures.ts';
import { findUser } from '../../../drizzle/find-user.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import { findInvitationOf } from '../invitations/open-invitations.ts';
import { askDatabase, inTenant } from '../../shared/transaction.ts';
import { type RoleGrant, toGrantRecords } from '../people/role-grants.ts';
import { type SignInContext, toAuthor } from '../sign-in/sign-in-deps.ts';
import { judgeRoles, roleRules } from '../sso-connections/role-rules.ts';
import type { OpenSsoConnection } from './open-sso-connection.ts';
import { type SsoProfile, toDomain } from './sso-profile.ts';
import { SsoRefusal } from './sso-refusal.ts';

interface MembershipRow {
  user_id: string;
  status: 'active' | 'suspended';
}

/** What is decided about somebody before anything is written. */
export interface Admission {
  userId: string;
  /** The person has to be made. */
  isNew: boolean;
  /** The address is of a domain that the organization has shown to be its own. */
  isOwnDomain: boolean;
}

/**
 * Finds out who signs in, and makes them a member where the connection may.
 *
 * A subject that is known is a person that is known. Another one is whoever has the address, if the organization has shown that
 * the domain is its own: an identity provider can write any address into its answers. What a provider says lets a person into
 * its own organization and into no other.
 *
 * @returns the person's UUID.
 * @throws {SsoRefusal}
 */
export async function admitPerson(
  ctx: SignInContext,
  connection: OpenSsoConnection,
  profile: SsoProfile,
): Promise<string> {
  try {
    return await admitOnce(ctx, connection, profile);
  } catch (error) {
    // The same person, in another browser at the same time.
    if (codeOf(error) !== '23505') throw error;
    return admitOnce(ctx, connection, profile);
  }
}

async function admitOnce(ctx: SignInContext, connection: OpenSsoConnection, profile: SsoProfile): Promise<string> {
  const admission = await decideAdmission(ctx, connection, profile);
  const { userId } = admission;
  await inTenant({ database: ctx.database, orgId: connection.orgId, userId }, (tx) =>
    writeAdmission(tx, ctx, connection, profile, admission),
  );
  return userId;
}

/** @throws {SsoRefusal} */
export async function decideAdmission(
  ctx: SignInContext,
  connection: OpenSsoConnection,
  profile: SsoProfile,
): Promise<Admission> {
  const { orgId } = connection;
  const { email } = profile;
  const someone = email === undefined ? undefined : await askDatabase(() => findUser(ctx.database, email));
  return inTenant({ database: ctx.database, orgId }, (tx) => identify(tx, connection, profile, someone?.id));
}

/** Writes down what was decided, in a transaction of the organization and the person. @throws {SsoRefusal} */
export async function writeAdmission(
  tx: Transaction,
  ctx: SignInContext,
  connection: OpenSsoConnection,
  profile: SsoProfile,
  admission: Admission,
): Promise<void> {
  const { userId } = admission;
  if (admission.isNew) await addPerson(tx, ctx, connection, profile, userId);
  await admit(tx, ctx, connection, profile, admission);
  await noteIdentity(tx, ctx, connection, profile, userId);
}

async function identify(
  { sql }: Transaction,
  { orgId, row }: OpenSsoConnection,
  { subject, email }: SsoProfile,
  someoneId: string | undefined,
): Promise<Admission> {
  const isOwnDomain =
    email !== undefined &&
    row.domains.some(({ domain, verified_at: verifiedAt }) => domain === toDomain(email) && verifiedAt !== null);
  const [known] = await sql<{ user_id: string }[]>`
    select user_id from identities
    where org_id = ${orgId} and sso_connection_id = ${row.id} and subject = ${subject}`;
  if (known !== undefined) return { userId: known.user_id, isNew: false, isOwnDomain };
  // Whom the organization's own directory announced (SCIM), under the name or the address that the provider now says.
  const [announced] = await sql<{ user_id: string }[]>`
    select memberships.user_id from memberships join users on users.id = memberships.user_id
    where memberships.org_id = ${orgId} and users.managed_by = ${orgId}
      and lower(memberships.user_name) in (${subject.toLowerCase()}, ${email ?? subject.toLowerCase()})
    limit 2`;
  if (announced !== undefined) return { userId: announced.user_id, isNew: false, isOwnDomain };
  if (email === undefined) throw new SsoRefusal('no_email');
  if (!isOwnDomain) throw new SsoRefusal('domain_not_verified');
  return { userId: someoneId ?? newUuid(), isNew: someoneId === undefined, isOwnDomain };
}

async function addPerson(
  { sql }: Transaction,
  ctx: SignInContext,
  { orgId }: OpenSsoConnection,
  { email, name }: SsoProfile,
  userId: string,
): Promise<void> {
  const now = toTimestamp(ctx.clock.now());
  await sql`
    insert into users (id, email, name, managed_by, created_at, updated_at)
    values (${userId}, ${email ?? null}, ${name ?? email?.split('@')[0] ?? 'Member'}, ${orgId}, ${now}, ${now})`;
}

/** Checks the membership or makes it, and sets the roles that rules give. @throws {SsoRefusal} */
async function admit(
  tx: Transaction,
  ctx: SignInContext,
  connection: OpenSsoConnection,
  profile: SsoProfile,
  { userId, isOwnDomain }: Admission,
): Promise<void> {
  const { orgId, row } = connection;
  const [member] = await tx.sql<MembershipRow[]>`
    select user_id, status from memberships where org_id = ${orgId} and user_id = ${userId} for no key update`;
  if (member?.status === 'suspended') throw new SsoRefusal('suspended');
  const rules = { rules: roleRules.parse(row.role_rules), defaultRole: row.default_role };
  const ruled = judgeRoles(rules, profile.groups);
  if (member !== undefined) return replaceRoles(tx, ctx, connection, userId, ruled);
  const invited =
    isOwnDomain && profile.email !== undefined ? await useInvitation(tx, ctx, orgId, profile.email) : undefined;
  const mayJoin = invited !== undefined || (row.provisioning === 'jit' && isOwnDomain);
  if (!mayJoin) throw new SsoRefusal('not_invited');
  const grants = ruled ?? invited ?? toDefault(row.default_role);
  if (grants.length === 0) throw new SsoRefusal('no_role');
  await addMember(tx, ctx, connection, userId, grants);
}

function toDefault(role: RoleGrant['role'] | null): RoleGrant[] {
  return role === null ? [] : [{ role, account_id: null }];
}

/** @returns the roles of an invitation to the address, which is used up. */
async function useInvitation(
  tx: Transaction,
  { clock }: SignInContext,
  orgId: string,
  email: string,
): Promise<RoleGrant[] | undefined> {
  const open = await findInvitationOf(tx, { orgId, clock }, email);
  if (open === undefined) return undefined;
  await tx.sql`
    update invitations set accepted_at = ${toTimestamp(clock.now())} where org_id = ${orgId} and id = ${open.id}`;
  return open.grants;
}

async function addMember(
  tx: Transaction,
  ctx: SignInContext,
  { orgId, id }: OpenSsoConnection,
  userId: string,
  grants: readonly RoleGrant[],
): Promise<void> {
  const now = toTimestamp(ctx.clock.now());
  const actor = toId('user', userId);
  await tx.sql`
    insert into memberships (org_id, user_id, status, invited_by, created_at, updated_at)
    values (${orgId}, ${userId}, 'active', ${id}, ${now}, ${now})`;
  await Promise.all([
    insertGrants(tx, orgId, userId, grants),
    writeAudit(tx, toAuthor(ctx, orgId, actor), {
      action: 'member.added',
      resourceId: actor,
      after: { roles: toGrantRecords(grants) },
      changes: { sso_connection_id: id },
    }),
  ]);
}

function insertGrants({ sql }: Transaction, orgId: string, userId: string, grants: readonly RoleGrant[]) {
  // An account of an invitation may have been deleted since.
  return sql`
    insert into role_grants (org_id, user_id, role, account_id)
    select ${orgId}, ${userId}, given.role, given.account_id
    from jsonb_to_recordset(${JSON.stringify(grants)}::jsonb) as given (role text, account_id uuid)
    where given.account_id is null
       or exists (select 1 from accounts where accounts.org_id = ${orgId} and accounts.id = given.account_id)
    on conflict do nothing`;
}

/** Gives a member the roles that rules say. Owners keep theirs, and are nobody else's to make. @throws {SsoRefusal} */
async function replaceRoles(
  tx: Transaction,
  ctx: SignInContext,
  { orgId, id, row }: OpenSsoConnection,
  userId: string,
  decided: readonly RoleGrant[] | undefined,
): Promise<void> {
  const { sql } = tx;
  const held = await sql<{ role: RoleGrant['role']; account_id: string | null }[]>`
    select role, account_id from role_grants where org_id = ${orgId} and user_id = ${userId}`;
  // A directory (SCIM) announces people without roles; those of groups are not among these.
  const ruled = decided ?? (held.length === 0 ? toDefault(row.default_role) : held);
  if (held.some(({ role }) => role === 'owner')) return;
  if (decided?.length === 0) throw new SsoRefusal('no_role');
  const spell = (grants: readonly RoleGrant[]): string => JSON.stringify(toGrantRecords(grants));
  if (spell(held) === spell(ruled)) return;
  const actor = toId('user', userId);
  await sql`delete from role_grants where org_id = ${orgId} and user_id = ${userId}`;
  await Promise.all([
    insertGrants(tx, orgId, userId, ruled),
    sql`
      update memberships set row_version = row_version + 1, updated_at = ${toTimestamp(ctx.clock.now())}
      where org_id = ${orgId} and user_id = ${userId}`,
    writeAudit(tx, toAuthor(ctx, orgId, actor), {
      action: 'member.updated',
      resourceId: actor,
      before: { roles: toGrantRecords(held) },
      after: { roles: toGrantRecords(ruled) },
      changes: { sso_connection_id: id },
    }),
  ]);
}

function noteIdentity(
  { sql }: Transaction,
  ctx: SignInContext,
  { orgId, row }: OpenSsoConnection,
  { subject }: SsoProfile,
  userId: string,
) {
  const now = toTimestamp(ctx.clock.now());
  return sql`
    insert into identities (org_id, sso_connection_id, subject, user_id, last_used_at, created_at)
    values (${orgId}, ${row.id}, ${subject}, ${userId}, ${now}, ${now})
    on conflict (org_id, sso_connection_id, subject) do update set last_used_at = ${now}`;
}
