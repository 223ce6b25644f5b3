import { z } from 'zod';
import { toId } from '../../../core/ids.ts';
import type { memberships, users } from '../../../drizzle/schema/index.ts';
import { fromTime, type Row } from '../../shared/rows.ts';
import { isStorable } from '../../shared/schemas.ts';

export const userSchemaId = 'urn:ietf:params:scim:schemas:core:2.0:User';

const text = z.string().max(1024).refine(isStorable, 'The text cannot be stored.');
/** Providers write truth as text too. */
const truth = z.union([z.boolean(), z.stringbool()]);

/** What the hub keeps of what a provider says of a person, and gives back. */
const profile = z.object({
  displayName: text.optional(),
  name: z.object({ formatted: text.optional(), givenName: text.optional(), familyName: text.optional() }).optional(),
  emails: z
    .array(z.object({ value: text, type: text.optional(), primary: truth.optional() }))
    .max(20)
    .optional(),
});

export type ScimProfile = z.infer<typeof profile>;

/** A person as a provider sends them: attributes that the hub does not keep are passed over. */
export const scimUserInput = profile.extend({
  userName: text.min(1),
  externalId: text.optional(),
  active: truth.default(true),
});

export type ScimUserInput = z.output<typeof scimUserInput>;

export type ScimUserRow = Row<
  typeof memberships,
  'userId' | 'status' | 'userName' | 'externalId' | 'scimProfile' | 'rowVersion' | 'createdAt' | 'updatedAt'
> &
  Pick<Row<typeof users, 'name' | 'email' | 'managedBy'>, 'name' | 'email' | 'managed_by'> & {
    groups: readonly { id: string; name: string }[];
  };

/** A member as SCIM shows them. Those that no provider announced go by their address. */
export function toScimUser(row: ScimUserRow, base: string): Record<string, unknown> & { id: string } {
  const id = toId('user', row.user_id);
  const kept: ScimProfile =
    row.scim_profile === null
      ? { displayName: row.name, ...(row.email === null ? {} : { emails: [{ value: row.email, primary: true }] }) }
      : profile.parse(row.scim_profile);
  return {
    schemas: [userSchemaId],
    id,
    userName: row.user_name ?? row.email ?? id,
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    ...kept,
    active: row.status === 'active',
    ...(row.groups.length === 0
      ? {}
      : {
          groups: row.groups.map((group) => ({
            value: toId('group', group.id),
            display: group.name,
            type: 'direct',
            $ref: `${base}/Groups/${toId('group', group.id)}`,
          })),
        }),
    meta: {
      resourceType: 'User',
      created: fromTime(row.created_at),
      lastModified: fromTime(row.updated_at),
      location: `${base}/Users/${id}`,
      version: `W/"${row.row_version}"`,
    },
  };
}

/** What people are shown as: the best of what was sent. */
export function toPersonName({ displayName, name, userName }: ScimUserInput): string {
  const whole = [name?.givenName, name?.familyName].filter((part) => part !== undefined && part !== '').join(' ');
  const best = [displayName, name?.formatted, whole, userName].find((one) => one !== undefined && one.trim() !== '');
  return (
    (best ?? userName)
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, 255) || 'Member'
  );
}

export function toProfile({ displayName, name, emails }: ScimUserInput): ScimProfile {
  return profile.parse({
    ...(displayName === undefined ? {} : { displayName }),
    ...(name === undefined ? {} : { name }),
    ...(emails === undefined ? {} : { emails }),
  });
}

/** The address that a person would sign in with: the primary one, that of work, the first, or the name if it is one. */
export function pickEmail({ emails = [], userName }: ScimUserInput): string {
  const best =
    emails.find(({ primary }) => primary === true) ?? emails.find(({ type }) => type === 'work') ?? emails[0];
  return best?.value ?? userName;
}
