import type { HttpObject } from '../kit/object-types.ts';
import { readOnce } from '../kit/presets/aws-places.ts';
import { listedByEc2, objectOf, setsInstances } from './protocols.ts';
import * as schemas from './schema.ts';

const regions = listedByEc2({
  title: 'Regions',
  action: 'DescribeRegions',
  list: 'regionInfo',
  key: 'RegionName',
  schema: schemas.Region,
  paged: false,
});

/** EC2 of a region. */
export const ec2: Readonly<Record<string, HttpObject>> = {
  instances: listedByEc2({
    title: 'EC2 instances',
    action: 'DescribeInstances',
    list: 'reservationSet',
    key: 'InstanceId',
    schema: schemas.Instance.extend({ OwnerId: schemas.Image.shape.Name }),
    within: ['instancesSet', 'item'],
    extract: {
      lists: ['instancesSet.item.tagSet.item'],
      expand: { path: 'instancesSet.item', copy: { OwnerId: 'ownerId' } },
    },
  }),
  /** Creating starts an instance, deleting stops it. */
  running_instances: objectOf(
    { title: 'Running EC2 instances', docs: 'AWSEC2/latest/APIReference/API_StartInstances', key: 'InstanceId' },
    { upsert: setsInstances('StartInstances'), delete: setsInstances('StopInstances', 'reversible') },
  ),
  terminated_instances: objectOf(
    {
      title: 'Terminated EC2 instances',
      docs: 'AWSEC2/latest/APIReference/API_StartInstances',
      key: 'InstanceId',
    },
    { delete: setsInstances('TerminateInstances') },
  ),
  volumes: listedByEc2({
    title: 'EBS volumes',
    action: 'DescribeVolumes',
    list: 'volumeSet',
    key: 'VolumeId',
    schema: schemas.Volume,
    pageSize: 500,
  }),
  snapshots: listedByEc2({
    title: 'EBS snapshots owned by the account',
    action: 'DescribeSnapshots',
    list: 'snapshotSet',
    key: 'SnapshotId',
    schema: schemas.Snapshot,
    given: { 'Owner.1': 'self' },
  }),
  images: listedByEc2({
    title: 'Amazon Machine Images (AMIs) owned by the account',
    action: 'DescribeImages',
    list: 'imagesSet',
    key: 'ImageId',
    schema: schemas.Image,
    given: { 'Owner.1': 'self' },
  }),
  vpcs: listedByEc2({ title: 'VPCs', action: 'DescribeVpcs', list: 'vpcSet', key: 'VpcId', schema: schemas.Vpc }),
  subnets: listedByEc2({
    title: 'Subnets',
    action: 'DescribeSubnets',
    list: 'subnetSet',
    key: 'SubnetId',
    schema: schemas.Subnet,
  }),
  security_groups: listedByEc2({
    title: 'Security groups',
    action: 'DescribeSecurityGroups',
    list: 'securityGroupInfo',
    key: 'GroupId',
    schema: schemas.SecurityGroup,
  }),
  network_interfaces: listedByEc2({
    title: 'Network interfaces',
    action: 'DescribeNetworkInterfaces',
    list: 'networkInterfaceSet',
    key: 'NetworkInterfaceId',
    schema: schemas.NetworkInterface,
  }),
  internet_gateways: listedByEc2({
    title: 'Internet gateways',
    action: 'DescribeInternetGateways',
    list: 'internetGatewaySet',
    key: 'InternetGatewayId',
    schema: schemas.InternetGateway,
  }),
  nat_gateways: listedByEc2({
    title: 'NAT gateways',
    action: 'DescribeNatGateways',
    list: 'natGatewaySet',
    key: 'NatGatewayId',
    schema: schemas.NatGateway,
  }),
  route_tables: listedByEc2({
    title: 'Route tables',
    action: 'DescribeRouteTables',
    list: 'routeTableSet',
    key: 'RouteTableId',
    schema: schemas.RouteTable,
    pageSize: 100,
  }),
  network_acls: listedByEc2({
    title: 'Network ACLs',
    action: 'DescribeNetworkAcls',
    list: 'networkAclSet',
    key: 'NetworkAclId',
    schema: schemas.NetworkAcl,
  }),
  vpc_endpoints: listedByEc2({
    title: 'VPC endpoints',
    action: 'DescribeVpcEndpoints',
    list: 'vpcEndpointSet',
    key: 'VpcEndpointId',
    schema: schemas.VpcEndpoint,
  }),
  dhcp_options: listedByEc2({
    title: 'DHCP option sets',
    action: 'DescribeDhcpOptions',
    list: 'dhcpOptionsSet',
    key: 'DhcpOptionsId',
    schema: schemas.DhcpOptions,
  }),
  addresses: listedByEc2({
    title: 'Elastic IP addresses',
    action: 'DescribeAddresses',
    list: 'addressesSet',
    key: 'PublicIp',
    schema: schemas.Address,
    paged: false,
  }),
  key_pairs: listedByEc2({
    title: 'Key pairs',
    action: 'DescribeKeyPairs',
    list: 'keySet',
    key: 'KeyPairId',
    schema: schemas.KeyPair,
    paged: false,
  }),
  ...readOnce('account', { regions }),
  tags: listedByEc2({
    title: 'Tags',
    action: 'DescribeTags',
    list: 'tagSet',
    key: ['ResourceId', 'Key'],
    schema: schemas.Tag,
    extract: { lists: [] },
  }),
};
