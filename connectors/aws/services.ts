import type { HttpObject } from '../kit/object-types.ts';
import { readOnce } from '../kit/presets/aws-places.ts';
import { shapeXml } from '../kit/xml-shapes.ts';
import { jsonPages, listedByJson, listOf, pagesOf } from './protocols.ts';
import * as schemas from './schema.ts';
import { shapes } from './shapes.data.ts';

const organizations = {
  service: 'organizations',
  // Global.
  base: 'https://{names.organizations}',
  target: 'AWSOrganizationsV20161128',
  docs: 'organizations/latest/APIReference',
  pageSize: 20,
};

/** Newest first. New events do not shift the pages, since the time window ends when the read starts. */
const events = listedByJson({
  title: 'CloudTrail events: management events of the last 90 days',
  service: 'cloudtrail',
  target: 'com.amazonaws.cloudtrail.v20131101.CloudTrail_20131101',
  docs: 'awscloudtrail/latest/APIReference',
  action: 'LookupEvents',
  list: 'Events',
  key: 'EventId',
  schema: schemas.Event,
  pageSize: 50,
  incremental: {
    kind: 'time_window',
    from: 'StartTime',
    to: 'EndTime',
    in: 'body',
    format: 'epoch_s',
    spanMs: 86_400_000,
    historyMs: 90 * 86_400_000,
    // Events are delayed by up to fifteen minutes.
    lookbackMs: 900_000,
  },
});

const ssm = {
  service: 'ssm',
  target: 'AmazonSSM',
  docs: 'systems-manager/latest/APIReference',
  pageSize: 50,
};

const config = { service: 'config', target: 'StarlingDoveService', docs: 'config/latest/APIReference' };

const s3 = { base: 'https://s3.{auth.region}.{names.domain}' };

/** Of all regions. */
const buckets = listOf({
  title: 'S3 buckets',
  docs: 'AmazonS3/latest/API/API_ListBuckets',
  key: 'Name',
  schema: schemas.Bucket,

  path: '/',
  request: { ...s3 },
  format: { kind: 'xml', recordsPath: 'ListAllMyBucketsResult.Buckets.Bucket' },
  paginate: {
    kind: 'cursor',
    parameter: 'continuation-token',
    path: 'ListAllMyBucketsResult.ContinuationToken',
    sizeParameter: 'max-buckets',
    pageSize: 1000,
  },
  shape: shapeXml(shapes, ['ListBucketsOutput', 'Buckets', 'Bucket']),
});

/** In the region of the credentials. */
const storedObjects = listOf({
  title: 'S3 objects of the configured buckets',
  docs: 'AmazonS3/latest/API/API_ListObjectsV2',
  key: ['bucket', 'Key'],
  schema: schemas.StoredObject.extend({ bucket: schemas.Bucket.shape.Name.optional() }),

  path: '/{parent.value}',
  query: { 'list-type': '2' },
  request: { ...s3 },
  format: { kind: 'xml', recordsPath: 'ListBucketResult.Contents' },
  paginate: {
    kind: 'cursor',
    parameter: 'continuation-token',
    path: 'ListBucketResult.NextContinuationToken',
    hasMorePath: 'ListBucketResult.IsTruncated',
    sizeParameter: 'max-keys',
    pageSize: 1000,
  },
  shape: shapeXml(shapes, ['ListObjectsV2Output', 'Contents']),
  parents: { from: { kind: 'config', name: 'buckets' }, key: 'value', copy: { bucket: 'value' } },
});

/** Only the management account, and those that it delegated to, may list what the organization has. */
const organization: Readonly<Record<string, HttpObject>> = {
  accounts: listedByJson({
    ...organizations,
    title: 'Accounts of the organization',
    action: 'ListAccounts',
    list: 'Accounts',
    key: 'Id',
    schema: schemas.Account,
  }),
  organization_roots: listedByJson({
    ...organizations,
    title: 'Organization roots',
    action: 'ListRoots',
    list: 'Roots',
    key: 'Id',
    schema: schemas.OrganizationalUnit,
  }),
  organizational_units: listedByJson({
    ...organizations,
    title: 'Organizational units',
    action: 'ListOrganizationalUnitsForParent',
    list: 'OrganizationalUnits',
    key: 'Id',
    schema: schemas.NestedUnit,
    of: {
      fields: { ParentId: '{parent.Id}' },
      parents: {
        from: pagesOf(jsonPages({ ...organizations, action: 'ListRoots', list: 'Roots' })),
        key: 'Id',
        copy: { ParentId: 'Id' },
        // Five with service control policies. @see https://docs.aws.amazon.com/organizations/latest/APIReference/API_CreateOrganizationalUnit.html
        depth: 10,
      },
    },
  }),
  service_control_policies: listedByJson({
    ...organizations,
    title: 'Service control policies',
    action: 'ListPolicies',
    list: 'Policies',
    key: 'Id',
    schema: schemas.OrganizationPolicy,
    given: { Filter: 'SERVICE_CONTROL_POLICY' },
  }),
};

