import { z } from 'zod';

/**
 * Records of the Directory, Reports and Cloud Identity APIs: the fields that integrations use. Large numbers are texts.
 *
 * @see https://developers.google.com/workspace/admin/directory/reference/rest/v1
 */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const texts = z.array(z.string()).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.record(z.string(), z.json())).nullish();
/** Lists of objects, which the description leaves open. */
const any = z.json().nullish();
/** Always there, though the description does not say so. */
const id = z.string().optional().meta({ title: 'Id' });

/** @see https://developers.google.com/workspace/admin/directory/reference/rest/v1/users#User */
export const User = z.object({
  id,
  primaryEmail: text.meta({ title: 'User name' }),
  name: z.object({ givenName: text, familyName: text, fullName: text, displayName: text }).nullish(),
  suspended: flag,
  suspensionReason: text,
  archived: flag,
  isAdmin: flag,
  isDelegatedAdmin: flag,
  isEnrolledIn2Sv: flag,
  isEnforcedIn2Sv: flag,
  isMailboxSetup: flag,
  changePasswordAtNextLogin: flag,
  includeInGlobalAddressList: flag,
  orgUnitPath: text,
  customerId: text,
  creationTime: instant,
  lastLoginTime: instant,
  deletionTime: instant,
  aliases: texts,
  nonEditableAliases: texts,
  recoveryEmail: text,
  recoveryPhone: text,
  emails: any,
  externalIds: any,
  organizations: any,
  relations: any,
  phones: any,
  addresses: any,
  locations: any,
  customSchemas: open,
});

export const Alias = z.object({ alias: text, id, primaryEmail: text, user_id: text });

/** @see https://developers.google.com/workspace/admin/directory/reference/rest/v1/groups#Group */
export const Group = z.object({
  id,
  email: text,
  name: text,
  description: text,
  directMembersCount: text,
  adminCreated: flag,
  aliases: texts,
});

/** @see https://developers.google.com/workspace/admin/directory/reference/rest/v1/members#Member */
export const Member = z.object({
  id,
  email: text,
  role: text.meta({ title: 'OWNER, MANAGER or MEMBER' }),
  type: text.meta({ title: 'USER, GROUP, CUSTOMER or EXTERNAL' }),
  status: text,
  group_id: text,
});

/** @see https://developers.google.com/workspace/admin/directory/reference/rest/v1/orgunits#OrgUnit */
export const OrgUnit = z.object({
  orgUnitId: id,
  name: text,
  description: text,
  orgUnitPath: text,
  parentOrgUnitId: text,
  parentOrgUnitPath: text,
});

/** @see https://developers.google.com/workspace/admin/directory/reference/rest/v1/chromeosdevices#ChromeOsDevice */
export const ChromeOsDevice = z.object({
  deviceId: id,
  serialNumber: text,
  status: text,
  model: text,
  osVersion: text,
  platformVersion: text,
  firmwareVersion: text,
  macAddress: text,
  orgUnitPath: text,
  orgUnitId: text,
  annotatedUser: text,
  annotatedAssetId: text,
  annotatedLocation: text,
  notes: text,
  lastSync: instant,
  lastEnrollmentTime: instant,
  supportEndDate: instant,
  recentUsers: list,
});

/** @see https://developers.google.com/workspace/admin/directory/reference/rest/v1/mobiledevices#MobileDevice */
export const MobileDevice = z.object({
  resourceId: id,
  deviceId: text,
  name: texts,
  email: texts,
  type: text,
  model: text,
  manufacturer: text,
  os: text,
  serialNumber: text,
  imei: text,
  wifiMacAddress: text,
  status: text,
  deviceCompromisedStatus: text,
  devicePasswordStatus: text,
  encryptionStatus: text,
  securityPatchLevel: text,
  firstSync: instant,
  lastSync: instant,
});

export const Role = z.object({
  roleId: id,
  roleName: text,
  roleDescription: text,
  isSystemRole: flag,
  isSuperAdminRole: flag,
  rolePrivileges: list,
});
export const RoleAssignment = z.object({
  roleAssignmentId: id,
  roleId: text,
  assignedTo: text,
  assigneeType: text,
  scopeType: text,
  orgUnitId: text,
});
export const Privilege = z.object({ privilegeName: id, serviceId: text, serviceName: text, isOuScopable: flag });
export const Domain = z.object({ domainName: id, isPrimary: flag, verified: flag, creationTime: text });
export const DomainAlias = z.object({ domainAliasName: id, parentDomainName: text, verified: flag });
export const Building = z.object({
  buildingId: id,
  buildingName: text,
  description: text,
  floorNames: texts,
  address: open,
});
export const CalendarResource = z.object({
  resourceId: id,
  resourceName: text,
  resourceEmail: text,
  resourceType: text,
  resourceCategory: text,
  buildingId: text,
  floorName: text,
  capacity: z.number().nullish(),
});
export const Feature = z.object({ name: id });
export const CustomSchema = z.object({ schemaId: id, schemaName: text, displayName: text, fields: list });
export const Printer = z.object({ id, name: text, displayName: text, uri: text, makeAndModel: text, orgUnitId: text });
export const Token = z.object({
  clientId: id,
  user_id: text,
  displayText: text,
  scopes: texts,
  anonymous: flag,
  nativeApp: flag,
});
export const AppPassword = z.object({
  codeId: z.number().optional(),
  user_id: text,
  name: text,
  creationTime: text,
  lastTimeUsed: text,
});

/** @see https://developers.google.com/workspace/admin/reports/reference/rest/v1/activities/list#Activity */
export const Activity = z.object({
  id: z
    .object({ time: instant, uniqueQualifier: text, applicationName: text, customerId: text })
    .optional()
    .meta({ title: 'Id' }),
  actor: open,
  ipAddress: text,
  ownerDomain: text,
  events: list,
});

/** @see https://cloud.google.com/identity/docs/reference/rest/v1/devices */
export const Device = z.object({
  name: id,
  deviceId: text,
  deviceType: text,
  ownerType: text,
  serialNumber: text,
  assetTag: text,
  model: text,
  manufacturer: text,
  brand: text,
  osVersion: text,
  releaseVersion: text,
  securityPatchTime: instant,
  compromisedState: text,
  encryptionState: text,
  managementState: text,
  createTime: instant,
  lastSyncTime: instant,
});
export const DeviceUser = z.object({
  name: id,
  userEmail: text,
  managementState: text,
  passwordState: text,
  compromisedState: text,
  createTime: instant,
  firstSyncTime: instant,
  lastSyncTime: instant,
});

/** @see https://developers.google.com/workspace/admin/alertcenter/reference/rest/v1beta1/alerts#Alert */
export const Alert = z.object({
  alertId: id,
  customerId: text,
  type: text,
  source: text,
  createTime: instant,
  updateTime: instant,
  startTime: instant,
  endTime: instant,
  deleted: flag,
  data: open,
  metadata: open,
});
