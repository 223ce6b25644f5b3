import { z } from 'zod';
import { toId } from '../../../core/ids.ts';
import type { invitations } from '../../../drizzle/schema/index.ts';
import { emailSchema } from '../people/email.ts';
import { grantList, grantRecords, storedGrants, toGrantRecords } from '../people/role-grants.ts';
import { fromTime, type Row } from '../../shared/rows.ts';
import { idOf, timestamp } from '../../shared/schemas.ts';

export const invitationInput = z.strictObject({ email: emailSchema, roles: grantList }).meta({ id: 'InvitationInput' });

export const invitationRecord = z
  .object({
    id: idOf('invitation'),
    email: z.string().optional().meta({ description: 'Absent in the link of an operator, whose user chooses it.' }),
    roles: grantRecords,
    status: z.enum(['open', 'accepted', 'expired', 'void']).meta({
      description: 'Whether the link can still be used. `void`: who made it could not make it any more.',
    }),
    invited_by: z.string().meta({ description: 'The caller, as the audit log names it.' }),
    expires_at: timestamp,
    accepted_at: timestamp.optional(),
    created_at: timestamp,
  })
  .meta({ id: 'Invitation' });

export const newInvitationRecord = invitationRecord
  .extend({
    url: z.string().meta({
      description:
        'The link that lets one person in, once. It is shown this once and not stored: send it to the person yourself.',
    }),
  })
  .meta({ id: 'NewInvitation' });

export type InvitationRecord = z.infer<typeof invitationRecord>;

export type InvitationRow = Row<
  typeof invitations,
  'id' | 'email' | 'grants' | 'invitedBy' | 'expiresAt' | 'acceptedAt' | 'createdAt'
>;

/** @param now Milliseconds since the epoch. */
export function toInvitationRecord(row: InvitationRow, now: number): InvitationRecord {
  const expired = Date.parse(row.expires_at) <= now;
  return {
    id: toId('invitation', row.id),
    ...(row.email === null ? {} : { email: row.email }),
    roles: toGrantRecords(storedGrants.parse(row.grants)),
    status: row.accepted_at !== null ? 'accepted' : expired ? 'expired' : 'open',
    invited_by: row.invited_by,
    expires_at: fromTime(row.expires_at),
    ...(row.accepted_at === null ? {} : { accepted_at: fromTime(row.accepted_at) }),
    created_at: fromTime(row.created_at),
  };
}
