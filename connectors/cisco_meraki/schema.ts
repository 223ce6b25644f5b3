import { z } from 'zod';

/** Records of the Meraki Dashboard API: the fields that integrations use. @see https://developer.cisco.com/meraki/api-v1/ */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const count = z.number().nullish();
const texts = z.array(z.string()).nullish();
const list = z.array(z.json()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const id = z.string().meta({ title: 'Id' });
/** Of the network that the record was read for. */
const networkId = z.string().optional();

export const Organization = z.object({ id, name: text, url: text });
export const Network = z.object({
  id,
  organizationId: text,
  name: text,
  productTypes: texts,
  timeZone: text,
  tags: texts,
  notes: text,
  url: text,
  isBoundToConfigTemplate: flag,
});
export const Device = z.object({
  serial: z.string().meta({ title: 'Serial number' }),
  name: text,
  model: text,
  mac: text,
  networkId: text,
  productType: text,
  firmware: text,
  lanIp: text,
  address: text,
  notes: text,
  tags: texts,
  lat: count,
  lng: count,
});
export const InventoryDevice = z.object({
  serial: z.string(),
  mac: text,
  name: text,
  model: text,
  networkId: text,
  orderNumber: text,
  claimedAt: text,
  productType: text,
  licenseExpirationDate: text,
});
export const DeviceStatus = z.object({
  serial: z.string(),
  name: text,
  mac: text,
  networkId: text,
  status: text,
  model: text,
  publicIp: text,
  lanIp: text,
  lastReportedAt: text,
  productType: text,
});
export const Availability = z.object({ serial: z.string(), name: text, mac: text, productType: text, status: text });
export const UplinkStatus = z.object({
  serial: z.string(),
  networkId: text,
  model: text,
  lastReportedAt: text,
  uplinks: list,
});
export const Client = z.object({
  id,
  networkId,
  mac: text,
  ip: text,
  description: text,
  manufacturer: text,
  os: text,
  user: text,
  vlan: text,
  ssid: text,
  status: text,
  firstSeen: z.union([z.number(), z.string()]).nullish(),
  lastSeen: z.union([z.number(), z.string()]).nullish(),
  recentDeviceSerial: text,
});
export const Admin = z.object({
  id,
  name: text,
  email: text,
  orgAccess: text.meta({ title: 'full, read-only, enterprise or none' }),
  accountStatus: text,
  authenticationMethod: text,
  twoFactorAuthEnabled: flag,
  lastActive: text,
  tags: list,
  networks: list,
});
export const SamlRole = z.object({ id, role: text, orgAccess: text });
export const Change = z.object({
  ts: z.string(),
  adminName: text,
  adminEmail: text,
  adminId: text,
  networkId: text,
  networkName: text,
  page: text,
  label: text,
  oldValue: text,
  newValue: text,
});
export const SecurityEvent = z.object({
  ts: z.string(),
  eventType: text,
  clientName: text,
  clientMac: text,
  srcIp: text,
  destIp: text,
});
export const License = z.object({
  id,
  licenseType: text,
  orderNumber: text,
  deviceSerial: text,
  networkId: text,
  state: text,
  seatCount: count,
  expirationDate: text,
});
export const PolicyObject = z.object({
  id,
  name: text,
  category: text,
  type: text,
  cidr: text,
  fqdn: text,
  networkIds: texts,
});
export const PolicyGroup = z.object({ id, name: text, category: text, objectIds: texts, networkIds: texts });
export const Template = z.object({ id, name: text, productTypes: texts, timeZone: text });
export const GroupPolicy = z.object({ groupPolicyId: z.string(), networkId, name: text, bandwidth: open });
export const Vlan = z.object({
  id: z.union([z.int(), z.string()]),
  networkId,
  name: text,
  subnet: text,
  applianceIp: text,
});
export const Ssid = z.object({
  number: z.int(),
  networkId,
  name: text,
  enabled: flag,
  authMode: text,
  encryptionMode: text,
});
export const AuthUser = z.object({
  id,
  networkId,
  email: text,
  name: text,
  accountType: text,
  isAdmin: flag,
  createdAt: text,
  authorizations: list,
});
export const SwitchPorts = z.object({
  serial: z.string(),
  name: text,
  mac: text,
  model: text,
  network: open,
  ports: list,
});
export const ManagedDevice = z.object({
  id,
  networkId,
  name: text,
  serialNumber: text,
  systemModel: text,
  osName: text,
  uuid: text,
  wifiMac: text,
  ssid: text,
});
export const Webhook = z.object({ id, networkId, name: text, url: text });
