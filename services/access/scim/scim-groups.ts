import { z } from 'zod';
import type postgres from 'postgres';
import { toTimestamp } from '../../../core/clock.ts';
import { newUuid, toId } from '../../../core/ids.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { codeOf } from '../../../drizzle/failures.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { fromTime } from '../../shared/rows.ts';
import { isStorable, toLookup } from '../../shared/schemas.ts';
import { requireScope } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import { setGroupMembers } from '../groups/set-group-members.ts';
import { ScimError, scimNotFound } from './scim-error.ts';
import { parseScimFilter, type ScimCondition } from './scim-filter.ts';
import { applyScimPatch } from './scim-patch.ts';
import type { ScimPage } from './scim-query.ts';
import { parsePatch, parseScim, type ScimList, toJsonObject } from './scim-request.ts';
import { scimScope } from './scim-users.ts';

export const groupSchemaId = 'urn:ietf:params:scim:schemas:core:2.0:Group';

const membersMax = 10_000;
const text = z.string().trim().min(1).max(255).refine(isStorable, 'The text cannot be stored.');

const scimGroupInput = z.object({
  displayName: text,
  externalId: z.string().max(1024).refine(isStorable, 'The text cannot be stored.').optional(),
  members: z
    .array(z.object({ value: z.string() }))
    .max(membersMax)
    .optional(),
});

type ScimGroupInput = z.output<typeof scimGroupInput>;
type Fragment = postgres.PendingQuery<postgres.Row[]>;

interface GroupRow {
  id: string;
  name: string;
  external_id: string | null;
  row_version: number;
  created_at: string;
  updated_at: string;
  members: readonly { id: string }[];
}

function toScimGroup(row: GroupRow, base: string): Record<string, unknown> {
  const id = toId('group', row.id);
  return {
    schemas: [groupSchemaId],
    id,
    displayName: row.name,
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    members: row.members.map((member) => ({
      value: toId('user', member.id),
      type: 'User',
      $ref: `${base}/Users/${toId('user', member.id)}`,
    })),
    meta: {
      resourceType: 'Group',
      created: fromTime(row.created_at),
      lastModified: fromTime(row.updated_at),
      location: `${base}/Groups/${id}`,
      version: `W/"${row.row_version}"`,
    },
  };
}

/** Only groups that an identity provider made: those of people are theirs. */
function selectGroups({ sql }: Transaction, orgId: string, where: Fragment) {
  return sql<GroupRow[]>`
    select g.id, g.name, g.external_id, g.row_version, g.created_at, g.updated_at, coalesce((
             select jsonb_agg(jsonb_build_object('id', m.user_id) order by m.user_id) from user_group_members as m
             where m.org_id = ${orgId} and m.group_id = g.id
           ), '[]') as members
    from user_groups as g where g.org_id = ${orgId} and g.source = 'scim' ${where}`;
}

/** @throws {ScimError} 404 */
async function requireGroup(tx: Transaction, orgId: string, id: string, lock?: 'lock'): Promise<GroupRow> {
  const { sql } = tx;
  const where = sql`and g.id = ${toLookup('group', id)} ${lock === undefined ? sql`` : sql`for no key update of g`}`;
  const [row] = await selectGroups(tx, orgId, where);
  if (row === undefined) throw scimNotFound();
  return row;
}

/** Lists the groups of the identity provider. @throws {ScimError} `invalidFilter` */
export async function listScimGroups({
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
    const where = conditions.reduce((all, condition) => sql`${all} and ${toCondition(tx, condition)}`, sql``);
    const [rows, [count]] = await Promise.all([
      selectGroups(
        tx,
        ctx.orgId,
        sql`${where} order by g.created_at, g.id limit ${input.count} offset ${input.startIndex - 1}`,
      ),
      sql<{ total: number }[]>`
        select count(*) as total from user_groups as g where g.org_id = ${ctx.orgId} and g.source = 'scim' ${where}`,
    ]);
    return { total: count?.total ?? 0, resources: rows.map((row) => toScimGroup(row, input.base)) };
  });
}

function toCondition({ sql }: Transaction, { attribute, value }: ScimCondition): Fragment {
  const wanted = String(value);
  switch (attribute) {
    case 'displayname':
      return sql`lower(g.name) = ${wanted.toLowerCase()}`;
    case 'externalid':
      return sql`g.external_id = ${wanted}`;
    case 'id':
      return sql`g.id = ${toLookup('group', wanted)}`;
    case 'members':
    case 'members.value':
      return sql`exists (
        select 1 from user_group_members as m
        where m.org_id = g.org_id and m.group_id = g.id and m.user_id = ${toLookup('user', wanted)})`;
    default:
      throw new ScimError(400, 'Groups cannot be filtered by this attribute.', 'invalidFilter');
  }
}

