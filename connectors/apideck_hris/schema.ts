import { z } from 'zod';

/** Records of Apideck's HRIS API. @see https://developers.apideck.com/apis/hris/reference */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const number = z.number().nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.json()).nullish();

export const Employee = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  addresses: list,
  bank_accounts: list,
  birthday: text,
  company_id: text,
  company_name: text,
  compensations: list,
  country_of_birth: text,
  created_at: instant,
  created_by: text,
  custom_fields: list,
  custom_mappings: open,
  deceased_on: text,
  deleted: flag,
  department: text,
  department_id: text,
  department_name: text,
  description: text,
  dietary_preference: text,
  direct_reports: list,
  display_name: text,
  division: text,
  division_id: text,
  emails: list,
  employee_number: text,
  employment_end_date: text,
  employment_role: open,
  employment_start_date: text,
  employment_status: text,
  first_name: text,
  gender: text,
  jobs: list,
  last_name: text,
  manager: open,
  middle_name: text,
  phone_numbers: list,
  preferred_name: text,
  tags: list,
  team: open,
  timezone: text,
  title: text,
  updated_at: instant,
  works_remote: flag,
});

export const Company = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  addresses: list,
  company_number: text,
  created_at: instant,
  created_by: text,
  currency: text,
  custom_mappings: open,
  debtor_id: text,
  deleted: flag,
  display_name: text,
  emails: list,
  legal_name: text,
  phone_numbers: list,
  status: text,
  subdomain: text,
  updated_at: instant,
  updated_by: text,
  websites: list,
});

export const Department = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  code: text,
  created_at: instant,
  created_by: text,
  custom_mappings: open,
  description: text,
  name: text,
  parent_id: text,
  updated_at: instant,
  updated_by: text,
});

export const Payroll = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  check_date: text,
  company_id: text,
  compensations: list,
  custom_mappings: open,
  end_date: text,
  processed: flag,
  processed_date: text,
  start_date: text,
  totals: open,
});

export const TimeOffRequest = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  amount: number,
  approval_date: text,
  created_at: instant,
  created_by: text,
  custom_mappings: open,
  description: text,
  employee_id: text,
  end_date: text,
  notes: open,
  policy_id: text,
  request_date: text,
  request_type: text,
  start_date: text,
  status: text,
  units: text,
  updated_at: instant,
  updated_by: text,
});
