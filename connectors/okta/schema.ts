import { z } from 'zod';

/**
 * Records of the Management API: the fields that integrations use, as its description has them.
 *
 * @see https://developer.okta.com/docs/api/openapi/okta-management/guides/overview/
 */

const text = z.string().nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const open = z.record(z.string(), z.json()).nullish();
/** Always present, although the description does not require it. */
const id = z.string().optional().meta({ title: 'Id' });
const dates = { created: instant, lastUpdated: instant };

/** @see https://developer.okta.com/docs/api/openapi/okta-management/management/tag/User/ */
export const User = z.object({
  id,
  status: text.meta({
    title: 'STAGED, PROVISIONED, ACTIVE, RECOVERY, PASSWORD_EXPIRED, LOCKED_OUT, SUSPENDED or DEPROVISIONED',
  }),
  ...dates,
  activated: instant,
  statusChanged: instant,
  lastLogin: instant,
  passwordChanged: instant,
  type: open,
  profile: z.object({
    login: z.string().min(5).nullish().meta({ title: 'User name' }),
    email: text,
    secondEmail: text,
    firstName: text,
    lastName: text,
    displayName: text,
    mobilePhone: text,
    primaryPhone: text,
    employeeNumber: text,
    title: text,
    department: text,
    division: text,
    organization: text,
    costCenter: text,
    userType: text,
    manager: text,
    managerId: text,
    locale: text,
    timezone: text,
  }),
  credentials: open,
});

/** @see https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Group/ */
export const Group = z.object({
  id,
  ...dates,
  lastMembershipUpdated: instant,
  type: text.meta({ title: 'OKTA_GROUP, APP_GROUP or BUILT_IN' }),
  objectClass: z.array(z.string()).nullish(),
  profile: z.object({ name: text, description: text }),
});

/** @see https://developer.okta.com/docs/api/openapi/okta-management/management/tag/GroupRule/ */
export const GroupRule = z.object({
  id,
  ...dates,
  name: text,
  status: text,
  type: text,
  conditions: open,
  actions: open,
});

/** @see https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Device/ */
export const Device = z.object({
  id,
  ...dates,
  status: text,
  resourceType: text,
  profile: z.object({
    displayName: text,
    platform: text,
    manufacturer: text,
    model: text,
    osVersion: text,
    serialNumber: text,
    udid: text,
    registered: z.boolean().nullish(),
    managed: z.boolean().nullish(),
  }),
});

/** @see https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Application/ */
export const Application = z.object({
  id,
  ...dates,
  label: text,
  status: text,
  signOnMode: text,
  features: z.array(z.string()).nullish(),
  profile: open,
});

/** @see https://developer.okta.com/docs/api/openapi/okta-management/management/tag/SystemLog/ */
export const LogEvent = z.object({
  uuid: z.string().meta({ title: 'Id' }),
  published: instant,
  eventType: text,
  severity: text,
  displayMessage: text,
  actor: open,
  client: open,
  outcome: open,
  target: z.array(z.record(z.string(), z.json())).nullish(),
  transaction: open,
  debugContext: open,
  authenticationContext: open,
  securityContext: open,
});

/** What policies, zones, hooks and the like have in common. */
export const Setting = z.object({ id, ...dates, name: text, type: text, status: text });

export const TrustedOrigin = z.object({ id, ...dates, name: text, origin: text, status: text });
export const AuthorizationServer = z.object({
  id,
  ...dates,
  name: text,
  description: text,
  issuer: text,
  status: text,
});
export const EventHook = z.object({ id, ...dates, name: text, description: text, status: text });
export const DeviceAssurance = z.object({ id, createdDate: instant, lastUpdate: instant, name: text, platform: text });
export const Feature = z.object({ id, name: text, description: text, type: text, status: text });

/** @see https://developer.okta.com/docs/api/openapi/okta-management/management/tag/RoleECustom/ */
export const Role = z.object({ id, ...dates, label: text, description: text });

/** @see https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Realm/ */
export const Realm = z.object({ id, ...dates, isDefault: z.boolean().nullish(), profile: open });

/** @see https://developer.okta.com/docs/api/openapi/okta-management/management/tag/UserFactor/ */
export const Factor = z.object({
  user_id: z.string(),
  id,
  ...dates,
  factorType: text,
  provider: text,
  status: text,
});

/** @see https://developer.okta.com/docs/api/openapi/okta-management/management/tag/RoleAssignmentAUser/ */
export const RoleAssignment = z.object({
  id,
  ...dates,
  label: text,
  type: text,
  status: text,
  assignmentType: text,
});

/** @see https://developer.okta.com/docs/api/openapi/okta-management/management/tag/ApplicationUsers/ */
export const Assignment = z.object({
  application_id: z.string(),
  id,
  lastUpdated: instant,
  profile: open,
});

/** @see https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Policy/ */
export const Policy = Setting.extend({
  description: text,
  priority: z.int().nullish(),
  system: z.boolean().nullish(),
});

export const PolicyRule = Setting.extend({
  policy_id: z.string(),
  priority: z.int().nullish(),
  system: z.boolean().nullish(),
});

const ofServer = { authorization_server_id: z.string() };

export const ServerPolicy = Policy.extend({ ...ofServer, conditions: open });

export const Claim = z.object({
  ...ofServer,
  id,
  name: text,
  status: text,
  claimType: text,
  valueType: text,
  value: text,
  alwaysIncludeInToken: z.boolean().nullish(),
  system: z.boolean().nullish(),
});

export const Scope = z.object({
  ...ofServer,
  id,
  name: text,
  displayName: text,
  description: text,
  consent: text,
  default: z.boolean().nullish(),
  system: z.boolean().nullish(),
});

export const Brand = z.object({
  id,
  name: text,
  isDefault: z.boolean().nullish(),
  locale: text,
  removePoweredByOkta: z.boolean().nullish(),
  customPrivacyPolicyUrl: text,
});

export const Domain = z.object({
  id,
  domain: text,
  brandId: text,
  certificateSourceType: text,
  validationStatus: text,
});

export const LinkedObject = z.object({
  primary: z.object({ name: text, title: text, description: text, type: text }),
  associated: z.object({ name: text, title: text, description: text, type: text }).nullish(),
});

export const UiSchema = z.object({ id, ...dates, uiSchema: open });

export const IdpKey = z.object({
  kid: z.string().optional().meta({ title: 'Id' }),
  ...dates,
  expiresAt: instant,
  kty: text,
  use: text,
});

export const Authenticator = z.object({ id, ...dates, key: text, name: text, type: text, status: text });

export const Captcha = z.object({ id, name: text, type: text, siteKey: text });

export const GroupOwner = z.object({
  group_id: z.string(),
  id,
  type: text,
  displayName: text,
  originId: text,
  originType: text,
  resolved: z.boolean().nullish(),
});
