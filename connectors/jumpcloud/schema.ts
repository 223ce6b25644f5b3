import { z } from 'zod';

/** Records of the JumpCloud API: the fields that integrations use. @see https://docs.jumpcloud.com/api/1.0/index.html */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const texts = z.array(z.string()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.looseObject({})).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const id = z.string().meta({ title: 'Id' });

export const User = z.looseObject({
  _id: id,
  username: text,
  email: text,
  firstname: text,
  middlename: text,
  lastname: text,
  displayname: text,
  description: text,
  employeeIdentifier: text,
  employeeType: text,
  jobTitle: text,
  department: text,
  costCenter: text,
  company: text,
  location: text,
  created: instant,
  activated: flag,
  suspended: flag,
  account_locked: flag,
  password_expired: flag,
  password_expiration_date: instant,
  totp_enabled: flag,
  enable_user_portal_multifactor: flag,
  mfa: open,
  sudo: flag,
  ldap_binding_user: flag,
  externally_managed: flag,
  external_dn: text,
  unix_uid: whole,
  unix_guid: whole,
  addresses: list,
  phoneNumbers: list,
  attributes: list,
  relationships: list,
  organization: text,
});

export const System = z.looseObject({
  _id: id,
  displayName: text,
  hostname: text,
  os: text,
  version: text,
  arch: text,
  active: flag,
  agentVersion: text,
  created: instant,
  lastContact: instant,
  remoteIP: text,
  amazonInstanceID: text,
  fde: open,
  networkInterfaces: list,
  allowMultiFactorAuthentication: flag,
  allowPublicKeyAuthentication: flag,
  allowSshPasswordAuthentication: flag,
  allowSshRootLogin: flag,
  organization: text,
});

export const Application = z.looseObject({
  _id: id,
  name: text,
  displayName: text,
  displayLabel: text,
  ssoUrl: text,
  beta: flag,
  config: open,
  organization: text,
});

export const Command = z.looseObject({
  _id: text.meta({ title: 'Id' }),
  name: text,
  command: text,
  commandType: text,
  launchType: text,
  schedule: text,
  trigger: text,
  organization: text,
});

export const CommandResult = z.looseObject({
  _id: id,
  name: text,
  command: text,
  system: text,
  systemId: text,
  user: text,
  requestTime: instant,
  responseTime: instant,
  response: open,
  workflowId: text,
});

export const RadiusServer = z.looseObject({
  _id: id,
  name: text,
  networkSourceIp: text,
  mfa: text,
  tags: texts,
  organization: text,
});

export const Group = z.looseObject({ id, name: text, type: text });
export const UserGroup = z.looseObject({ id, name: text, type: text, attributes: open });

/** A member of a group: what it is, and its id. */
export const Member = z.looseObject({
  group_id: z.string().meta({ title: 'Id of the group' }),
  to: z.looseObject({ id: z.string(), type: z.string().nullish() }),
});

export const Policy = z.looseObject({ id, name: text, template: open });
