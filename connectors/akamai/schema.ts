import { z } from 'zod';

/** Records of Akamai's interfaces: the fields that integrations use. @see https://techdocs.akamai.com/developer/docs/welcome-dev */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const count = z.number().nullish();
const texts = z.array(z.string()).nullish();
const list = z.array(z.record(z.string(), z.json())).nullish();
const open = z.record(z.string(), z.json()).nullish();

/** @see https://techdocs.akamai.com/edge-dns/reference/get-zones */
export const Zone = z.object({
  zone: z.string(),
  type: text.meta({ title: 'PRIMARY, SECONDARY or ALIAS' }),
  contractId: text,
  comment: text,
  activationState: text,
  masters: texts,
  signAndServe: flag,
  target: text,
  versionId: text,
  lastModifiedDate: text,
  lastModifiedBy: text,
});
export const RecordSet = z.object({
  zone: z.string().optional(),
  name: z.string(),
  type: z.string(),
  ttl: count,
  rdata: texts,
});

/** @see https://techdocs.akamai.com/network-lists/reference/get-network-lists */
export const NetworkList = z.object({
  uniqueId: z.string(),
  name: text,
  description: text,
  type: text.meta({ title: 'IP or GEO' }),
  elementCount: count,
  list: texts,
  syncPoint: count,
  readOnly: flag,
  createDate: text,
  updateDate: text,
});

/** @see https://techdocs.akamai.com/iam-api/reference/get-ui-identities */
export const User = z.object({
  uiIdentityId: z.string(),
  email: text,
  firstName: text,
  lastName: text,
  uiUserName: text,
  accountId: text,
  isLocked: flag,
  lastLoginDate: text,
  additionalAuthentication: text.meta({ title: 'TFA, MFA or NONE' }),
  authGrants: list,
});
export const Group = z.object({
  groupId: z.int(),
  groupName: text,
  parentGroupId: count,
  createdDate: text,
  modifiedDate: text,
});
export const Role = z.object({
  roleId: z.int(),
  roleName: text,
  roleDescription: text,
  type: text,
  createdDate: text,
  modifiedDate: text,
});
export const ApiClient = z.object({
  clientId: z.string(),
  clientName: text,
  clientDescription: text,
  clientType: text,
  isLocked: flag,
  authorizedUsers: texts,
  createdDate: text,
});
export const Property = z.object({ propertyId: z.int(), propertyName: text, groupId: count, groupName: text });
export const CidrBlock = z.object({ cidrBlockId: z.int(), cidrBlock: text, comments: text, enabled: flag });

/** @see https://techdocs.akamai.com/case-mgmt/reference/get-cases */
export const Case = z.object({
  caseId: text,
  subject: text,
  severity: text,
  status: text,
  createdDate: text,
  updatedDate: text,
  category: open,
  account: open,
  contact: open,
});
export const Comment = z.object({
  caseId: z.string().optional(),
  commentId: z.string(),
  comment: text,
  commentType: text,
  createdBy: text,
  createdDate: text,
});

/** @see https://techdocs.akamai.com/alerts-app/reference/get-definitions */
export const AlertDefinition = z.object({ definitionId: text, accountId: text, origin: text, fields: open });
export const AlertFiring = z.object({
  firingId: z.string(),
  definitionId: text,
  name: text,
  service: text,
  startTime: text,
  endTime: text,
  fieldMap: open,
});
export const AlertTemplate = z.object({ templateId: z.string(), name: text, origin: text });
