import { z } from 'zod';

/** Records of the PingOne Platform API: the fields that integrations use. @see https://developer.pingidentity.com/pingone-api/platform/ */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const texts = z.array(z.string()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
/** Always present, although the description does not require it. */
const id = z.string().optional().meta({ title: 'Id' });
const link = z.looseObject({ id: text }).nullish();
const dates = { createdAt: instant, updatedAt: instant };
const named = { id, name: text, description: text };

export const User = z.looseObject({
  id,
  username: text,
  email: text,
  emailVerified: flag,
  enabled: flag,
  name: z.looseObject({ given: text, middle: text, family: text, formatted: text }).nullish(),
  nickname: text,
  title: text,
  type: text,
  externalId: text,
  primaryPhone: text,
  mobilePhone: text,
  address: open,
  locale: text,
  preferredLanguage: text,
  timezone: text,
  population: link,
  account: open,
  lifecycle: open,
  identityProvider: open,
  lastSignOn: open,
  mfaEnabled: flag,
  memberOfGroupIDs: texts,
  verifyStatus: text,
  ...dates,
});

export const Group = z.looseObject({
  ...named,
  displayName: text,
  externalId: text,
  userFilter: text,
  population: link,
  sourceId: text,
  sourceType: text,
  customData: open,
});

/** A user that is in a group. */
export const GroupMember = User.extend({ group_id: z.string().meta({ title: 'Id of the group' }) });

export const Population = z.looseObject({
  ...named,
  default: flag,
  preferredLanguage: text,
  passwordPolicy: link,
  userCount: whole,
  ...dates,
});

export const Application = z.looseObject({
  ...named,
  enabled: flag,
  protocol: text,
  type: text,
  loginPageUrl: text,
  homePageUrl: text,
  accessControl: open,
  ...dates,
});

export const IdentityProvider = z.looseObject({ ...named, enabled: flag, type: text, ...dates });

export const SignOnPolicy = z.looseObject({ ...named, default: flag, ...dates });

export const Gateway = z.looseObject({ ...named, type: text, enabled: flag });

export const Resource = z.looseObject({
  ...named,
  type: text,
  audience: text,
  accessTokenValiditySeconds: whole,
  ...dates,
});

export const Role = z.looseObject({ ...named, applicableTo: texts });

const ofUser = { user_id: z.string().meta({ title: 'Id of the user' }), id };

export const RoleAssignment = z.looseObject({ ...ofUser, role: link, scope: open, readOnly: flag });

export const Device = z.looseObject({ ...ofUser, type: text, status: text, nickname: text, ...dates });
