import { z } from 'zod';

/** Records of the Atlas Administration API. @see https://www.mongodb.com/docs/api/doc/atlas-admin-api-v2/ */

const id = z.string().meta({ title: 'Id' });
const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.json()).nullish();
const groupId = text.meta({ title: 'Project' });

export const Project = z.looseObject({
  id,
  name: text.meta({ title: 'Name' }),
  orgId: text,
  clusterCount: whole,
  created: instant,
  regionUsageRestrictions: text,
  tags: list,
});

export const Cluster = z.looseObject({
  groupId,
  name: text.meta({ title: 'Name' }),
  id: text.meta({ title: 'Id' }),
  clusterType: text.meta({ title: 'REPLICASET, SHARDED or GEOSHARDED' }),
  stateName: text.meta({ title: 'IDLE, CREATING, UPDATING, DELETING or REPAIRING' }),
  mongoDBVersion: text,
  mongoDBMajorVersion: text,
  createDate: instant,
  paused: flag,
  backupEnabled: flag,
  terminationProtectionEnabled: flag,
  connectionStrings: open,
  replicationSpecs: list,
  tags: list,
});

export const DatabaseUser = z.looseObject({
  groupId,
  databaseName: text.meta({ title: 'Database that authenticates the user' }),
  username: text.meta({ title: 'User name' }),
  roles: list,
  scopes: list,
  labels: list,
  description: text,
  deleteAfterDate: instant,
  awsIAMType: text,
  ldapAuthType: text,
  oidcAuthType: text,
  x509Type: text,
});

export const AccessListEntry = z.looseObject({
  groupId,
  cidrBlock: text.meta({ title: 'Addresses' }),
  ipAddress: text,
  awsSecurityGroup: text,
  comment: text,
  deleteAfterDate: instant,
});

export const Alert = z.looseObject({
  id,
  groupId,
  eventTypeName: text,
  status: text.meta({ title: 'OPEN, TRACKING, CLOSED or CANCELLED' }),
  created: instant,
  updated: instant,
  resolved: instant,
  acknowledgedUntil: instant,
  acknowledgingUsername: text,
  acknowledgementComment: text,
});

export const User = z.looseObject({
  id,
  username: text.meta({ title: 'E-mail address' }),
  orgMembershipStatus: text.meta({ title: 'ACTIVE or PENDING' }),
  roles: open,
  teamIds: list,
});

export const Team = z.looseObject({ id, name: text.meta({ title: 'Name' }) });

export const ApiKey = z.looseObject({
  id,
  desc: text.meta({ title: 'Description' }),
  publicKey: text,
  roles: list,
});

export const Event = z.looseObject({
  id,
  eventTypeName: text,
  created: instant,
  orgId: text,
  groupId,
  userId: text,
  username: text,
  remoteAddress: text,
});

export const Invoice = z.looseObject({
  id,
  orgId: text,
  statusName: text.meta({ title: 'PENDING, CLOSED, FORGIVEN, FAILED, PAID or FREE' }),
  startDate: instant,
  endDate: instant,
  amountBilledCents: whole,
  amountPaidCents: whole,
  subtotalCents: whole,
  salesTaxCents: whole,
});
