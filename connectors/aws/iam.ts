import type { HttpObject } from '../kit/object-types.ts';
import { readOnce } from '../kit/presets/aws-places.ts';
import { createsInIam, iamPages, listedByIam, pagesOf, setsInIam } from './protocols.ts';
import * as schemas from './schema.ts';

/** Of the parent. */
const id = schemas.User.shape.UserName.optional();

/** Lists that are read for each user, and for each role. */
const ofUsers = {
  fields: { UserName: '{parent.UserName}' },
  parents: {
    from: pagesOf(iamPages({ action: 'ListUsers', list: 'Users' })),
    key: 'UserName',
    copy: { UserName: 'UserName' },
  },
};
const ofRoles = {
  fields: { RoleName: '{parent.RoleName}' },
  parents: {
    from: pagesOf(iamPages({ action: 'ListRoles', list: 'Roles' })),
    key: 'RoleName',
    copy: { RoleName: 'RoleName' },
  },
};
const ofGroups = {
  fields: { GroupName: '{parent.GroupName}' },
  parents: {
    from: pagesOf(iamPages({ action: 'ListGroups', list: 'Groups' })),
    key: 'GroupName',
    copy: { GroupName: 'GroupName' },
  },
};

/** Identity and Access Management, which is global. */
export const iam: Readonly<Record<string, HttpObject>> = readOnce('account', {
  users: listedByIam(
    { title: 'IAM users', action: 'ListUsers', list: 'Users', key: 'UserName', schema: schemas.User },
    {
      create: createsInIam('User', { UserName: '{UserName}', Path: '{Path}' }),
      // A user can be deleted only after its keys, policies and memberships.
      delete: setsInIam('DeleteUser', ['UserName']),
    },
  ),
  groups: listedByIam(
    { title: 'IAM groups', action: 'ListGroups', list: 'Groups', key: 'GroupName', schema: schemas.Group },
    {
      create: createsInIam('Group', { GroupName: '{GroupName}', Path: '{Path}' }),
      delete: setsInIam('DeleteGroup', ['GroupName']),
    },
  ),
  group_members: listedByIam(
    {
      title: 'IAM group members',
      action: 'GetGroup',
      list: 'Users',
      key: ['GroupName', 'UserName'],
      schema: schemas.User.extend({ GroupName: id }),
      of: ofGroups,
    },
    {
      upsert: setsInIam('AddUserToGroup', ['GroupName', 'UserName']),
      delete: setsInIam('RemoveUserFromGroup', ['GroupName', 'UserName'], 'reversible'),
    },
  ),
  user_policies: listedByIam(
    {
      title: 'Managed policies attached to IAM users',
      action: 'ListAttachedUserPolicies',
      list: 'AttachedPolicies',
      key: ['UserName', 'PolicyArn'],
      schema: schemas.AttachedPolicy.extend({ UserName: id }),
      of: ofUsers,
    },
    {
      upsert: setsInIam('AttachUserPolicy', ['UserName', 'PolicyArn']),
      delete: setsInIam('DetachUserPolicy', ['UserName', 'PolicyArn'], 'reversible'),
    },
  ),
  access_keys: listedByIam(
    {
      title: 'IAM access keys, without their secrets',
      action: 'ListAccessKeys',
      list: 'AccessKeyMetadata',
      key: 'AccessKeyId',
      schema: schemas.AccessKey,
      of: ofUsers,
    },
    {
      update: setsInIam('UpdateAccessKey', ['UserName', 'AccessKeyId', 'Status']),
      delete: setsInIam('DeleteAccessKey', ['UserName', 'AccessKeyId']),
    },
  ),
  mfa_devices: listedByIam({
    title: 'MFA devices of IAM users',
    action: 'ListMFADevices',
    list: 'MFADevices',
    key: 'SerialNumber',
    schema: schemas.MfaDevice,
    of: ofUsers,
  }),
  virtual_mfa_devices: listedByIam({
    title: 'Virtual MFA devices',
    action: 'ListVirtualMFADevices',
    list: 'VirtualMFADevices',
    key: 'SerialNumber',
    schema: schemas.VirtualMfaDevice,
  }),
  roles: listedByIam({ title: 'IAM roles', action: 'ListRoles', list: 'Roles', key: 'RoleName', schema: schemas.Role }),
  role_policies: listedByIam(
    {
      title: 'Managed policies attached to IAM roles',
      action: 'ListAttachedRolePolicies',
      list: 'AttachedPolicies',
      key: ['RoleName', 'PolicyArn'],
      schema: schemas.AttachedPolicy.extend({ RoleName: id }),
      of: ofRoles,
    },
    {
      upsert: setsInIam('AttachRolePolicy', ['RoleName', 'PolicyArn']),
      delete: setsInIam('DetachRolePolicy', ['RoleName', 'PolicyArn'], 'reversible'),
    },
  ),
  policies: listedByIam({
    title: 'Customer managed policies',
    action: 'ListPolicies',
    list: 'Policies',
    key: 'Arn',
    schema: schemas.Policy,
    given: { Scope: 'Local' },
  }),
  instance_profiles: listedByIam({
    title: 'Instance profiles',
    action: 'ListInstanceProfiles',
    list: 'InstanceProfiles',
    key: 'InstanceProfileName',
    schema: schemas.InstanceProfile,
  }),
  server_certificates: listedByIam({
    title: 'Server certificates',
    action: 'ListServerCertificates',
    list: 'ServerCertificateMetadataList',
    key: 'ServerCertificateName',
    schema: schemas.ServerCertificate,
  }),
  saml_providers: listedByIam({
    title: 'SAML providers',
    action: 'ListSAMLProviders',
    list: 'SAMLProviderList',
    key: 'Arn',
    schema: schemas.Provider,
    paged: false,
  }),
  oidc_providers: listedByIam({
    title: 'OpenID Connect providers',
    action: 'ListOpenIDConnectProviders',
    list: 'OpenIDConnectProviderList',
    key: 'Arn',
    schema: schemas.Provider,
    paged: false,
  }),
});
