import { z } from 'zod';

/** Records of the Splunk On-Call API: the fields that integrations use. @see https://portal.victorops.com/public/api-docs.html */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const texts = z.array(z.string()).nullish();
const list = z.array(z.looseObject({})).nullish();

export const User = z.looseObject({
  username: z.string().meta({ title: 'User name' }),
  firstName: text,
  lastName: text,
  email: text,
  createdAt: instant,
  passwordLastUpdated: instant,
  verified: flag,
});

export const Team = z.looseObject({
  slug: z.string().meta({ title: 'Slug' }),
  name: text,
  memberCount: whole,
  isDefaultTeam: flag,
  version: whole,
});

export const TeamMember = z.looseObject({
  team: z.string().meta({ title: 'Slug of the team' }),
  username: z.string().meta({ title: 'User name' }),
  firstName: text,
  lastName: text,
  // A truth value in examples, a text in the description.
  verified: z.union([z.boolean(), z.string()]).nullish(),
});

export const Incident = z.looseObject({
  incidentNumber: z.string().meta({ title: 'Number' }),
  entityId: text,
  currentPhase: text.meta({ title: 'UNACKED, ACKED or RESOLVED' }),
  startTime: instant,
  lastAlertTime: instant,
  lastAlertId: text,
  alertCount: whole,
  host: text,
  service: text,
  pagedTeams: texts,
  pagedUsers: texts,
  pagedPolicies: list,
  transitions: list,
});

export const EscalationPolicy = z.looseObject({
  policy: z.looseObject({ name: text, slug: text }).nullish(),
  team: z.looseObject({ name: text, slug: text }).nullish(),
});

export const RoutingKey = z.looseObject({
  routingKey: z.string().meta({ title: 'Routing key' }),
  isDefault: flag,
  targets: list,
});

export const OnCall = z.looseObject({
  team: z.looseObject({ name: text, slug: text }).nullish(),
  onCallNow: list,
});

export const Override = z.looseObject({
  publicId: z.string().meta({ title: 'Id' }),
  user: z.record(z.string(), z.json()).nullish(),
  start: instant,
  end: instant,
  timezone: text,
  assignments: list,
});

export const MaintenanceMode = z.looseObject({
  instanceId: z.string().meta({ title: 'Id' }),
  isGlobal: flag,
  startedAt: z.union([z.number(), z.string()]).nullish(),
  startedBy: text,
  targets: list,
});
