import { z } from 'zod';

/** Records of SendGrid's Web API v3. @see https://www.twilio.com/docs/sendgrid/api-reference */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const number = z.number().nullish();
const list = z.array(z.json()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const email = z.string().meta({ title: 'E-mail address' });
const created = number.meta({ title: 'Created, in seconds since 1970' });
const name = text.meta({ title: 'Name' });

export const Teammate = z.looseObject({
  username: z.string().meta({ title: 'User name' }),
  email: text.meta({ title: 'E-mail address' }),
  first_name: text,
  last_name: text,
  user_type: text.meta({ title: 'admin, owner or teammate' }),
  is_admin: flag,
  phone: text,
});

export const Subuser = z.looseObject({
  username: z.string().meta({ title: 'User name' }),
  id: number,
  email: text.meta({ title: 'E-mail address' }),
  disabled: flag,
});

export const Refusal = z.looseObject({ email, created, reason: text, status: text });
export const InvalidEmail = z.looseObject({ email, created, reason: text });
export const SpamReport = z.looseObject({ email, created, ip: text });
export const Unsubscribe = z.looseObject({ email, created });

export const UnsubscribeGroup = z.looseObject({
  id: z.number().meta({ title: 'Id' }),
  name,
  description: text,
  is_default: flag,
});

export const GroupUnsubscribe = z.looseObject({
  group_id: z.int().meta({ title: 'Group' }),
  email,
  group_name: text,
  created_at: number,
});

const id = z.string().meta({ title: 'Id' });

export const MarketingList = z.looseObject({ id, name, contact_count: number });

export const SingleSend = z.looseObject({
  id,
  name,
  status: text.meta({ title: 'draft, scheduled or triggered' }),
  categories: list,
  send_at: text,
  created_at: text,
  updated_at: text,
});

export const Template = z.looseObject({
  id,
  name,
  generation: text.meta({ title: 'legacy or dynamic' }),
  versions: list,
});

export const Domain = z.looseObject({
  id: z.number().meta({ title: 'Id' }),
  domain: text.meta({ title: 'Domain' }),
  subdomain: text,
  username: text,
  valid: flag,
  default: flag,
  automatic_security: flag,
  dns: open,
});

export const ApiKey = z.looseObject({ api_key_id: id, name });
