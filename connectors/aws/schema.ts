import { z } from 'zod';

/**
 * Records of AWS's services, with the vendor's names. Those of IAM, EC2 and S3 come as XML: their values are texts.
 *
 * @see https://docs.aws.amazon.com/
 */

const text = z.string().nullish();
const id = z.string();
const count = z.number().nullish();
const flag = z.boolean().nullish();
const open = z.record(z.string(), z.json()).nullish();
/** Elements around lists are empty texts where the list is. */
const wrapper = z.union([z.string(), z.record(z.string(), z.json())]).nullish();
/** Seconds since 1970. */
const seconds = z.union([z.number(), z.string()]).nullish();

export const User = z.object({
  UserName: id,
  UserId: text,
  Arn: text,
  Path: text,
  CreateDate: text,
  PasswordLastUsed: text,
});
export const Group = z.object({ GroupName: id, GroupId: text, Arn: text, Path: text, CreateDate: text });
export const Role = z.object({
  RoleName: id,
  RoleId: text,
  Arn: text,
  Path: text,
  Description: text,
  CreateDate: text,
  MaxSessionDuration: text,
  AssumeRolePolicyDocument: text,
});
export const Policy = z.object({
  PolicyName: text,
  PolicyId: text,
  Arn: id,
  Path: text,
  DefaultVersionId: text,
  AttachmentCount: text,
  CreateDate: text,
  UpdateDate: text,
});
export const AttachedPolicy = z.object({ PolicyName: text, PolicyArn: id });
export const AccessKey = z.object({ UserName: text, AccessKeyId: id, Status: text, CreateDate: text });
export const MfaDevice = z.object({ UserName: text, SerialNumber: id, EnableDate: text });
export const VirtualMfaDevice = z.object({ SerialNumber: id, EnableDate: text, User: wrapper });
export const InstanceProfile = z.object({
  InstanceProfileName: id,
  InstanceProfileId: text,
  Arn: text,
  CreateDate: text,
});
export const ServerCertificate = z.object({
  ServerCertificateName: id,
  ServerCertificateId: text,
  Arn: text,
  Expiration: text,
});
export const Provider = z.object({ Arn: id });

const own = { ownerId: text, tagSet: wrapper };

/** @see https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_Instance.html */
export const Instance = z.object({
  instanceId: id,
  imageId: text,
  instanceType: text,
  instanceState: wrapper,
  privateIpAddress: text,
  ipAddress: text,
  privateDnsName: text,
  dnsName: text,
  subnetId: text,
  vpcId: text,
  keyName: text,
  platformDetails: text,
  architecture: text,
  launchTime: text,
  placement: wrapper,
  groupSet: wrapper,
  tagSet: wrapper,
});
export const Volume = z.object({
  volumeId: id,
  volumeType: text,
  size: text,
  status: text,
  encrypted: text,
  snapshotId: text,
  availabilityZone: text,
  createTime: text,
  attachmentSet: wrapper,
  tagSet: wrapper,
});
export const Snapshot = z.object({
  snapshotId: id,
  volumeId: text,
  status: text,
  startTime: text,
  volumeSize: text,
  encrypted: text,
  description: text,
  ...own,
});
export const Image = z.object({ imageId: id, name: text, description: text, platformDetails: text, tagSet: wrapper });
export const Vpc = z.object({ vpcId: id, state: text, cidrBlock: text, isDefault: text, ...own });
export const Subnet = z.object({
  subnetId: id,
  vpcId: text,
  state: text,
  cidrBlock: text,
  availabilityZone: text,
  availableIpAddressCount: text,
  ...own,
});
export const SecurityGroup = z.object({
  groupId: id,
  groupName: text,
  groupDescription: text,
  vpcId: text,
  ipPermissions: wrapper,
  ipPermissionsEgress: wrapper,
  ...own,
});
export const NetworkInterface = z.object({
  networkInterfaceId: id,
  interfaceType: text,
  status: text,
  privateIpAddress: text,
  macAddress: text,
  subnetId: text,
  vpcId: text,
  description: text,
  ownerId: text,
});
export const InternetGateway = z.object({ internetGatewayId: id, attachmentSet: wrapper, ...own });
export const NatGateway = z.object({
  natGatewayId: id,
  state: text,
  subnetId: text,
  vpcId: text,
  createTime: text,
  tagSet: wrapper,
});
export const RouteTable = z.object({
  routeTableId: id,
  vpcId: text,
  routeSet: wrapper,
  associationSet: wrapper,
  ...own,
});
export const NetworkAcl = z.object({ networkAclId: id, vpcId: text, default: text, entrySet: wrapper, ...own });
export const VpcEndpoint = z.object({
  vpcEndpointId: id,
  vpcEndpointType: text,
  vpcId: text,
  serviceName: text,
  state: text,
  ...own,
});
export const DhcpOptions = z.object({ dhcpOptionsId: id, ...own });
export const Address = z.object({
  publicIp: id,
  allocationId: text,
  instanceId: text,
  privateIpAddress: text,
  domain: text,
});
export const KeyPair = z.object({
  keyPairId: id,
  keyName: text,
  keyType: text,
  keyFingerprint: text,
  createTime: text,
});
export const Region = z.object({ regionName: id, regionEndpoint: text, optInStatus: text });
export const Tag = z.object({ resourceId: id, resourceType: text, key: id, value: text });