/** Services that speak JSON, and S3. */
export const services: Readonly<Record<string, HttpObject>> = {
  ...readOnce('connection', organization),
  events,
  trails: listedByJson({
    title: 'CloudTrail trails',
    service: 'cloudtrail',
    target: 'com.amazonaws.cloudtrail.v20131101.CloudTrail_20131101',
    docs: 'awscloudtrail/latest/APIReference',
    action: 'DescribeTrails',
    list: 'trailList',
    key: 'TrailARN',
    schema: schemas.Trail,
    paged: false,
  }),
  managed_instances: listedByJson({
    ...ssm,
    title: 'Managed nodes',
    action: 'DescribeInstanceInformation',
    list: 'InstanceInformationList',
    key: 'InstanceId',
    schema: schemas.ManagedInstance,
  }),
  parameters: listedByJson({
    ...ssm,
    title: 'Parameter Store parameters, without their values',
    action: 'DescribeParameters',
    list: 'Parameters',
    key: 'Name',
    schema: schemas.Parameter,
  }),
  log_groups: listedByJson({
    title: 'CloudWatch Logs log groups',
    service: 'logs',
    target: 'Logs_20140328',
    docs: 'AmazonCloudWatchLogs/latest/APIReference',
    action: 'DescribeLogGroups',
    list: 'logGroups',
    key: 'logGroupName',
    schema: schemas.LogGroup,
    token: 'nextToken',
    size: 'limit',
    pageSize: 50,
  }),
  config_rules: listedByJson({
    ...config,
    title: 'AWS Config rules',
    action: 'DescribeConfigRules',
    list: 'ConfigRules',
    key: 'ConfigRuleName',
    schema: schemas.ConfigRule,
  }),
  config_recorders: listedByJson({
    ...config,
    title: 'AWS Config configuration recorders',
    action: 'DescribeConfigurationRecorders',
    list: 'ConfigurationRecorders',
    key: 'name',
    schema: schemas.ConfigRecorder,
    paged: false,
  }),
  tagged_resources: listedByJson({
    title: 'Tagged resources',
    service: 'tagging',
    target: 'ResourceGroupsTaggingAPI_20170126',
    docs: 'resourcegroupstagging/latest/APIReference',
    action: 'GetResources',
    list: 'ResourceTagMappingList',
    key: 'ResourceARN',
    schema: schemas.TaggedResource,
    token: 'PaginationToken',
    size: 'ResourcesPerPage',
    pageSize: 100,
  }),
  secrets: listedByJson({
    title: 'Secrets Manager secrets, without their values',
    service: 'secretsmanager',
    target: 'secretsmanager',
    docs: 'secretsmanager/latest/apireference',
    action: 'ListSecrets',
    list: 'SecretList',
    key: 'ARN',
    schema: schemas.StoredSecret,
    pageSize: 100,
  }),
  functions: listOf({
    title: 'Lambda functions',
    docs: 'lambda/latest/api/API_ListFunctions',
    key: 'FunctionName',
    schema: schemas.LambdaFunction,

    path: '/2015-03-31/functions',
    request: { base: 'https://lambda.{auth.region}.{names.domain}' },
    format: { kind: 'json', recordsPath: 'Functions' },
    paginate: {
      kind: 'cursor',
      parameter: 'Marker',
      path: 'NextMarker',
      sizeParameter: 'MaxItems',
      pageSize: 50,
    },
  }),
  ...readOnce('account', { buckets }),
  ...readOnce('connection', { stored_objects: storedObjects }),
};
