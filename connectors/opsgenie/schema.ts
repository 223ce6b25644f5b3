import { z } from 'zod';

/** Records of the Opsgenie REST API: the fields that integrations use. @see https://docs.opsgenie.com/docs/api-overview */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const texts = z.array(z.string()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.looseObject({})).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const named = z.looseObject({ id: text, name: text }).nullish();
const id = z.string().meta({ title: 'Id' });

export const Alert = z.looseObject({
  id,
  tinyId: text,
  alias: text,
  message: text,
  status: text.meta({ title: 'open or closed' }),
  acknowledged: flag,
  isSeen: flag,
  snoozed: flag,
  snoozedUntil: instant,
  count: whole,
  priority: text.meta({ title: 'P1 to P5' }),
  source: text,
  owner: text,
  tags: texts,
  responders: list,
  integration: open,
  createdAt: instant,
  updatedAt: instant,
  lastOccurredAt: instant,
});

export const Incident = z.looseObject({
  id,
  tinyId: text,
  message: text,
  status: text.meta({ title: 'open, resolved or closed' }),
  priority: text,
  tags: texts,
  ownerTeam: text,
  responders: list,
  extraProperties: open,
  createdAt: instant,
  updatedAt: instant,
});

export const User = z.looseObject({
  id,
  username: text.meta({ title: 'E-mail address' }),
  fullName: text,
  role: named,
  timeZone: text,
  locale: text,
  blocked: flag,
  verified: flag,
  tags: texts,
  details: open,
  userAddress: open,
  createdAt: instant,
});

export const Team = z.looseObject({ id, name: text, description: text });

export const Schedule = z.looseObject({
  id,
  name: text,
  description: text,
  timezone: text,
  enabled: flag,
  ownerTeam: named,
  rotations: list,
});

export const Escalation = z.looseObject({
  id,
  name: text,
  description: text,
  ownerTeam: named,
  rules: list,
  repeat: open,
});

export const Integration = z.looseObject({ id, name: text, type: text, enabled: flag });

export const Heartbeat = z.looseObject({
  name: z.string().meta({ title: 'Name' }),
  description: text,
  interval: whole,
  intervalUnit: text.meta({ title: 'minutes, hours or days' }),
  enabled: flag,
  expired: flag,
  lastPingTime: instant,
});

export const Maintenance = z.looseObject({ id, status: text, description: text, time: open });

export const ForwardingRule = z.looseObject({
  id,
  alias: text,
  fromUser: open,
  toUser: open,
  startDate: instant,
  endDate: instant,
});

export const Role = z.looseObject({
  id,
  name: text,
  extendedRole: text,
  grantedRights: texts,
  disallowedRights: texts,
});
