import { z } from 'zod';
import { toId } from '../../core/ids.ts';
import { messages } from '../../core/messages.ts';
import { notFound } from '../../core/errors.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { organizations } from '../../drizzle/schema/index.ts';
import { fromTime, type Row } from '../shared/rows.ts';
import { idOf, nameSchema, readOnly, timestamp } from '../shared/schemas.ts';

/** Of the text; three quarters of it are the picture. */
const logoCharactersMax = 64 * 1024;

/** Pages show it as a picture, in which no script runs. */
const logo = z
  .string()
  .max(logoCharactersMax)
  .regex(/^data:image\/(?:png|jpeg|webp|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/, messages.logoInvalid)
  .meta({
    description:
      'A picture as a `data:` address: PNG, JPEG, WebP or SVG in base64. Shown on the page where customers connect.',
    examples: ['data:image/png;base64,iVBORw0KGgo='],
  });

/** The members that a change leaves an organization with. */
export const organizationState = z.strictObject({ name: nameSchema, logo: logo.optional() });

export type OrganizationState = z.output<typeof organizationState>;

export const organizationPatch = z
  .strictObject({
    name: nameSchema.optional(),
    logo: logo.nullable().optional(),
    id: readOnly,
    require_if_match: readOnly,
    created_at: readOnly,
    updated_at: readOnly,
  })
  .meta({ id: 'OrganizationPatch' });

export const organizationRecord = z
  .object({
    id: idOf('organization'),
    name: z.string(),
    logo: z.string().optional(),
    require_if_match: z.boolean().meta({ description: 'Changes must say which version they are meant for.' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Organization' });

export type OrganizationRecord = z.infer<typeof organizationRecord>;

export type OrganizationRow = Row<
  typeof organizations,
  'id' | 'name' | 'logo' | 'requireIfMatch' | 'rowVersion' | 'createdAt' | 'updatedAt'
>;

/** @param mode A change locks it. @throws {HubError} `not_found` */
export async function selectOrganization(
  { sql }: Transaction,
  orgId: string,
  mode: 'read' | 'change',
): Promise<OrganizationRow> {
  const [row] = await sql<OrganizationRow[]>`
    select id, name, logo, require_if_match, row_version, created_at, updated_at from organizations
    where id = ${orgId} ${mode === 'change' ? sql`for no key update` : sql``}`;
  if (row === undefined) throw notFound();
  return row;
}

export function toOrganizationRecord(row: OrganizationRow): OrganizationRecord {
  return {
    id: toId('organization', row.id),
    name: row.name,
    ...(row.logo === null ? {} : { logo: row.logo }),
    require_if_match: row.require_if_match,
    created_at: fromTime(row.created_at),
    updated_at: fromTime(row.updated_at),
  };
}
