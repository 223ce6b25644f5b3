import { z } from 'zod';

/**
 * Records of Microsoft Graph: the properties that integrations use. Readings ask for exactly these.
 *
 * @see https://learn.microsoft.com/en-us/graph/api/resources/users
 */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const texts = z.array(z.string()).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.record(z.string(), z.json())).nullish();
/** Always present, although the description does not require it. */
const id = z.string().optional().meta({ title: 'Id' });
const named = { displayName: text, description: text };

/** @see https://learn.microsoft.com/en-us/graph/api/resources/user#properties */
export const User = z.object({
  id,
  userPrincipalName: text.meta({ title: 'User name' }),
  displayName: text,
  givenName: text,
  surname: text,
  mail: text,
  mailNickname: text,
  otherMails: texts,
  proxyAddresses: texts,
  accountEnabled: flag,
  userType: text.meta({ title: 'Member or Guest' }),
  employeeId: text,
  employeeType: text,
  employeeHireDate: instant,
  jobTitle: text,
  department: text,
  companyName: text,
  officeLocation: text,
  streetAddress: text,
  city: text,
  state: text,
  postalCode: text,
  country: text,
  usageLocation: text,
  preferredLanguage: text,
  mobilePhone: text,
  businessPhones: texts,
  createdDateTime: instant,
  lastPasswordChangeDateTime: instant,
  externalUserState: text,
  onPremisesSyncEnabled: flag,
  onPremisesImmutableId: text,
  onPremisesSamAccountName: text,
  onPremisesDistinguishedName: text,
  employeeOrgData: open.meta({ title: 'Division and cost center' }),
  assignedLicenses: list,
  identities: list,
});

/** @see https://learn.microsoft.com/en-us/graph/api/resources/group#properties */
export const Group = z.object({
  id,
  uniqueName: text.meta({ title: 'Unique name' }),
  ...named,
  mail: text,
  mailNickname: text,
  mailEnabled: flag,
  securityEnabled: flag,
  groupTypes: texts,
  visibility: text,
  membershipRule: text,
  isAssignableToRole: flag,
  onPremisesSyncEnabled: flag,
  onPremisesSamAccountName: text,
  createdDateTime: instant,
  expirationDateTime: instant,
});

/** A user, group, device or application, by the vendor's `@odata.type`. */
export const Member = z.object({ id, deletedDateTime: instant });

export const GroupMember = Member.extend({ group_id: text });
export const RoleMember = Member.extend({ role_id: text });
export const Membership = Member.extend({ user_id: text });

/** @see https://learn.microsoft.com/en-us/graph/api/resources/device#properties */
export const Device = z.object({
  id,
  deviceId: text,
  displayName: text,
  accountEnabled: flag,
  operatingSystem: text,
  operatingSystemVersion: text,
  trustType: text,
  profileType: text,
  isCompliant: flag,
  isManaged: flag,
  approximateLastSignInDateTime: instant,
  onPremisesSyncEnabled: flag,
});

/** @see https://learn.microsoft.com/en-us/graph/api/resources/application#properties */
export const Application = z.object({
  id,
  appId: text,
  uniqueName: text.meta({ title: 'Unique name' }),
  ...named,
  createdDateTime: instant,
  signInAudience: text,
  publisherDomain: text,
  identifierUris: texts,
  tags: texts,
});

/** @see https://learn.microsoft.com/en-us/graph/api/resources/serviceprincipal#properties */
export const ServicePrincipal = z.object({
  id,
  appId: text,
  ...named,
  accountEnabled: flag,
  servicePrincipalType: text,
  appRoleAssignmentRequired: flag,
  preferredSingleSignOnMode: text,
  homepage: text,
  tags: texts,
});

export const DirectoryRole = z.object({ id, ...named, roleTemplateId: text });

export const Domain = z.object({
  id: id.meta({ title: 'Name' }),
  authenticationType: text,
  isDefault: flag,
  isInitial: flag,
  isVerified: flag,
  supportedServices: texts,
});

export const Organization = z.object({
  id,
  displayName: text,
  city: text,
  country: text,
  createdDateTime: instant,
  tenantType: text,
  technicalNotificationMails: texts,
  verifiedDomains: list,
});

export const Sku = z.object({
  id,
  skuId: text,
  skuPartNumber: text,
  capabilityStatus: text,
  consumedUnits: z.number().nullish(),
  prepaidUnits: open,
});

export const LicenseDetails = z.object({ id, skuId: text, skuPartNumber: text, user_id: text });

/** @see https://learn.microsoft.com/en-us/graph/api/resources/signin#properties */
export const SignIn = z.object({
  id,
  createdDateTime: instant,
  userId: text,
  userPrincipalName: text,
  userDisplayName: text,
  appId: text,
  appDisplayName: text,
  ipAddress: text,
  clientAppUsed: text,
  correlationId: text,
  isInteractive: flag,
  conditionalAccessStatus: text,
  riskLevelAggregated: text,
  riskState: text,
  status: open,
  deviceDetail: open,
  location: open,
});

/** @see https://learn.microsoft.com/en-us/graph/api/resources/directoryaudit#properties */
export const DirectoryAudit = z.object({
  id,
  activityDateTime: instant,
  activityDisplayName: text,
  category: text,
  operationType: text,
  result: text,
  resultReason: text,
  loggedByService: text,
  correlationId: text,
  initiatedBy: open,
  targetResources: list,
});

/** What policies, units, contacts and the like have in common. */
export const Named = z.object({ id, displayName: text });

export const RoleAssignment = z.object({ id, principalId: text, roleDefinitionId: text, directoryScopeId: text });
export const AppRoleAssignment = z.object({
  id,
  appRoleId: text,
  principalId: text,
  principalType: text,
  resourceId: text,
  service_principal_id: text,
  createdDateTime: instant,
});
export const PermissionGrant = z.object({
  id,
  clientId: text,
  consentType: text,
  principalId: text,
  resourceId: text,
  scope: text,
});

/** @see https://learn.microsoft.com/en-us/graph/api/resources/riskyuser#properties */
export const RiskyUser = z.object({
  id,
  userPrincipalName: text,
  userDisplayName: text,
  riskLevel: text,
  riskState: text,
  riskDetail: text,
  riskLastUpdatedDateTime: instant,
});

/** @see https://learn.microsoft.com/en-us/graph/api/resources/riskdetection#properties */
export const RiskDetection = z.object({
  id,
  userId: text,
  userPrincipalName: text,
  riskEventType: text,
  riskLevel: text,
  riskState: text,
  detectedDateTime: instant,
  ipAddress: text,
  location: open,
});
