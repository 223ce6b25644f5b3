import { z } from 'zod';

/** Records of the Probely API: the fields that integrations use. @see https://developers.probely.com/ */

const id = z.string().meta({ title: 'Id' });
const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const list = z.array(z.json()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const targetId = z.string().meta({ title: 'Id of the target' });

export const Target = z.looseObject({
  id,
  name: text,
  type: text,
  enabled: flag,
  environment: text.meta({ title: 'testing or production' }),
  scan_profile: text,
  labels: list,
  site: open,
  assets: list,
  changed: instant,
});

export const Finding = z.looseObject({
  id: z.union([z.string(), z.int()]).meta({ title: 'Id within the target' }),
  target_id: targetId,
  definition: open,
  severity: z.union([z.int(), z.string()]).nullish().meta({ title: '10 low, 20 medium, 30 high' }),
  state: text.meta({ title: 'notfixed, invalid, accepted or fixed' }),
  cvss_score: z.number().nullish(),
  cvss_vector: text,
  url: text,
  path: text,
  method: text,
  parameter: text,
  evidence: text,
  fix: text,
  assignee: open,
  labels: list,
  comment: text,
  last_found: instant,
  changed: instant,
});

export const FindingUpdate = z.looseObject({
  id: z.union([z.string(), z.int()]),
  target_id: targetId,
  state: z.enum(['notfixed', 'invalid', 'accepted', 'fixed']).optional(),
  comment: z.string().optional(),
});

export const Scan = z.looseObject({
  id,
  target_id: targetId,
  status: text,
  scan_profile: text,
  highs: whole,
  mediums: whole,
  lows: whole,
  created: instant,
  started: instant,
  completed: instant,
  changed: instant,
});

export const User = z.looseObject({
  id,
  email: text,
  name: text,
  title: text,
  is_active: flag,
  is_admin: flag,
  is_billing_admin: flag,
  changed: instant,
});

export const Label = z.looseObject({ id, name: text });

export const VulnerabilityDefinition = z.looseObject({ id, name: text, desc: text });
