import { z } from 'zod';

/** Records of the UniFi Network API: the fields that integrations use. @see https://developer.ui.com/network/ */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const amount = z.number().nullish();
const texts = z.array(z.string()).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const open = z.record(z.string(), z.json()).nullish();
const ofSite = {
  id: z.string().optional().meta({ title: 'Id' }),
  site_id: z.string().optional().meta({ title: 'Id of the site' }),
};

export const Site = z.looseObject({ id: z.string().meta({ title: 'Id' }), internalReference: text, name: text });

const hardware = {
  macAddress: text.meta({ title: 'MAC address', example: '94:2a:6f:26:c6:ca' }),
  ipAddress: text,
  model: text,
  state: text.meta({ title: 'ONLINE, OFFLINE, PENDING_ADOPTION, UPDATING, …' }),
  supported: flag,
  firmwareVersion: text,
  firmwareUpdatable: flag,
  features: texts,
};

export const Device = z.looseObject({ ...ofSite, name: text, ...hardware, interfaces: texts });
export const PendingDevice = z.looseObject({ ...hardware, adoptionTargetSiteIds: texts });

export const Client = z.looseObject({
  ...ofSite,
  type: text.meta({ title: 'WIRED, WIRELESS, VPN or TELEPORT' }),
  name: text,
  ipAddress: text,
  macAddress: text,
  connectedAt: instant,
  uplinkDeviceId: text,
});

export const Network = z.looseObject({
  ...ofSite,
  management: text.meta({ title: 'Who manages it: UNMANAGED, GATEWAY or SWITCH' }),
  name: text,
  enabled: flag,
  vlanId: amount,
  default: flag,
});

export const WifiBroadcast = z.looseObject({
  ...ofSite,
  type: text,
  name: text.meta({ title: 'Name (SSID)' }),
  enabled: flag,
  network: open,
  securityConfiguration: open,
});

export const FirewallZone = z.looseObject({ ...ofSite, name: text, networkIds: texts });

export const FirewallPolicy = z.looseObject({
  ...ofSite,
  name: text,
  description: text,
  enabled: flag,
  index: amount,
  action: open,
  source: open,
  destination: open,
  loggingEnabled: flag,
});

export const AclRule = z.looseObject({
  ...ofSite,
  type: text,
  name: text,
  description: text,
  enabled: flag,
  action: text.meta({ title: 'ALLOW or BLOCK' }),
  index: amount,
});

export const DnsPolicy = z.looseObject({
  ...ofSite,
  type: text.meta({ title: 'A_RECORD, CNAME_RECORD, FORWARD_DOMAIN, …' }),
  enabled: flag,
  domain: text,
});

export const TrafficMatchingList = z.looseObject({ ...ofSite, type: text, name: text });

export const Voucher = z.looseObject({
  ...ofSite,
  name: text,
  code: text,
  createdAt: instant,
  activatedAt: instant,
  expiresAt: instant,
  expired: flag,
  authorizedGuestLimit: amount,
  authorizedGuestCount: amount,
  timeLimitMinutes: amount,
});
