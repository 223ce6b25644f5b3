import { z } from 'zod';

/** Records of Twilio's API. Times are written as RFC 2822 does. @see https://www.twilio.com/docs/usage/twilios-response */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const open = z.record(z.string(), z.json()).nullish();
const sid = z.string().nullable().meta({ title: 'SID' });
const common = { sid, account_sid: text, date_created: text, date_updated: text };
const named = { friendly_name: text.meta({ title: 'Name' }) };

export const Message = z.looseObject({
  ...common,
  date_sent: text,
  from: text.meta({ title: 'Sender' }),
  to: text.meta({ title: 'Recipient' }),
  body: text.meta({ title: 'Text' }),
  status: text,
  direction: text,
  num_segments: text,
  num_media: text,
  price: text,
  price_unit: text,
  error_message: text,
  messaging_service_sid: text,
});

export const Call = z.looseObject({
  ...common,
  from: text.meta({ title: 'Caller' }),
  to: text.meta({ title: 'Callee' }),
  status: text,
  direction: text,
  start_time: text,
  end_time: text,
  duration: text.meta({ title: 'Duration in seconds' }),
  answered_by: text,
  parent_call_sid: text,
  price: text,
  price_unit: text,
});

export const PhoneNumber = z.looseObject({
  ...common,
  ...named,
  phone_number: text.meta({ title: 'Phone number' }),
  capabilities: open,
  status: text,
  voice_url: text,
  sms_url: text,
  voice_application_sid: text,
  sms_application_sid: text,
  trunk_sid: text,
});

export const CallerId = z.looseObject({ ...common, ...named, phone_number: text.meta({ title: 'Phone number' }) });

export const Recording = z.looseObject({
  ...common,
  call_sid: text,
  conference_sid: text,
  start_time: text,
  duration: text.meta({ title: 'Duration in seconds' }),
  status: text,
  source: text,
  price: text,
});

export const Conference = z.looseObject({
  ...common,
  ...named,
  status: text,
  region: text,
  reason_conference_ended: text,
});

export const Application = z.looseObject({
  ...common,
  ...named,
  voice_url: text,
  sms_url: text,
  status_callback: text,
  message_status_callback: text,
});

export const Address = z.looseObject({
  ...common,
  ...named,
  customer_name: text,
  street: text,
  city: text,
  region: text,
  postal_code: text,
  iso_country: text,
  verified: flag,
  validated: flag,
});

export const Key = z.looseObject({ sid, ...named, date_created: text, date_updated: text });

export const UsageRecord = z.looseObject({
  category: text.meta({ title: 'Category' }),
  start_date: text.meta({ title: 'From' }),
  end_date: text.meta({ title: 'To' }),
  account_sid: text,
  description: text,
  count: text,
  count_unit: text,
  usage: text,
  usage_unit: text,
  price_unit: text,
});

export const Account = z.looseObject({
  sid,
  ...named,
  status: text.meta({ title: 'active, suspended or closed' }),
  type: text,
  owner_account_sid: text,
  date_created: text,
  date_updated: text,
});
