import { z } from 'zod';
import { toId } from '../../core/ids.ts';
import type { JsonObject } from '../../core/json.ts';
import type { auditEvents } from '../../drizzle/schema/index.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { nameActors } from '../shared/name-actors.ts';
import { fromJsonb, fromTime, type Row } from '../shared/rows.ts';
import { idOf, timestamp } from '../shared/schemas.ts';
import { messages } from '../../core/messages.ts';

const members = z.record(z.string(), z.json());

/** What an event says; this and nothing else is authenticated and hashed. */
const auditContent = z.object({
  id: idOf('audit'),
  action: z.string().meta({ examples: ['connection.updated'] }),
  actor: z.string().meta({ description: 'Id of the credential that asked, or `system`.' }),
  address: z.string().optional().meta({ description: 'Where the request came from, as far as it is known.' }),
  request_id: z.string().optional(),
  resource_type: z.string().meta({ examples: ['connection'] }),
  resource_id: z.string(),
  before: members.optional().meta({ description: 'The changed members, before. Absent if the resource was created.' }),
  after: members.optional().meta({ description: 'The changed members, after. Absent if the resource was deleted.' }),
  changes: members.optional().meta({ description: 'What else is worth knowing of the change.' }),
  created_at: timestamp,
});

export const sha256 = z.string().regex(/^[0-9a-f]{64}$/, messages.digestInvalid);

/** An event as the API shows it. */
export const auditEventRecord = auditContent
  .extend({
    actor_name: z.string().optional().meta({
      description: 'What the actor is called now, where that is known. No part of what was sealed, and in no export.',
    }),
    seal: z
      .object({ sequence: z.int().min(1), hash: sha256.meta({ examples: ['9f'.repeat(32)] }) })
      .optional()
      .meta({ description: "The event's place in the chain; absent for some seconds." }),
  })
  .meta({ id: 'AuditEvent' });

export type AuditContent = z.infer<typeof auditContent>;
export type AuditEventRecord = z.infer<typeof auditEventRecord>;

/** An event as it is written. */
export type AuditContentRow = Row<
  typeof auditEvents,
  | 'id'
  | 'action'
  | 'actor'
  | 'address'
  | 'requestId'
  | 'resourceType'
  | 'resourceId'
  | 'before'
  | 'after'
  | 'changes'
  | 'createdAt'
>;

export type AuditEventRow = AuditContentRow & Row<typeof auditEvents, 'mac' | 'sequence' | 'hash'>;

/** The columns of `AuditEventRow`. */
export const auditColumns = [
  'id',
  'action',
  'actor',
  'address',
  'request_id',
  'resource_type',
  'resource_id',
  'before',
  'after',
  'changes',
  'created_at',
  'mac',
  'sequence',
  'hash',
] as const satisfies readonly (keyof AuditEventRow)[];

export function toAuditContent(row: AuditContentRow): AuditContent {
  return {
    id: toId('audit', row.id),
    action: row.action,
    actor: row.actor,
    ...(row.address === null ? {} : { address: row.address }),
    ...(row.request_id === null ? {} : { request_id: row.request_id }),
    resource_type: row.resource_type,
    resource_id: row.resource_id,
    ...toMember('before', row.before),
    ...toMember('after', row.after),
    ...toMember('changes', row.changes),
    created_at: fromTime(row.created_at),
  };
}

function toMember(name: 'before' | 'after' | 'changes', value: JsonObject | null): Partial<AuditContent> {
  return value === null ? {} : { [name]: fromJsonb(value) };
}

/** Adds the names of who did it. */
export async function nameAuthors(
  tx: Transaction,
  orgId: string,
  events: readonly AuditEventRecord[],
): Promise<AuditEventRecord[]> {
  const names = await nameActors(
    tx,
    orgId,
    events.map(({ actor }) => actor),
  );
  return events.map((event) => {
    const name = names.get(event.actor);
    return name === undefined ? event : { ...event, actor_name: name };
  });
}

export function toAuditEventRecord(row: AuditEventRow): AuditEventRecord {
  const { sequence, hash } = row;
  const seal = sequence === null || hash === null ? {} : { seal: { sequence, hash: hash.toString('hex') } };
  return { ...toAuditContent(row), ...seal };
}
