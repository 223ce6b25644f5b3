import { z } from 'zod';

/** Records of Harri's Open API. @see https://developer.harri.com/employees/ */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.json()).nullish();

export const Employee = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  email: text,
  first_name: text,
  last_name: text,
  middle_name: text,
  geid: text,
  birth_date: text,
  phone: text,
  home_phone: text,
  blocked_from_rehire: flag,
  known_as: text,
  national_number: text,
  title: text,
  locations: list,
});

export const Position = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  code: text,
  name: text,
  category: open,
});

export const Location = z.looseObject({
  id: z.number().meta({ title: 'Id' }),
  name: text,
  country_code: text,
  state_code: text,
  city: text,
  type: text,
});

export const JobTitle = z.looseObject({
  id: z.number().meta({ title: 'Id' }),
  code: text,
  name: text,
  skill_needed: flag,
  color: text,
  status: text,
});

export const TerminationReason = z.looseObject({
  name: z.string().meta({ title: 'Id' }),
  code: text,
});

export const AbsenceRequest = z.looseObject({
  id: z.number().meta({ title: 'Id' }),
  absence_type: text,
  start_date: text,
  end_date: text,
  projected_end_date: text,
  status: text,
  reason_option: open,
  reason_description: text,
  submitted_on: instant,
  days: list,
  employee_id: text,
  location_id: text,
});

export const Event = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  event_code: text,
  webhook: text,
  status: text,
  publish_time: text,
  location_id: text,
  payload: open,
});

export const CorporateUser = z.looseObject({
  id: z.int().meta({ title: 'Id' }),
  first_name: text,
  last_name: text,
  email: text,
  external_id: text,
  phone: text,
  franchisees_ids: list,
});

export const Subscription = z.looseObject({
  id: z.int().meta({ title: 'Id' }),
  event_code: text,
  webhook_url: text,
  subscription_auth_type: text,
  auth_config: open,
});
