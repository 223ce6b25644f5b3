import { z } from 'zod';

/** Records of the Tailscale API: the fields that integrations use. @see https://tailscale.com/api */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const amount = z.number().nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const texts = z.array(z.string()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const nodeId = z.string().meta({ title: 'Id of the device', example: 'n5SUKe8CNTRL' });

export const Device = z.looseObject({
  nodeId,
  id: text.meta({ title: 'Legacy id' }),
  name: text.meta({ title: 'MagicDNS name', example: 'pangolin.tailfe8c.ts.net' }),
  hostname: text.meta({ title: 'Name of the machine' }),
  user: text.meta({ title: 'User who registered the device' }),
  addresses: texts,
  os: text,
  clientVersion: text,
  updateAvailable: flag,
  created: instant,
  lastSeen: instant,
  expires: instant,
  keyExpiryDisabled: flag,
  authorized: flag,
  isExternal: flag,
  blocksIncomingConnections: flag,
  tags: texts,
  enabledRoutes: texts,
  advertisedRoutes: texts,
  postureIdentity: open,
});

export const DeviceAuthorization = z.strictObject({
  nodeId,
  authorized: z.boolean().meta({ title: 'Whether the device is authorized' }),
});

export const DeviceTags = z.strictObject({
  nodeId,
  tags: z.array(z.string()).meta({ title: 'All tags of the device', example: ['tag:server'] }),
});

export const DeviceRoutes = z.strictObject({
  nodeId,
  routes: z.array(z.string()).meta({ title: 'All enabled subnet routes', example: ['10.0.0.0/16'] }),
});

export const User = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  displayName: text,
  loginName: text.meta({ title: 'Login name', example: 'amelie@example.com' }),
  profilePicUrl: text,
  tailnetId: text,
  created: instant,
  type: text.meta({ title: 'member or shared' }),
  role: text.meta({ title: 'owner, admin, it-admin, network-admin, billing-admin, auditor or member' }),
  status: text.meta({ title: 'active, idle, suspended, needs-approval or over-billing-limit' }),
  deviceCount: amount,
  lastSeen: instant,
  currentlyConnected: flag,
});

export const UserRole = z.strictObject({
  id: z.string().meta({ title: 'Id of the user' }),
  role: z.string().meta({ title: 'Role: admin, it-admin, network-admin, billing-admin, auditor or member' }),
});

export const UserInvite = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  role: text,
  tailnetId: z.union([z.number(), z.string()]).nullish(),
  inviterId: z.union([z.number(), z.string()]).nullish(),
  email: text,
  lastEmailSentAt: instant,
  inviteUrl: text,
});

export const Key = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  keyType: text.meta({ title: 'auth, api, client or federated' }),
  description: text,
  userId: text,
  created: instant,
  expires: instant,
  revoked: instant,
  invalid: flag,
  capabilities: open,
  scopes: texts,
  tags: texts,
});

export const NewKey = z.looseObject({
  keyType: z.string().optional().meta({ title: 'auth or client' }),
  description: z.string().optional(),
  expirySeconds: z.int().optional().meta({ title: 'Lifetime in seconds' }),
  capabilities: z.record(z.string(), z.json()).optional(),
  scopes: z.array(z.string()).optional(),
  tags: z.array(z.string()).optional(),
});

export const Hook = z.looseObject({
  endpointId: z.string().meta({ title: 'Id' }),
  endpointUrl: text,
  providerType: text,
  creatorLoginName: text,
  created: instant,
  lastModified: instant,
  subscriptions: texts,
});

export const NewHook = z.looseObject({
  endpointUrl: z.string().meta({ title: 'Address', example: 'https://example.com/tailscale' }),
  providerType: z.string().optional().meta({ title: 'slack, mattermost, googlechat or discord; otherwise generic' }),
  subscriptions: z.array(z.string()).meta({ title: 'Events', example: ['nodeCreated'] }),
});

export const HookChange = z.looseObject({
  endpointId: z.string().meta({ title: 'Id' }),
  subscriptions: z.array(z.string()).meta({ title: 'Events' }),
});
