import { z } from 'zod';

/** Records of Merge's HRIS API. @see https://docs.merge.dev/merge-unified/hris/overview */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const number = z.number().nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.json()).nullish();

export const BankInfo = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  remote_id: text,
  created_at: instant,
  modified_at: instant,
  employee: text,
  account_number: text,
  routing_number: text,
  bank_name: text,
  account_type: text,
  remote_created_at: instant,
  remote_was_deleted: flag,
  field_mappings: open,
  remote_data: list,
});

export const Benefit = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  remote_id: text,
  created_at: instant,
  modified_at: instant,
  employee: text,
  provider_name: text,
  benefit_plan_type: text,
  employee_contribution: number,
  company_contribution: number,
  start_date: instant,
  end_date: instant,
  employer_benefit: text,
  remote_was_deleted: flag,
  field_mappings: open,
  remote_data: list,
});

export const Company = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  remote_id: text,
  created_at: instant,
  modified_at: instant,
  legal_name: text,
  display_name: text,
  eins: list,
  remote_was_deleted: flag,
  field_mappings: open,
  remote_data: list,
});

export const Dependent = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  remote_id: text,
  created_at: instant,
  modified_at: instant,
  first_name: text,
  middle_name: text,
  last_name: text,
  relationship: text,
  employee: text,
  date_of_birth: instant,
  gender: text,
  phone_number: text,
  home_location: text,
  is_student: flag,
  ssn: text,
  remote_was_deleted: flag,
  field_mappings: open,
  remote_data: list,
});

export const EmployeePayrollRun = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  remote_id: text,
  created_at: instant,
  modified_at: instant,
  employee: text,
  payroll_run: text,
  gross_pay: number,
  net_pay: number,
  start_date: instant,
  end_date: instant,
  check_date: instant,
  earnings: list,
  deductions: list,
  taxes: list,
  remote_was_deleted: flag,
  field_mappings: open,
  remote_data: list,
});

export const Employee = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  remote_id: text,
  created_at: instant,
  modified_at: instant,
  employee_number: text,
  company: text,
  first_name: text,
  last_name: text,
  preferred_name: text,
  display_full_name: text,
  username: text,
  groups: list,
  work_email: text,
  personal_email: text,
  mobile_phone_number: text,
  employments: list,
  home_location: text,
  work_location: text,
  manager: text,
  team: text,
  pay_group: text,
  ssn: text,
  gender: text,
  ethnicity: text,
  marital_status: text,
});

export const EmployerBenefit = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  remote_id: text,
  created_at: instant,
  modified_at: instant,
  benefit_plan_type: text,
  name: text,
  description: text,
  deduction_code: text,
  remote_was_deleted: flag,
  field_mappings: open,
  remote_data: list,
});

export const Employment = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  remote_id: text,
  created_at: instant,
  modified_at: instant,
  employee: text,
  job_title: text,
  pay_rate: number,
  pay_period: text,
  pay_frequency: text,
  pay_currency: text,
  pay_group: text,
  flsa_status: text,
  effective_date: instant,
  employment_type: text,
  remote_was_deleted: flag,
  field_mappings: open,
  remote_data: list,
});

export const Group = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  remote_id: text,
  created_at: instant,
  modified_at: instant,
  parent_group: text,
  name: text,
  type: text,
  is_commonly_used_as_team: flag,
  remote_was_deleted: flag,
  field_mappings: open,
  remote_data: list,
});

export const Location = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  remote_id: text,
  created_at: instant,
  modified_at: instant,
  name: text,
  phone_number: text,
  street_1: text,
  street_2: text,
  city: text,
  state: text,
  zip_code: text,
  country: text,
  location_type: text,
  remote_was_deleted: flag,
  field_mappings: open,
  remote_data: list,
});

export const PayGroup = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  remote_id: text,
  created_at: instant,
  modified_at: instant,
  pay_group_name: text,
  remote_was_deleted: flag,
  field_mappings: open,
  remote_data: list,
});

export const PayrollRun = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  remote_id: text,
  created_at: instant,
  modified_at: instant,
  run_state: text,
  run_type: text,
  start_date: instant,
  end_date: instant,
  check_date: instant,
  remote_was_deleted: flag,
  field_mappings: open,
  remote_data: list,
});

export const TimeOff = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  remote_id: text,
  created_at: instant,
  modified_at: instant,
  employee: text,
  approver: text,
  status: text,
  employee_note: text,
  units: text,
  amount: number,
  request_type: text,
  start_time: instant,
  end_time: instant,
  remote_was_deleted: flag,
  field_mappings: open,
  remote_data: list,
});

export const TimeOffBalance = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  remote_id: text,
  created_at: instant,
  modified_at: instant,
  employee: text,
  balance: number,
  used: number,
  policy_type: text,
  remote_was_deleted: flag,
  field_mappings: open,
  remote_data: list,
});

export const TimesheetEntry = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  remote_id: text,
  created_at: instant,
  modified_at: instant,
  employee: text,
  hours_worked: number,
  start_time: instant,
  end_time: instant,
  remote_was_deleted: flag,
  field_mappings: open,
  remote_data: list,
});
