import type { Identity, Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { lagNotIn, pageSizeNotIn } from '../kit/meaning/not-documented.ts';

const docs = 'https://docs.aws.amazon.com';
const permissions = `${docs}/service-authorization/latest/reference`;

const errors = `${docs}/IAM/latest/APIReference/CommonErrors.html`;

/** Names of IAM are not distinguished by case. */
const named = (field: string): Identity & { page: string } => ({
  field,
  unique: true,
  ignoresCase: true,
  page: `${docs}/IAM/latest/APIReference/API_CreateUser.html`,
});

/** A service: how its permissions begin, their page, and that of its actions. */
interface Service {
  prefix: string;
  permissions: string;
  api: string;
}

const iam = { prefix: 'iam', permissions: 'awsidentityandaccessmanagementiam', api: 'IAM/latest/APIReference' };
const ec2 = { prefix: 'ec2', permissions: 'amazonec2', api: 'AWSEC2/latest/APIReference' };
const organizations = {
  prefix: 'organizations',
  permissions: 'awsorganizations',
  api: 'organizations/latest/APIReference',
};
const cloudTrail = { prefix: 'cloudtrail', permissions: 'awscloudtrail', api: 'awscloudtrail/latest/APIReference' };
const ssm = { prefix: 'ssm', permissions: 'awssystemsmanager', api: 'systems-manager/latest/APIReference' };
const logs = { prefix: 'logs', permissions: 'amazoncloudwatchlogs', api: 'AmazonCloudWatchLogs/latest/APIReference' };
const config = { prefix: 'config', permissions: 'awsconfig', api: 'config/latest/APIReference' };
const tagging = {
  prefix: 'tag',
  permissions: 'amazonresourcegrouptaggingapi',
  api: 'resourcegroupstagging/latest/APIReference',
};
const secrets = {
  prefix: 'secretsmanager',
  permissions: 'awssecretsmanager',
  api: 'secretsmanager/latest/apireference',
};
const lambda = { prefix: 'lambda', permissions: 'awslambda', api: 'lambda/latest/api' };
const s3 = { prefix: 's3', permissions: 'amazons3', api: 'AmazonS3/latest/API' };

type Sheet = Pick<ObjectMeaning, 'scopes'> & Partial<ObjectMeaning>;

function allowed(service: Service, read: readonly string[], write: readonly string[] = []): Sheet {
  const toPermissions = (actions: readonly string[]) => actions.map((action) => `${service.prefix}:${action}`);
  return {
    scopes: {
      ...(read.length === 0 ? {} : { read: toPermissions(read) }),
      ...(write.length === 0 ? {} : { write: toPermissions(write) }),
      page: `${permissions}/list_${service.permissions}.html`,
    },
  };
}

/** What an action lists, so many a page; the first one is told of, others list what it is asked for. */
function paged(service: Service, pageSize: number, read: readonly [string, ...string[]], write?: string[]): Sheet {
  return {
    ceilings: { pageSize, page: `${docs}/${service.api}/API_${read[0]}.html` },
    ...allowed(service, read, write),
  };
}

function whole(service: Service, action: string): Sheet {
  const page = `${docs}/${service.api}/API_${action}.html`;
  return {
    listing: { leavesOut: [], paging: 'whole', page },
    ceilings: { none: 'The list comes as a whole.', page },
    ...allowed(service, [action]),
  };
}

const ofIam = (...read: readonly [string, ...string[]]): Sheet => paged(iam, 1000, read);
const ofEc2 = (action: string): Sheet => paged(ec2, 1000, [action]);

/** They are written, and not listed. */
const states = (...write: string[]): Sheet => ({
  ceilings: { none: 'It is not listed.', page: `${docs}/${ec2.api}/API_StartInstances.html` },
  ...allowed(ec2, [], write),
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'Lists take no instant.', page: docs },
    listing: { leavesOut: [], paging: 'cursor', page: `${docs}/AWSEC2/latest/APIReference/Query-Requests.html` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: docs },
    identity: { none: 'Ids are given by AWS.', page: docs },
    filter: { none: 'Values are parameters of their own.', page: docs },
    lag: { none: 'Its writes look nothing up.', page: docs },
    login: {
      answers: [
        { status: 403, body: { Error: { Code: 'InvalidClientTokenId' } }, kind: 'auth_invalid' },
        { status: 403, body: { Error: { Code: 'SignatureDoesNotMatch' } }, kind: 'auth_invalid' },
        { status: 403, body: { Error: { Code: 'ExpiredToken' } }, kind: 'auth_expired' },
        { status: 400, body: { __type: 'ThrottlingException', message: 'Rate exceeded' }, kind: 'rate_limited' },
      ],
      page: errors,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: errors },
  },
  objects: {
    users: {
      ...paged(iam, 1000, ['ListUsers', 'GetUser'], ['CreateUser', 'DeleteUser']),
      lag: lagNotIn(`${docs}/${iam.api}/API_CreateUser.html`, `${docs}/IAM/latest/UserGuide/troubleshoot.html`),
      identity: named('UserName'),
    },
    groups: {
      ...paged(iam, 1000, ['ListGroups', 'GetGroup'], ['CreateGroup', 'DeleteGroup']),
      lag: lagNotIn(`${docs}/${iam.api}/API_ListGroups.html`, `${docs}/IAM/latest/UserGuide/troubleshoot.html`),
      identity: named('GroupName'),
    },
    group_members: paged(iam, 1000, ['GetGroup', 'ListGroups'], ['AddUserToGroup', 'RemoveUserFromGroup']),
    user_policies: paged(
      iam,
      1000,
      ['ListAttachedUserPolicies', 'ListUsers'],
      ['AttachUserPolicy', 'DetachUserPolicy'],
    ),
    access_keys: paged(iam, 1000, ['ListAccessKeys', 'ListUsers'], ['UpdateAccessKey', 'DeleteAccessKey']),
    mfa_devices: ofIam('ListMFADevices', 'ListUsers'),
    virtual_mfa_devices: ofIam('ListVirtualMFADevices'),
    roles: { ...ofIam('ListRoles'), identity: named('RoleName') },
    role_policies: paged(
      iam,
      1000,
      ['ListAttachedRolePolicies', 'ListRoles'],
      ['AttachRolePolicy', 'DetachRolePolicy'],
    ),
    policies: ofIam('ListPolicies'),
    instance_profiles: ofIam('ListInstanceProfiles'),
    server_certificates: ofIam('ListServerCertificates'),
    saml_providers: whole(iam, 'ListSAMLProviders'),
    oidc_providers: whole(iam, 'ListOpenIDConnectProviders'),
    instances: {
      ...ofEc2('DescribeInstances'),
      deletes: {
        seen: 'state',
        how: 'A terminated instance is listed for about an hour, with the state terminated.',
        page: `${docs}/AWSEC2/latest/UserGuide/terminating-instances.html`,
      },
    },
    running_instances: states('StartInstances', 'StopInstances'),
    terminated_instances: states('TerminateInstances'),
    volumes: paged(ec2, 500, ['DescribeVolumes']),
    snapshots: ofEc2('DescribeSnapshots'),
    images: {
      ...allowed(ec2, ['DescribeImages']),
      ceilings: pageSizeNotIn(`${docs}/${ec2.api}/API_DescribeImages.html`),
      listing: { leavesOut: ['disabled'], paging: 'cursor', page: `${docs}/${ec2.api}/API_DescribeImages.html` },
    },
    vpcs: ofEc2('DescribeVpcs'),
    subnets: ofEc2('DescribeSubnets'),
    security_groups: ofEc2('DescribeSecurityGroups'),
    network_interfaces: ofEc2('DescribeNetworkInterfaces'),
    internet_gateways: ofEc2('DescribeInternetGateways'),
    nat_gateways: ofEc2('DescribeNatGateways'),
    route_tables: paged(ec2, 100, ['DescribeRouteTables']),
    network_acls: ofEc2('DescribeNetworkAcls'),
    vpc_endpoints: ofEc2('DescribeVpcEndpoints'),
    dhcp_options: ofEc2('DescribeDhcpOptions'),
    addresses: whole(ec2, 'DescribeAddresses'),
    key_pairs: whole(ec2, 'DescribeKeyPairs'),
    regions: whole(ec2, 'DescribeRegions'),
    tags: ofEc2('DescribeTags'),
    accounts: paged(organizations, 20, ['ListAccounts']),
    organization_roots: paged(organizations, 20, ['ListRoots']),
    organizational_units: paged(organizations, 20, ['ListOrganizationalUnitsForParent', 'ListRoots']),
    service_control_policies: paged(organizations, 20, ['ListPolicies']),
    events: {
      ...paged(cloudTrail, 50, ['LookupEvents']),
      changed: {
        notDocumented: {
          pages: [`${docs}/${cloudTrail.api}/API_LookupEvents.html`],
          careful: {
            field: 'EventTime',
            zone: 'utc',
            granularityMs: 1000,
            late: { marginMs: 840_000 },
            misses: 'Events that are delivered more than fifteen minutes late.',
          },
        },
      },
      deletes: {
        seen: 'absence',
        how: 'Events are kept for 90 days.',
        page: `${docs}/${cloudTrail.api}/API_LookupEvents.html`,
      },
    },
    trails: whole(cloudTrail, 'DescribeTrails'),
    managed_instances: paged(ssm, 50, ['DescribeInstanceInformation']),
    parameters: paged(ssm, 50, ['DescribeParameters']),
    log_groups: paged(logs, 50, ['DescribeLogGroups']),
    config_rules: {
      ...allowed(config, ['DescribeConfigRules']),
      ceilings: { none: 'The vendor cuts the pages.', page: `${docs}/${config.api}/API_DescribeConfigRules.html` },
    },
    config_recorders: whole(config, 'DescribeConfigurationRecorders'),
    tagged_resources: {
      ...paged(tagging, 100, ['GetResources']),
      listing: {
        leavesOut: ['resources that never had a tag'],
        paging: 'cursor',
        page: `${docs}/${tagging.api}/API_GetResources.html`,
      },
    },
    secrets: {
      ...paged(secrets, 100, ['ListSecrets']),
      listing: {
        leavesOut: ['secrets that are marked for deletion'],
        paging: 'cursor',
        page: `${docs}/${secrets.api}/API_ListSecrets.html`,
      },
    },
    functions: paged(lambda, 50, ['ListFunctions']),
    buckets: {
      ...allowed(s3, ['ListAllMyBuckets']),
      ceilings: { pageSize: 10_000, page: `${docs}/${s3.api}/API_ListBuckets.html` },
    },
    stored_objects: {
      ...allowed(s3, ['ListBucket']),
      ceilings: { pageSize: 1000, page: `${docs}/${s3.api}/API_ListObjectsV2.html` },
    },
  },
};
