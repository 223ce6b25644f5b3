import { z } from 'zod';
import { toId } from '../../core/ids.ts';
import { messages } from '../../core/messages.ts';
import type { connectionLinks } from '../../drizzle/schema/index.ts';
import { fromTime, type Row } from '../shared/rows.ts';
import { idOf, nameSchema, timestamp } from '../shared/schemas.ts';

const dayHours = 24;
export const hoursDefault = 7 * dayHours;
const hoursMax = 30 * dayHours;
const connectorsMax = 20;
const urlCharactersMax = 2048;

/** Where a browser may be sent: a page over https, or on the loopback address for trials. */
const returnUrl = z
  .url({ protocol: /^https?$/, message: messages.returnUrlInvalid })
  .max(urlCharactersMax)
  .refine(isSafe, messages.returnUrlInvalid)
  .meta({
    format: 'uri',
    description:
      'Where the browser goes in the end: https, or http on the loopback address. It gets `status=connected`, `connection_id` and `link_id` as parameters.',
    examples: ['https://app.example.com/settings/connected'],
  });

function isSafe(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}

export const connectionLinkInput = z
  .strictObject({
    account_id: idOf('account').meta({
      description: 'The account of the customer, to which the connection will belong.',
    }),
    service_types: z
      .array(z.string().min(1).max(100))
      .min(1)
      .max(connectorsMax)
      .meta({
        description: 'Ids of the connectors that the customer can choose from.',
        examples: [['bamboohr', 'okta']],
      }),
    name: nameSchema.optional().meta({ description: 'What the connection will be called. Default: as its connector.' }),
    return_url: returnUrl.optional(),
    expires_in_hours: z.int().min(1).max(hoursMax).default(hoursDefault),
  })
  .meta({ id: 'ConnectionLinkInput' });

export const linkStatuses = ['open', 'used', 'expired'] as const;

export const connectionLinkRecord = z
  .object({
    id: idOf('connectionLink'),
    account_id: idOf('account'),
    service_types: z.array(z.string()),
    name: z.string().optional(),
    return_url: z.string().optional(),
    status: z.enum(linkStatuses),
    connection_id: idOf('connection').optional().meta({ description: 'What came of it.' }),
    created_by: z.string().meta({ description: 'The caller, as the audit log names it.' }),
    expires_at: timestamp,
    used_at: timestamp.optional(),
    created_at: timestamp,
  })
  .meta({ id: 'ConnectionLink' });

export type ConnectionLinkRecord = z.infer<typeof connectionLinkRecord>;

export const newConnectionLinkRecord = connectionLinkRecord
  .extend({
    url: z.string().meta({
      description: 'The link, for one connection. It is shown this once and not stored: give it to the customer.',
    }),
  })
  .meta({ id: 'NewConnectionLink' });

export type ConnectionLinkRow = Row<
  typeof connectionLinks,
  | 'id'
  | 'accountId'
  | 'serviceTypes'
  | 'name'
  | 'returnUrl'
  | 'connectionId'
  | 'createdBy'
  | 'expiresAt'
  | 'usedAt'
  | 'createdAt'
>;

export const linkColumns =
  'id, account_id, service_types, name, return_url, connection_id, created_by, expires_at, used_at, created_at';

/** @param now Milliseconds since the epoch. */
export function toConnectionLinkRecord(row: ConnectionLinkRow, now: number): ConnectionLinkRecord {
  const isExpired = Date.parse(row.expires_at) <= now;
  return {
    id: toId('connectionLink', row.id),
    account_id: toId('account', row.account_id),
    service_types: row.service_types,
    ...(row.name === null ? {} : { name: row.name }),
    ...(row.return_url === null ? {} : { return_url: row.return_url }),
    status: row.used_at !== null ? 'used' : isExpired ? 'expired' : 'open',
    ...(row.connection_id === null ? {} : { connection_id: toId('connection', row.connection_id) }),
    created_by: row.created_by,
    expires_at: fromTime(row.expires_at),
    ...(row.used_at === null ? {} : { used_at: fromTime(row.used_at) }),
    created_at: fromTime(row.created_at),
  };
}