/** @see https://docs.aws.amazon.com/organizations/latest/APIReference/API_Account.html */
export const Account = z.object({
  Id: id,
  Arn: text,
  Name: text,
  Email: text,
  Status: text,
  JoinedMethod: text,
  JoinedTimestamp: seconds,
});
export const OrganizationalUnit = z.object({ Id: id, Arn: text, Name: text });
export const OrganizationPolicy = z.object({
  Id: id,
  Arn: text,
  Name: text,
  Description: text,
  Type: text,
  AwsManaged: flag,
});

/** @see https://docs.aws.amazon.com/awscloudtrail/latest/APIReference/API_Event.html */
export const Event = z.object({
  EventId: id,
  EventName: text,
  EventSource: text,
  EventTime: seconds,
  Username: text,
  AccessKeyId: text,
  ReadOnly: text,
  CloudTrailEvent: text,
});
export const Trail = z.object({
  TrailARN: id,
  Name: text,
  HomeRegion: text,
  S3BucketName: text,
  IsMultiRegionTrail: flag,
});
export const ManagedInstance = z.object({
  InstanceId: id,
  PingStatus: text,
  ComputerName: text,
  IPAddress: text,
  PlatformType: text,
  PlatformName: text,
  PlatformVersion: text,
  AgentVersion: text,
  LastPingDateTime: seconds,
});
export const Parameter = z.object({
  Name: id,
  ARN: text,
  Type: text,
  Description: text,
  LastModifiedDate: seconds,
  Version: count,
});
export const LogGroup = z.object({
  logGroupName: id,
  arn: text,
  creationTime: count,
  retentionInDays: count,
  storedBytes: count,
});
export const ConfigRule = z.object({
  ConfigRuleName: text,
  ConfigRuleArn: text,
  Description: text,
  ConfigRuleState: text,
  Source: open,
});
export const ConfigRecorder = z.object({ name: id, roleARN: text, recordingGroup: open });
export const LambdaFunction = z.object({
  FunctionName: id,
  FunctionArn: text,
  Runtime: text,
  Role: text,
  Handler: text,
  Description: text,
  MemorySize: count,
  Timeout: count,
  LastModified: text,
  State: text,
});

export const TaggedResource = z.object({ ResourceARN: id, Tags: z.array(z.record(z.string(), z.json())).nullish() });
export const StoredSecret = z.object({
  ARN: id,
  Name: text,
  Description: text,
  RotationEnabled: flag,
  CreatedDate: seconds,
  LastChangedDate: seconds,
});
export const Bucket = z.object({ Name: id, CreationDate: text, BucketRegion: text });
export const StoredObject = z.object({ Key: id, LastModified: text, ETag: text, Size: text, StorageClass: text });
