import { z } from 'zod';

/** Records of the Gusto API: the fields that integrations use. @see https://docs.gusto.com/app-integrations/reference */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const list = z.array(z.record(z.string(), z.json())).nullish();
const open = z.record(z.string(), z.json()).nullish();
const uuid = z.string().meta({ title: 'UUID' });
/** Changes name the version that they are made to. */
const version = z.string().nullish().meta({ title: 'Version' });
const own = { uuid, version };
/** Of the employee that the record was read for. */
const employee_uuid = z.string().nullish();

/** @see https://docs.gusto.com/app-integrations/reference/get-v1-companies-company_id-employees */
export const Employee = z.object({
  ...own,
  company_uuid: text,
  first_name: text,
  middle_initial: text,
  last_name: text,
  preferred_first_name: text,
  email: text,
  work_email: text,
  phone: text,
  date_of_birth: text,
  manager_uuid: text,
  department: text,
  department_uuid: text,
  title: text,
  terminated: flag,
  onboarded: flag,
  onboarding_status: text,
  current_employment_status: text,
  employee_code: text,
  payment_method: text,
  jobs: list,
  terminations: list,
});
export const Contractor = z.object({
  ...own,
  company_uuid: text,
  type: text.meta({ title: 'Individual or Business' }),
  wage_type: text,
  first_name: text,
  last_name: text,
  business_name: text,
  email: text,
  start_date: text,
  hourly_rate: text,
  is_active: flag,
  onboarded: flag,
  onboarding_status: text,
  department: text,
  department_uuid: text,
});
export const Termination = z.object({
  ...own,
  employee_uuid,
  active: flag,
  cancelable: flag,
  effective_date: text,
  run_termination_payroll: flag,
});
export const Job = z.object({
  ...own,
  employee_uuid,
  title: text,
  hire_date: text,
  primary: flag,
  rate: text,
  payment_unit: text,
  current_compensation_uuid: text,
  compensations: list,
});
export const Address = z.object({
  ...own,
  employee_uuid,
  effective_date: text,
  street_1: text,
  street_2: text,
  city: text,
  state: text,
  zip: text,
  country: text,
  active: flag,
});
export const Employment = z.object({
  employee_uuid,
  hire_date: z.string(),
  termination_date: text,
  employment_status: text,
});
export const Department = z.object({
  uuid: text,
  version,
  company_uuid: text,
  title: text,
  employees: list,
  contractors: list,
});
export const Location = z.object({
  ...own,
  company_uuid: text,
  street_1: text,
  street_2: text,
  city: text,
  state: text,
  zip: text,
  country: text,
  phone_number: text,
  mailing_address: flag,
  filing_address: flag,
  active: flag,
});
export const Admin = z.object({ uuid, email: text, first_name: text, last_name: text, phone: text });
export const Payroll = z.object({
  payroll_uuid: text,
  company_uuid: text,
  check_date: text,
  processed: flag,
  processed_date: text,
  off_cycle: flag,
  pay_period: open,
  totals: open,
});
export const PaySchedule = z.object({ ...own, frequency: text, name: text, anchor_pay_date: text, active: flag });
export const Benefit = z.object({ ...own, description: text, active: flag, benefit_type: z.number().nullish() });
export const TimeOffPolicy = z.object({
  ...own,
  name: text,
  policy_type: text,
  accrual_method: text,
  accrual_rate: text,
  is_active: flag,
});
export const CustomField = z.object({ uuid: text, name: text, type: text, description: text });
export const BankAccount = z.object({ uuid, account_type: text, name: text, verification_status: text });
export const EarningType = z.object({ uuid: text, name: text });
export const Company = z.object({
  uuid: text,
  name: text,
  trade_name: text,
  ein: text,
  entity_type: text,
  company_status: text,
});
