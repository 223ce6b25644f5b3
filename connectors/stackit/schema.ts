import { z } from 'zod';

/** Records of STACKIT's services. @see https://docs.api.stackit.cloud/ */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.json()).nullish();

export const Server = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  affinityGroup: text,
  agent: open,
  availabilityZone: text,
  bootVolume: open,
  configDrive: flag,
  createdAt: instant,
  errorMessage: text,
  imageId: text,
  keypairName: text,
  labels: open,
  launchedAt: instant,
  machineType: text,
  maintenanceWindow: open,
  metadata: open,
  name: text,
  networking: open,
  nics: list,
  powerStatus: text,
  serviceAccountMails: list,
  status: text,
  updatedAt: instant,
  userData: text,
  volumes: list,
});

export const Volume = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  availabilityZone: text,
  bootable: flag,
  createdAt: instant,
  description: text,
  encrypted: flag,
  encryptionParameters: open,
  imageConfig: open,
  labels: open,
  name: text,
  performanceClass: text,
  serverId: text,
  size: whole,
  source: open,
  status: text,
  updatedAt: instant,
});

export const Snapshot = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  availabilityZone: text,
  createdAt: instant,
  description: text,
  labels: open,
  name: text,
  size: whole,
  status: text,
  updatedAt: instant,
  volumeId: text,
});

export const Backup = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  availabilityZone: text,
  createdAt: instant,
  description: text,
  encrypted: flag,
  labels: open,
  name: text,
  size: whole,
  snapshotId: text,
  status: text,
  updatedAt: instant,
  volumeId: text,
});

export const Network = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  createdAt: instant,
  dhcp: flag,
  ipv4: open,
  ipv6: open,
  labels: open,
  name: text,
  routed: flag,
  routingTableId: text,
  status: text,
  updatedAt: instant,
  vpcId: text,
});

export const NetworkInterface = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  allowedAddresses: list,
  description: text,
  device: text,
  ipv4: text,
  ipv6: text,
  labels: open,
  mac: text,
  name: text,
  networkId: text,
  nicSecurity: flag,
  securityGroups: list,
  status: text,
  type: text,
});

export const PublicIp = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  ip: text,
  labels: open,
  networkInterface: text,
});

export const SecurityGroup = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  createdAt: instant,
  description: text,
  labels: open,
  name: text,
  rules: list,
  stateful: flag,
  updatedAt: instant,
});

export const SecurityGroupRule = z.looseObject({
  securityGroupId: z.string().meta({ title: 'Security group' }),
  id: z.string().meta({ title: 'Id' }),
  createdAt: instant,
  description: text,
  direction: text,
  ethertype: text,
  icmpParameters: open,
  ipRange: text,
  portRange: open,
  remoteSecurityGroupId: text,
  updatedAt: instant,
  protocol: open,
});

export const Image = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  agent: open,
  checksum: open,
  config: open,
  createdAt: instant,
  diskFormat: text,
  importProgress: whole,
  labels: open,
  minDiskSize: whole,
  minRam: whole,
  name: text,
  owner: text,
  protected: flag,
  scope: text,
  size: whole,
  status: text,
  updatedAt: instant,
});

export const Keypair = z.looseObject({
  name: z.string().meta({ title: 'Name' }),
  createdAt: instant,
  fingerprint: text,
  labels: open,
  publicKey: text,
  updatedAt: instant,
});

export const DnsZone = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  acl: text,
  active: flag,
  contactEmail: text,
  creationFinished: text,
  creationStarted: text,
  defaultTTL: whole,
  description: text,
  dnsName: text,
  error: text,
  expireTime: whole,
  extensions: open,
  isReverseZone: flag,
  labels: list,
  name: text,
  negativeCache: whole,
  primaries: list,
  primaryNameServer: text,
  recordCount: whole,
  refreshTime: whole,
  retryTime: whole,
  serialNumber: whole,
  state: text,
  type: text,
  updateFinished: text,
  updateStarted: text,
  visibility: text,
});

export const DnsRecordSet = z.looseObject({
  zoneId: z.string().meta({ title: 'Zone' }),
  id: z.string().meta({ title: 'Id' }),
  active: flag,
  comment: text,
  creationFinished: text,
  creationStarted: text,
  error: text,
  name: text,
  records: list,
  state: text,
  ttl: whole,
  type: text,
  updateFinished: text,
  updateStarted: text,
});

export const Cluster = z.looseObject({
  name: z.string().meta({ title: 'Name' }),
  access: open,
  audit: open,
  extensions: open,
  hibernation: open,
  kubernetes: open,
  labels: open,
  maintenance: open,
  network: open,
  nodepools: list,
  status: open,
});
