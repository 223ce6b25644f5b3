import type postgres from 'postgres';
import { toTimestamp } from '../../../core/clock.ts';
import { newUuid, toId } from '../../../core/ids.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { codeOf } from '../../../drizzle/failures.ts';
import { findUser } from '../../../drizzle/find-user.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { toLookup } from '../../shared/schemas.ts';
import { requireScope } from '../../shared/scopes.ts';
import { askDatabase, inTenant } from '../../shared/transaction.ts';
import { takeBackInvitations } from '../invitations/open-invitations.ts';
import { requireOwnerLeft } from '../members/require-owner-left.ts';
import { toDomain, toEmail } from '../single-sign-on/sso-profile.ts';
import { ScimError, scimNotFound } from './scim-error.ts';
import { parseScimFilter, type ScimCondition } from './scim-filter.ts';
import { applyScimPatch } from './scim-patch.ts';
import type { ScimPage } from './scim-query.ts';
import { parsePatch, parseScim, type ScimList, toJsonObject } from './scim-request.ts';
import {
  pickEmail,
  scimUserInput,
  type ScimUserInput,
  type ScimUserRow,
  toPersonName,
  toProfile,
  toScimUser,
} from './scim-user.ts';

export const scimScope = 'scim:write';

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** Lists members. @throws {ScimError} `invalidFilter` */
export async function listScimUsers({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: ScimPage & { base: string };
}): Promise<ScimList> {
  requireScope(ctx, scimScope);
  const conditions = parseScimFilter(input.filter);
  return inTenant(ctx, async (tx) => {
    const { sql } = tx;
    const where = conditions.reduce(
      (all, condition) => sql`${all} and ${toCondition(tx, condition)}`,
      sql`members.org_id = ${ctx.orgId}`,
    );
    const [rows, [count]] = await Promise.all([
      selectUsers(
        tx,
        ctx.orgId,
        sql`where ${where} order by members.created_at, members.user_id limit ${input.count} offset ${input.startIndex - 1}`,
      ),
      sql<{ total: number }[]>`
        select count(*) as total from memberships as members join users on users.id = members.user_id where ${where}`,
    ]);
    return { total: count?.total ?? 0, resources: rows.map((row) => toScimUser(row, input.base)) };
  });
}

function toCondition({ sql }: Transaction, { attribute, value }: ScimCondition): Fragment {
  const text = String(value);
  switch (attribute) {
    case 'username':
      return sql`lower(coalesce(members.user_name, users.email)) = ${text.toLowerCase()}`;
    case 'externalid':
      return sql`members.external_id = ${text}`;
    case 'id':
      return sql`members.user_id = ${toLookup('user', text)}`;
    case 'emails':
    case 'emails.value':
      return sql`(users.email = ${text.toLowerCase()} or exists (
        select 1 from jsonb_array_elements(coalesce(members.scim_profile -> 'emails', '[]')) as kept (item)
        where lower(kept.item ->> 'value') = ${text.toLowerCase()}))`;
    case 'active':
      return sql`members.status = ${value === true ? 'active' : 'suspended'}`;
    case 'displayname':
      return sql`users.name = ${text}`;
    default:
      throw new ScimError(400, 'Users cannot be filtered by this attribute.', 'invalidFilter');
  }
}

function selectUsers({ sql }: Transaction, orgId: string, where: Fragment) {
  return sql<ScimUserRow[]>`
    select members.user_id, members.status, members.user_name, members.external_id, members.scim_profile,
           members.row_version, members.created_at, members.updated_at, users.name, users.email, users.managed_by,
           coalesce((
             select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name)
             from user_group_members as m join user_groups as g on g.org_id = m.org_id and g.id = m.group_id
             where m.org_id = ${orgId} and m.user_id = members.user_id
           ), '[]') as groups
    from memberships as members join users on users.id = members.user_id ${where}`;
}

/** @throws {ScimError} 404 */
async function requireUser(tx: Transaction, orgId: string, id: string, lock?: 'lock'): Promise<ScimUserRow> {
  const { sql } = tx;
  const [row] = await selectUsers(
    tx,
    orgId,
    sql`where members.org_id = ${orgId} and members.user_id = ${toLookup('user', id)}
      ${lock === undefined ? sql`` : sql`for no key update of members`}`,
  );
  if (row === undefined) throw scimNotFound();
  return row;
}

