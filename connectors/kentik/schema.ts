import { z } from 'zod';

/** Records of the Kentik API: the fields that integrations use. @see https://github.com/kentik/api-schema-public */

const text = z.string().nullish();
const number = z.number().nullish();
const texts = z.array(z.string()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.looseObject({})).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const id = text.meta({ title: 'Id' });

export const Device = z.looseObject({
  id,
  deviceName: text,
  deviceAlias: text,
  deviceDescription: text,
  deviceType: text,
  deviceSubtype: text,
  deviceStatus: text,
  deviceFlowType: text,
  deviceSampleRate: text,
  deviceSnmpIp: text,
  deviceVendorType: text,
  deviceModelType: text,
  deviceManufacturer: text,
  osName: text,
  osVersion: text,
  serialNumber: text,
  role: text,
  sendingIps: texts,
  site: open,
  plan: open,
  labels: list,
  createdDate: instant,
  updatedDate: instant,
});

export const Alert = z.looseObject({
  id,
  source: open,
  state: text,
  severity: text,
  highestSeverity: text,
  startTimeAt: instant,
  endTimeAt: instant,
  eventStartTimeAt: instant,
  acknowledgement: open,
  mitigationId: text,
  externalContexts: list,
});

export const Agent = z.looseObject({
  id,
  alias: text,
  siteName: text,
  siteId: text,
  status: text,
  type: text,
  os: text,
  ip: text,
  localIp: text,
  version: text,
  city: text,
  region: text,
  country: text,
  lat: number,
  long: number,
  cloudProvider: text,
  cloudRegion: text,
  testIds: texts,
  labels: texts,
  lastAuthed: instant,
});

export const Test = z.looseObject({
  id,
  name: text,
  type: text,
  status: text,
  settings: open,
  labels: texts,
  cdate: instant,
  edate: instant,
  createdBy: open,
  lastUpdatedBy: open,
});

export const AgentAlert = z.looseObject({
  id,
  agentId: text,
  agentName: text,
  thresholdSeconds: number,
  notificationChannelIds: texts,
});