/** Reads a group. @throws {ScimError} 404 */
export async function getScimGroup({ ctx, input }: { ctx: ServiceContext; input: { id: string; base: string } }) {
  requireScope(ctx, scimScope);
  return toScimGroup(await inTenant(ctx, (tx) => requireGroup(tx, ctx.orgId, input.id)), input.base);
}

/** Makes a group, which gives nobody a role until somebody of the organization says so. @throws {ScimError} `uniqueness` */
export async function createScimGroup({ ctx, input }: { ctx: ServiceContext; input: { body: unknown; base: string } }) {
  requireScope(ctx, scimScope);
  const group = parseScim(scimGroupInput, input.body);
  return refuseTwins(() =>
    inTenant(ctx, async (tx) => {
      const now = toTimestamp(ctx.clock.now());
      const id = newUuid();
      await tx.sql`
        insert into user_groups (org_id, id, name, source, external_id, created_at, updated_at)
        values (${ctx.orgId}, ${id}, ${group.displayName}, 'scim', ${group.externalId ?? null}, ${now}, ${now})`;
      const resourceId = toId('group', id);
      await setMembers(tx, ctx, id, group.members ?? []);
      await writeAudit(tx, ctx, { action: 'group.created', resourceId, after: { name: group.displayName } });
      return toScimGroup(await requireGroup(tx, ctx.orgId, resourceId), input.base);
    }),
  );
}

/** Puts what was sent in place of what is there; members stay where none are named. @throws {ScimError} 404; `uniqueness`; `invalidValue` */
export function replaceScimGroup({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; body: unknown; base: string };
}) {
  const group = parseScim(scimGroupInput, input.body);
  return changeGroup(ctx, input, () => group);
}

/** Changes parts of a group. @throws {ScimError} as `applyScimPatch`; 404; `uniqueness`; `invalidValue` */
export function patchScimGroup({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; body: unknown; base: string };
}) {
  const operations = parsePatch(input.body);
  return changeGroup(ctx, input, (present) => {
    const changed = applyScimPatch(present, operations);
    return parseScim(scimGroupInput, { members: [], ...changed });
  });
}

function changeGroup(
  ctx: ServiceContext,
  { id, base }: { id: string; base: string },
  change: (present: JsonObject) => ScimGroupInput,
) {
  requireScope(ctx, scimScope);
  return refuseTwins(() =>
    inTenant(ctx, async (tx) => {
      const row = await requireGroup(tx, ctx.orgId, id, 'lock');
      const present = toJsonObject(toScimGroup(row, base));
      const group = change(present);
      const externalId = group.externalId ?? null;
      const isRenamed = row.name !== group.displayName || row.external_id !== externalId;
      const moved = group.members === undefined ? 0 : await setMembers(tx, ctx, row.id, group.members);
      if (isRenamed || moved > 0) {
        await tx.sql`
          update user_groups set name = ${group.displayName}, external_id = ${externalId},
                 updated_at = ${toTimestamp(ctx.clock.now())}, row_version = row_version + 1
          where org_id = ${ctx.orgId} and id = ${row.id}`;
        await writeAudit(tx, ctx, {
          action: 'group.updated',
          resourceId: id,
          before: { name: row.name, member_count: row.members.length },
          after: { name: group.displayName, member_count: group.members?.length ?? row.members.length },
        });
      }
      return toScimGroup(await requireGroup(tx, ctx.orgId, id), base);
    }),
  );
}

/** @throws {ScimError} `invalidValue` for who is no member of the organization. */
async function setMembers(
  tx: Transaction,
  ctx: ServiceContext,
  groupId: string,
  members: readonly { value: string }[],
): Promise<number> {
  const ids = [...new Set(members.map(({ value }) => toLookup('user', value)))];
  const { changed, unknown } = await setGroupMembers(tx, ctx.orgId, groupId, ids);
  if (unknown > 0) throw new ScimError(400, 'A member of the group is no user of the organization.', 'invalidValue');
  return changed;
}

/** Deletes a group; its members lose the roles that it gave. @throws {ScimError} 404 */
export async function deleteScimGroup({ ctx, input }: { ctx: ServiceContext; input: { id: string } }): Promise<void> {
  requireScope(ctx, scimScope);
  await inTenant(ctx, async (tx) => {
    const row = await requireGroup(tx, ctx.orgId, input.id, 'lock');
    await Promise.all([
      tx.sql`delete from user_groups where org_id = ${ctx.orgId} and id = ${row.id}`,
      writeAudit(tx, ctx, { action: 'group.deleted', resourceId: input.id, before: { name: row.name } }),
    ]);
  });
}

async function refuseTwins<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (codeOf(error) !== '23505') throw error;
    throw new ScimError(409, 'There is a group of this name already.', 'uniqueness', { cause: error });
  }
}