/** Reads a member. @throws {ScimError} 404 */
export async function getScimUser({ ctx, input }: { ctx: ServiceContext; input: { id: string; base: string } }) {
  requireScope(ctx, scimScope);
  return toScimUser(await inTenant(ctx, (tx) => requireUser(tx, ctx.orgId, input.id)), input.base);
}

/**
 * Makes a member: a new person, who belongs to the organization, or one whom it has already, or whose address is of a domain that it
 * has shown to be its own. Roles come from groups, or from the connection by which the person signs in.
 *
 * @throws {ScimError} `uniqueness`; `invalidValue`
 */
export async function createScimUser({ ctx, input }: { ctx: ServiceContext; input: { body: unknown; base: string } }) {
  requireScope(ctx, scimScope);
  const user = parseScim(scimUserInput, input.body);
  const email = toEmail(pickEmail(user));
  const someone = email === undefined ? undefined : await askDatabase(() => findUser(ctx.database, email));
  return refuseTwins(() =>
    inTenant(ctx, async (tx) => {
      const isOwn = email !== undefined && (await ownsDomain(tx, ctx.orgId, email));
      const known = isOwn ? someone?.id : undefined;
      const userId = known ?? newUuid();
      const now = toTimestamp(ctx.clock.now());
      if (known === undefined) {
        await tx.sql`
          insert into users (id, email, name, managed_by, created_at, updated_at)
          values (${userId}, ${isOwn ? email : null}, ${toPersonName(user)}, ${ctx.orgId}, ${now}, ${now})`;
      }
      const [member] = await tx.sql<{ user_name: string | null }[]>`
        select user_name from memberships where org_id = ${ctx.orgId} and user_id = ${userId} for no key update`;
      if (member !== undefined && member.user_name !== null) throw taken();
      await tx.sql`
        insert into memberships (org_id, user_id, status, invited_by, created_at, updated_at)
        values (${ctx.orgId}, ${userId}, 'active', ${ctx.actor}, ${now}, ${now}) on conflict do nothing`;
      const actor = toId('user', userId);
      if (member === undefined) {
        await writeAudit(tx, ctx, { action: 'member.added', resourceId: actor, after: { user_name: user.userName } });
      }
      await storeUser(tx, ctx, await requireUser(tx, ctx.orgId, actor, 'lock'), user);
      return toScimUser(await requireUser(tx, ctx.orgId, actor), input.base);
    }),
  );
}

/** Puts what was sent in place of what is there. @throws {ScimError} 404; `uniqueness`; `invalidValue` */
export function replaceScimUser({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; body: unknown; base: string };
}) {
  const user = parseScim(scimUserInput, input.body);
  return changeUser(ctx, input, () => user);
}

/** Changes parts of a member. @throws {ScimError} as `applyScimPatch`; 404; `uniqueness`; `invalidValue` */
export function patchScimUser({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; body: unknown; base: string };
}) {
  const operations = parsePatch(input.body);
  return changeUser(ctx, input, (present) => parseScim(scimUserInput, applyScimPatch(present, operations)));
}

function changeUser(
  ctx: ServiceContext,
  { id, base }: { id: string; base: string },
  change: (present: JsonObject) => ScimUserInput,
) {
  requireScope(ctx, scimScope);
  return refuseTwins(() =>
    inTenant(ctx, async (tx) => {
      const row = await requireUser(tx, ctx.orgId, id, 'lock');
      const present = toJsonObject(toScimUser(row, base));
      await storeUser(tx, ctx, row, change(present));
      return toScimUser(await requireUser(tx, ctx.orgId, id), base);
    }),
  );
}

