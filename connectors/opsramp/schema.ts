import { z } from 'zod';

const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.json()).nullish();

export const Incident = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  subject: text,
  description: text,
  status: text,
  priority: text,
  extTicketId: text,
  assignedUser: open,
  assigneeGroup: open,
  requester: open,
  createdUser: open,
  category: open,
  subCategory: open,
  resources: list,
  client: open,
  cc: text,
  customFields: list,
  alertIds: list,
  createdDate: text,
  updatedDate: text,
});

export const Resource = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  name: text,
  hostName: text,
  aliasName: text,
  resourceType: text,
  deviceType: text,
  type: text,
  state: text,
  ipAddress: text,
  macAddress: text,
  serialNumber: text,
  make: text,
  model: text,
  extResourceId: text,
  description: text,
  agentInstalled: flag,
  client: open,
  location: open,
  createdDate: text,
  updatedDate: text,
});

export const Site = z.looseObject({
  id: z.int().meta({ title: 'Id' }),
  name: text,
  description: text,
  address: text,
  city: text,
  state: text,
  country: text,
  zip: text,
  phoneNumber: text,
  phoneExtension: text,
  parent: open,
  primaryContact: open,
  clientId: whole,
});

export const MaintenanceWindow = z.looseObject({
  uniqueId: z.string().meta({ title: 'Id' }),
  name: text,
  status: text,
  schedule: open,
  runRBA: flag,
  installPatch: flag,
  createdTime: text,
  updatedTime: text,
});
