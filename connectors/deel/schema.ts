import { z } from 'zod';

/** Records of the Deel API: the fields that integrations use. @see https://developer.deel.com/llms.txt */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const amount = z.number().nullish();
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.looseObject({})).nullish();
const instant = z.string().nullish();
const id = z.string().meta({ title: 'Id' });
const dates = { created_at: instant, updated_at: instant };

export const Person = z.looseObject({
  id,
  worker_id: text,
  external_id: text,
  first_name: text,
  last_name: text,
  full_name: text,
  emails: list,
  job_title: text,
  seniority: text,
  country: text,
  state: text,
  timezone: text,
  hiring_type: text,
  hiring_status: text,
  department: open,
  direct_manager: open,
  employments: list,
  addresses: list,
  birth_date: text,
  start_date: text,
  completion_date: text,
  ...dates,
});

export const Contract = z.looseObject({
  id,
  type: text,
  title: text,
  status: text,
  external_id: text,
  client: open,
  worker: open,
  signatures: open,
  is_archived: flag,
  termination_date: text,
  created_at: instant,
});

export const Group = z.looseObject({ id, name: text, status: text, archived_at: instant, ...dates });

export const LegalEntity = z.looseObject({
  id,
  name: text,
  entity_type: text,
  country: text,
  phone: text,
  vat_id: text,
  address: open,
  archived_at: instant,
  ...dates,
});

export const Named = z.looseObject({ id, name: text });
export const Department = z.looseObject({ id, name: text, parent: text });
export const Manager = z.looseObject({ id, email: text, first_name: text, last_name: text });
export const Role = z.looseObject({ id: z.number().meta({ title: 'Id' }), name: text, scope: text });

export const TimeOff = z.looseObject({
  id,
  status: text,
  amount,
  is_paid: flag,
  reason: text,
  description: text,
  start_date: text,
  end_date: text,
  time_off_type: open,
  time_off_type_id: text,
  recipient_profile: open,
  requester_profile: open,
  contract_oid: text,
  requested_at: text,
  approved_at: instant,
  ...dates,
});

export const Timesheet = z.looseObject({
  id,
  type: text,
  status: text,
  description: text,
  contract: open,
  quantity: amount,
  total_amount: text,
  currency_code: text,
  date_submitted: instant,
  created_at: instant,
});

export const Asset = z.looseObject({
  id,
  status: text,
  grade: text,
  serial_number: text,
  location: text,
  product: open,
  assigned_user: open,
  assigned_warehouse: open,
  ownership: open,
  purchase_date: text,
  purchase_value: open,
  ...dates,
});

export const Order = z.looseObject({ id, status: text, user: open, order_items: list, ...dates });
