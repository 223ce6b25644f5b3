import { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import { toId } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { organizations } from '../../drizzle/schema/index.ts';
import { fromTime, type Row } from '../shared/rows.ts';
import { idOf, nameSchema, timestamp } from '../shared/schemas.ts';

const rate = z.int().min(1).max(10_000_000);

export const operatedStatuses = ['active', 'suspended'] as const;

const limits = {
  requests_per_minute: [rate, 'Requests of all its credentials together, per minute.', 6000],
  requests_burst: [rate, 'Requests that it may make at once.', 1000],
  segments: [z.int().min(1).max(10_000), 'Segments of its runs at work at once.', 16],
} as const;

function limit(name: keyof typeof limits) {
  const [shape, description, example] = limits[name];
  return shape.meta({ description, examples: [example] });
}

/** `null` brings back what is configured. */
function limitChange(name: keyof typeof limits) {
  const [shape, description, example] = limits[name];
  return shape.nullable().meta({ description, examples: [example] });
}

/** In place of what is configured for every organization. */
const organizationLimits = z
  .strictObject({
    requests_per_minute: limit('requests_per_minute').optional(),
    requests_burst: limit('requests_burst').optional(),
    segments: limit('segments').optional(),
  })
  .meta({ id: 'OrganizationLimits' });

const limitsPatch = z
  .strictObject({
    requests_per_minute: limitChange('requests_per_minute').optional(),
    requests_burst: limitChange('requests_burst').optional(),
    segments: limitChange('segments').optional(),
  })
  .meta({ description: 'Limits of the organization; `null` brings back what is configured.' });

const shownStatus = z.enum(operatedStatuses).meta({ description: 'Whether it is served.' });
const shownLimits = organizationLimits.meta({ description: 'In place of what is configured; absent ones are not.' });

const name = nameSchema.meta({ description: 'What people see of it.', examples: ['Example Ltd'] });
const externalRef = nameSchema.meta({ description: 'What you call it elsewhere; each only once.' });

export const newOrganizationInput = z
  .strictObject({
    name,
    external_ref: externalRef.optional(),
    require_if_match: z
      .boolean()
      .default(false)
      .meta({ description: 'Changes in it must say which version they are meant for.' }),
    limits: organizationLimits.default({}).meta({ description: 'Default: what is configured.' }),
  })
  .meta({ id: 'OperatedOrganizationInput' });

/** The members that a change leaves an organization with. */
export const operatedState = z.strictObject({
  name,
  external_ref: externalRef.optional(),
  status: z.enum(operatedStatuses),
  limits: organizationLimits,
});

export const operatedPatch = z
  .strictObject({
    name: name.optional(),
    external_ref: externalRef.nullable().optional(),
    status: z
      .enum(operatedStatuses)
      .optional()
      .meta({ description: '`suspended`: its people, keys, hooks and runs stop within a second.' }),
    limits: limitsPatch.optional(),
  })
  .meta({ id: 'OperatedOrganizationPatch' });

export const operatedRecord = z
  .object({
    id: idOf('organization'),
    name: z.string(),
    external_ref: z.string().optional(),
    status: shownStatus,
    suspended_at: timestamp.optional().meta({ description: 'Since when it is not; absent otherwise.' }),
    limits: shownLimits,
    require_if_match: z.boolean().meta({ description: 'Changes must say which version they are meant for.' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'OperatedOrganization' });

export type OperatedRecord = z.infer<typeof operatedRecord>;

export const ownerLinkRecord = z
  .object({
    url: z.string().meta({ description: 'The first person who opens it becomes an owner. It is shown only once.' }),
    expires_at: timestamp,
  })
  .meta({ id: 'OwnerLink' });

export const newOperatedRecord = operatedRecord
  .extend({ owner_link: ownerLinkRecord.meta({ description: 'For its first owner.' }) })
  .meta({ id: 'NewOperatedOrganization' });

export type OwnerLinkRecord = z.infer<typeof ownerLinkRecord>;

export type OperatedRow = Row<
  typeof organizations,
  | 'id'
  | 'name'
  | 'externalRef'
  | 'requireIfMatch'
  | 'suspendedAt'
  | 'requestsPerMinute'
  | 'requestsBurst'
  | 'segmentsMax'
  | 'rowVersion'
  | 'createdAt'
  | 'updatedAt'
>;

/** @param mode A change locks it. @throws {HubError} `not_found` */
export async function selectOperated(
  { sql }: Transaction,
  orgId: string,
  mode: 'read' | 'change',
): Promise<OperatedRow> {
  const [row] = await sql<OperatedRow[]>`
    select id, name, external_ref, require_if_match, suspended_at, requests_per_minute, requests_burst, segments_max,
           row_version, created_at, updated_at
    from organizations where id = ${orgId} ${mode === 'change' ? sql`for no key update` : sql``}`;
  if (row === undefined) throw notFound();
  return row;
}

export function toOperatedRecord(row: OperatedRow): OperatedRecord {
  return {
    id: toId('organization', row.id),
    name: row.name,
    ...(row.external_ref === null ? {} : { external_ref: row.external_ref }),
    status: row.suspended_at === null ? 'active' : 'suspended',
    ...(row.suspended_at === null ? {} : { suspended_at: fromTime(row.suspended_at) }),
    limits: {
      ...(row.requests_per_minute === null ? {} : { requests_per_minute: row.requests_per_minute }),
      ...(row.requests_burst === null ? {} : { requests_burst: row.requests_burst }),
      ...(row.segments_max === null ? {} : { segments: row.segments_max }),
    },
    require_if_match: row.require_if_match,
    created_at: fromTime(row.created_at),
    updated_at: fromTime(row.updated_at),
  };
}
