import { z } from 'zod';

/** Records of the FusionAuth API: the fields that integrations use. @see https://fusionauth.io/docs/apis/ */

const id = z.string().meta({ title: 'Id' });
const text = z.string().nullish();
const flag = z.boolean().nullish();
const texts = z.array(z.string()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.looseObject({})).nullish();
/** Milliseconds since 1970. @see https://fusionauth.io/docs/reference/data-types#instants */
const instant = z.int().nullish();
const common = { id, insertInstant: instant, lastUpdateInstant: instant };

export const User = z.looseObject({
  ...common,
  active: flag,
  email: text,
  username: text,
  firstName: text,
  middleName: text,
  lastName: text,
  fullName: text,
  birthDate: text.meta({ title: 'Date of birth, YYYY-MM-DD' }),
  mobilePhone: text,
  phoneNumber: text,
  imageUrl: text,
  timezone: text,
  preferredLanguages: texts,
  verified: flag,
  expiry: instant,
  lastLoginInstant: instant,
  passwordChangeRequired: flag,
  tenantId: text,
  memberships: list,
  registrations: list,
  data: open,
});

export const Registration = z.looseObject({
  ...common,
  userId: z.string().meta({ title: 'Id of the user' }),
  applicationId: z.string().meta({ title: 'Id of the application' }),
  roles: texts,
  username: text,
  timezone: text,
  preferredLanguages: texts,
  verified: flag,
  lastLoginInstant: instant,
  data: open,
});

export const Group = z.looseObject({ ...common, name: text, tenantId: text, roles: z.json().nullish(), data: open });

export const GroupMember = z.looseObject({ id, groupId: text, userId: text, insertInstant: instant, data: open });

export const Application = z.looseObject({
  ...common,
  name: text,
  active: flag,
  state: text.meta({ title: 'Active, Inactive or PendingDelete' }),
  tenantId: text,
  roles: list,
  oauthConfiguration: open,
  data: open,
});

export const Tenant = z.looseObject({
  ...common,
  name: text,
  issuer: text,
  state: text.meta({ title: 'Active, Inactive or PendingDelete' }),
  data: open,
});

export const IdentityProvider = z.looseObject({
  ...common,
  name: text,
  type: text.meta({ title: 'Google, OpenIDConnect, SAMLv2, …' }),
  enabled: flag,
  data: open,
});

export const AuditLog = z.looseObject({
  id: z.int().meta({ title: 'Id' }),
  insertInstant: instant,
  insertUser: text,
  message: text,
  reason: text,
  tenantId: text,
  data: open,
});
