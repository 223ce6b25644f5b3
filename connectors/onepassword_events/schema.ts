import { z } from 'zod';

/** Events of the 1Password Events API. @see https://developer.1password.com/docs/events-api/reference */

const uuid = z.string().meta({ title: 'Id of the event' });
const text = z.string().nullish();
const open = z.record(z.string(), z.json()).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });

export const AuditEvent = z.looseObject({
  uuid,
  timestamp: instant,
  actor_uuid: text,
  action: text,
  object_type: text,
  object_uuid: text,
  aux_id: z.int().nullish(),
  aux_uuid: text,
  aux_info: text,
  session: open,
  location: open,
});

export const ItemUsage = z.looseObject({
  uuid,
  timestamp: instant,
  action: text,
  vault_uuid: text,
  item_uuid: text,
  used_version: z.int().nullish(),
  user: open,
  client: open,
  location: open,
});

export const SignInAttempt = z.looseObject({
  uuid,
  timestamp: instant,
  session_uuid: text,
  category: text.meta({ title: 'success, credentials_failed, mfa_failed, …' }),
  type: text,
  country: text,
  target_user: open,
  client: open,
  details: open,
  location: open,
});
