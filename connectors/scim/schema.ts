import { z } from 'zod';

/**
 * Resources as the core schemas have them: the attributes that integrations use.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7643#section-8.7.1
 */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const meta = z
  .object({
    resourceType: text,
    created: text.meta({ format: 'date-time' }),
    lastModified: text.meta({ format: 'date-time' }),
    location: text,
    version: text,
  })
  .nullish();
const common = { id: z.string().meta({ title: 'Id' }), externalId: text, meta };
const reference = z.object({ value: text, display: text, type: text });
const values = z.array(z.object({ value: text, type: text, primary: flag })).nullish();

/** @see https://www.rfc-editor.org/rfc/rfc7643#section-4.1 */
export const User = z.object({
  ...common,
  userName: z.string().meta({ title: 'User name' }),
  name: z.object({ formatted: text, givenName: text, familyName: text, middleName: text }).nullish(),
  displayName: text,
  nickName: text,
  title: text,
  userType: text,
  preferredLanguage: text,
  locale: text,
  timezone: text,
  active: flag,
  emails: values,
  phoneNumbers: values,
  groups: z.array(reference).nullish(),
  /** @see https://www.rfc-editor.org/rfc/rfc7643#section-4.3 */
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': z
    .object({
      employeeNumber: text,
      costCenter: text,
      organization: text,
      division: text,
      department: text,
      manager: z.object({ value: text, displayName: text }).nullish(),
    })
    .nullish(),
});

/** @see https://www.rfc-editor.org/rfc/rfc7643#section-4.2 */
export const Group = z.object({ ...common, displayName: text, members: z.array(reference).nullish() });

/** A member of a group, with the group. */
export const Membership = z.object({
  group_id: z.string(),
  group_name: text,
  value: z.string().meta({ title: 'Id of the member' }),
  display: text,
  type: text,
});

const assigned = { id: true, meta: true } as const;

/** A user as clients give it. Groups are changed at the group. @see https://www.rfc-editor.org/rfc/rfc7643#section-4.1 */
export const NewUser = z.looseObject(User.omit({ ...assigned, groups: true }).shape);

/** @see https://www.rfc-editor.org/rfc/rfc7643#section-4.2 (`displayName` is required) */
export const NewGroup = z.looseObject({ ...Group.omit(assigned).shape, displayName: z.string() });
