import { z } from 'zod';

/**
 * Records of AWS's services, with the names and types that the vendor's SDKs give them.
 *
 * @see https://docs.aws.amazon.com/
 */

const text = z.string().nullish();
const id = z.string();
const count = z.number().nullish();
const flag = z.boolean().nullish();
const open = z.record(z.string(), z.json()).nullish();
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
  MaxSessionDuration: count,
  AssumeRolePolicyDocument: text,
});
export const Policy = z.object({
  PolicyName: text,
  PolicyId: text,
  Arn: id,
  Path: text,
  DefaultVersionId: text,
  AttachmentCount: count,
  IsAttachable: flag,
  CreateDate: text,
  UpdateDate: text,
});
export const AttachedPolicy = z.object({ PolicyName: text, PolicyArn: id });
export const AccessKey = z.object({ UserName: text, AccessKeyId: id, Status: text, CreateDate: text });
export const MfaDevice = z.object({ UserName: text, SerialNumber: id, EnableDate: text });
export const VirtualMfaDevice = z.object({ SerialNumber: id, EnableDate: text, User: open });
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

const tags = z.array(z.object({ Key: text, Value: text })).nullish();
const own = { OwnerId: text, Tags: tags };
const list = z.array(z.record(z.string(), z.json())).nullish();

/** @see https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_Instance.html */
export const Instance = z.object({
  InstanceId: id,
  ImageId: text,
  InstanceType: text,
  State: z.object({ Code: count, Name: text }).nullish(),
  PrivateIpAddress: text,
  PublicIpAddress: text,
  PrivateDnsName: text,
  PublicDnsName: text,
  SubnetId: text,
  VpcId: text,
  KeyName: text,
  PlatformDetails: text,
  Architecture: text,
  LaunchTime: text,
  EbsOptimized: flag,
  Placement: z.object({ AvailabilityZone: text, Tenancy: text }).nullish(),
  SecurityGroups: z.array(z.object({ GroupId: text, GroupName: text })).nullish(),
  BlockDeviceMappings: z
    .array(
      z.object({
        DeviceName: text,
        Ebs: z.object({ VolumeId: text, Status: text, DeleteOnTermination: flag }).nullish(),
      }),
    )
    .nullish(),
  IamInstanceProfile: z.object({ Arn: text, Id: text }).nullish(),
  Tags: tags,
});
export const Volume = z.object({
  VolumeId: id,
  VolumeType: text,
  Size: count,
  State: text,
  Encrypted: flag,
  SnapshotId: text,
  AvailabilityZone: text,
  CreateTime: text,
  Attachments: z.array(z.object({ InstanceId: text, Device: text, State: text })).nullish(),
  Tags: tags,
});
export const Snapshot = z.object({
  SnapshotId: id,
  VolumeId: text,
  State: text,
  StartTime: text,
  VolumeSize: count,
  Encrypted: flag,
  Description: text,
  ...own,
});
export const Image = z.object({ ImageId: id, Name: text, Description: text, PlatformDetails: text, ...own });
export const Vpc = z.object({ VpcId: id, State: text, CidrBlock: text, IsDefault: flag, ...own });
export const Subnet = z.object({
  SubnetId: id,
  VpcId: text,
  State: text,
  CidrBlock: text,
  AvailabilityZone: text,
  AvailableIpAddressCount: count,
  ...own,
});
export const SecurityGroup = z.object({
  GroupId: id,
  GroupName: text,
  Description: text,
  VpcId: text,
  IpPermissions: list,
  IpPermissionsEgress: list,
  ...own,
});
export const NetworkInterface = z.object({
  NetworkInterfaceId: id,
  InterfaceType: text,
  Status: text,
  PrivateIpAddress: text,
  MacAddress: text,
  SubnetId: text,
  VpcId: text,
  Description: text,
  OwnerId: text,
  TagSet: tags,
});
export const InternetGateway = z.object({ InternetGatewayId: id, Attachments: list, ...own });
export const NatGateway = z.object({
  NatGatewayId: id,
  State: text,
  SubnetId: text,
  VpcId: text,
  CreateTime: text,
  Tags: tags,
});
export const RouteTable = z.object({ RouteTableId: id, VpcId: text, Routes: list, Associations: list, ...own });
export const NetworkAcl = z.object({ NetworkAclId: id, VpcId: text, IsDefault: flag, Entries: list, ...own });
export const VpcEndpoint = z.object({
  VpcEndpointId: id,
  VpcEndpointType: text,
  VpcId: text,
  ServiceName: text,
  State: text,
  ...own,
});
export const DhcpOptions = z.object({ DhcpOptionsId: id, ...own });
export const Address = z.object({
  PublicIp: id,
  AllocationId: text,
  InstanceId: text,
  PrivateIpAddress: text,
  Domain: text,
  Tags: tags,
});
export const KeyPair = z.object({
  KeyPairId: id,
  KeyName: text,
  KeyType: text,
  KeyFingerprint: text,
  CreateTime: text,
  Tags: tags,
});
export const Region = z.object({ RegionName: id, Endpoint: text, OptInStatus: text });
export const Tag = z.object({ ResourceId: id, ResourceType: text, Key: id, Value: text });

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
/** With what it is in: a root, or another unit. */
export const NestedUnit = OrganizationalUnit.extend({ ParentId: text });
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
export const StoredObject = z.object({ Key: id, LastModified: text, ETag: text, Size: count, StorageClass: text });