/** Writes what differs. The sessions of a member who is no longer active end. @throws {HubError} `resource_in_use` */
async function storeUser(tx: Transaction, ctx: ServiceContext, row: ScimUserRow, user: ScimUserInput): Promise<void> {
  const { sql } = tx;
  const { orgId } = ctx;
  const userId = row.user_id;
  const status = user.active ? 'active' : 'suspended';
  const kept = JSON.stringify(toProfile(user));
  const externalId = user.externalId ?? null;
  const isSame =
    row.status === status &&
    row.user_name === user.userName &&
    row.external_id === externalId &&
    JSON.stringify(row.scim_profile) === kept;
  if (isSame) return;
  if (row.status === 'active' && status === 'suspended' && (await isOwner(tx, orgId, userId))) {
    await requireOwnerLeft(tx, orgId, userId);
  }
  const now = toTimestamp(ctx.clock.now());
  await sql`
    update memberships set status = ${status}, user_name = ${user.userName}, external_id = ${externalId},
           scim_profile = ${kept}, updated_at = ${now}, row_version = row_version + 1
    where org_id = ${orgId} and user_id = ${userId}`;
  await updatePerson(tx, ctx, row, user);
  if (status === 'suspended') await sql`delete from user_sessions where org_id = ${orgId} and user_id = ${userId}`;
  await writeAudit(tx, ctx, {
    action: 'member.updated',
    resourceId: toId('user', userId),
    before: { status: row.status, user_name: row.user_name, external_id: row.external_id },
    after: { status, user_name: user.userName, external_id: externalId },
  });
}

/** Name and address are the organization's to say only of people whom it made, and of an address only in its own domains. */
async function updatePerson(
  tx: Transaction,
  ctx: ServiceContext,
  row: ScimUserRow,
  user: ScimUserInput,
): Promise<void> {
  if (row.managed_by !== ctx.orgId) return;
  const wanted = toEmail(pickEmail(user));
  const email = wanted !== undefined && (await ownsDomain(tx, ctx.orgId, wanted)) ? wanted : row.email;
  await tx.sql`
    update users set name = ${toPersonName(user)}, email = ${email}, updated_at = ${toTimestamp(ctx.clock.now())},
           row_version = row_version + 1
    where id = ${row.user_id} and managed_by = ${ctx.orgId}`;
}

/** Removes a member; a person whom the organization made and who is nowhere else a member goes too. @throws {ScimError} 404 */
export async function deleteScimUser({ ctx, input }: { ctx: ServiceContext; input: { id: string } }): Promise<void> {
  requireScope(ctx, scimScope);
  const { orgId } = ctx;
  const row = await inTenant(ctx, async (tx) => {
    const found = await requireUser(tx, orgId, input.id, 'lock');
    if (found.status === 'active' && (await isOwner(tx, orgId, found.user_id))) {
      await requireOwnerLeft(tx, orgId, found.user_id);
    }
    await Promise.all([
      tx.sql`delete from user_sessions where org_id = ${orgId} and user_id = ${found.user_id}`,
      tx.sql`delete from memberships where org_id = ${orgId} and user_id = ${found.user_id}`,
      takeBackInvitations(tx, ctx, found.email),
      writeAudit(tx, ctx, {
        action: 'member.removed',
        resourceId: input.id,
        before: { user_name: found.user_name, external_id: found.external_id, status: found.status },
      }),
    ]);
    return found;
  });
  if (row.managed_by !== orgId) return;
  await inTenant(
    { database: ctx.database, orgId, userId: row.user_id },
    ({ sql }) => sql`
      delete from users where id = ${row.user_id} and managed_by = ${orgId}
        and not exists (select 1 from memberships where user_id = ${row.user_id})`,
  );
}

async function isOwner({ sql }: Transaction, orgId: string, userId: string): Promise<boolean> {
  const [owner] = await sql`
    select 1 from role_grants where org_id = ${orgId} and user_id = ${userId} and role = 'owner'`;
  return owner !== undefined;
}

async function ownsDomain({ sql }: Transaction, orgId: string, email: string): Promise<boolean> {
  const [row] = await sql`
    select 1 from sso_domains where org_id = ${orgId} and domain = ${toDomain(email)} and verified_at is not null`;
  return row !== undefined;
}

async function refuseTwins<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw codeOf(error) === '23505' ? taken(error) : error;
  }
}

function taken(cause?: unknown): ScimError {
  return new ScimError(409, 'There is a user with this name or address already.', 'uniqueness', { cause });
}
