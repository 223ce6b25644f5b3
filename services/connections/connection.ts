import { z } from 'zod';
import { freeJson } from '../../core/json/free-json.ts';
import { connectionStatuses, gateReasons } from '../../core/enums.ts';
import { toId } from '../../core/ids.ts';
import type { connectionCredentials, connections } from '../../drizzle/schema/index.ts';
import { fromJsonb, fromTime, type Row } from '../shared/rows.ts';
import { idOf, timestamp } from '../shared/schemas.ts';

/** What the configuration of a connection may take, as JSON. */
export const configBytesMax = 64 * 1024;

/** A connection as the API shows it: nothing of its credentials, in no form. @see docs/connections.md */
export const connectionRecord = z
  .object({
    id: idOf('connection'),
    name: z.string(),
    service_type: z.string(),
    status: z.enum(connectionStatuses),
    status_reason: z
      .string()
      .optional()
      .meta({ description: 'Why the connection is in `error` or `expired`; absent in any other status.' }),
    account_id: idOf('account').optional(),
    auth_method: z
      .string()
      .optional()
      .meta({
        description: "Only of a single connection: the id of its connector's `auth` by which it signs in.",
        examples: ['authorization_code'],
      }),
    credentials_expire_at: timestamp.optional().meta({
      description: 'When the credentials end, where that is known: from themselves, or because somebody said so.',
    }),
    config: z.record(z.string(), freeJson).optional(),
    gate: z
      .object({
        reason: z.enum(gateReasons).meta({
          description:
            'The system does not answer (`unavailable`), refuses the credentials (`refused`), or it is `disabled`.',
        }),
        closed_at: timestamp.meta({ description: 'Since when no run uses it.' }),
        probe_at: timestamp
          .optional()
          .meta({ description: 'When a run tries it next; absent where only a change of the connection opens it.' }),
        runs: z.int().min(0).meta({ description: 'Runs that wait for it.', example: 1 }),
      })
      .optional()
      .meta({ description: 'Only of a single connection: why runs wait before it. Absent where it can be used.' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Connection' });

export type ConnectionRecord = z.infer<typeof connectionRecord>;

export type ConnectionRow = Row<
  typeof connections,
  'id' | 'name' | 'serviceType' | 'status' | 'statusReason' | 'accountId' | 'config' | 'createdAt' | 'updatedAt'
> & { credentials_expire_at: Row<typeof connectionCredentials, 'expiresAt'>['expires_at'] };

const failing: ReadonlySet<string> = new Set(['error', 'expired']);

/** Members that are absent are `undefined`: what leaves out, by spreading, makes three objects for each of a page. */
export function toConnectionRecord(row: ConnectionRow & { auth_method?: string }): ConnectionRecord {
  return {
    id: toId('connection', row.id),
    name: row.name,
    service_type: row.service_type,
    status: row.status,
    status_reason: failing.has(row.status) ? (row.status_reason ?? undefined) : undefined,
    account_id: row.account_id === null ? undefined : toId('account', row.account_id),
    auth_method: row.auth_method,
    credentials_expire_at: row.credentials_expire_at === null ? undefined : fromTime(row.credentials_expire_at),
    config: Object.keys(row.config).length === 0 ? undefined : fromJsonb(row.config),
    created_at: fromTime(row.created_at),
    updated_at: fromTime(row.updated_at),
  };
}
