import { z } from 'zod';

/** Records of the Remote API: the fields that integrations use. @see https://developer.remote.com/llms.txt */

const id = z.string().meta({ title: 'Id' });
const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const day = z.string().nullish().meta({ format: 'date' });
const instant = z.string().nullish().meta({ format: 'date-time' });
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.json()).nullish();
const employment = { employment_id: text.meta({ title: 'Employment' }) };

export const Employment = z.looseObject({
  id,
  short_id: text,
  external_id: text,
  full_name: text.meta({ title: 'Full name' }),
  login_email: text.meta({ title: 'E-mail address for signing in' }),
  personal_email: text,
  work_email: text,
  job_title: text,
  department: text,
  department_id: text,
  country: open,
  type: text.meta({ title: 'employee, contractor, direct_employee or global_payroll_employee' }),
  employment_model: text.meta({ title: 'eor, peo or global_payroll' }),
  employment_lifecycle_stage: text,
  status: text,
  work_address_details: open,
});

export const CompanyManager = z.looseObject({
  user_id: id,
  user_name: text.meta({ title: 'Name' }),
  user_email: text.meta({ title: 'E-mail address' }),
  role: text,
  company_id: text,
});

export const CompanyDepartment = z.looseObject({ id, name: text, company_id: text });

export const TimeOff = z.looseObject({
  id,
  ...employment,
  timeoff_type: text.meta({
    title: 'time_off, sick_leave, public_holiday, unpaid_leave, extended_leave or in_lieu_time',
  }),
  status: text.meta({ title: 'requested, approved, cancelled, declined, taken or cancel_requested' }),
  start_date: day,
  end_date: day,
  timezone: text,
  total_minutes: whole,
  timeoff_days: list,
  leave_policy: open,
  notes: text,
  approver_id: text,
  approved_at: instant,
  cancelled_at: text,
  cancel_reason: text,
  automatic: flag,
});

export const Timesheet = z.looseObject({
  id,
  ...employment,
  country_code: text,
  start_date: day,
  end_date: day,
  status: text.meta({ title: 'open, submitted, approved, in_calibration or processed' }),
  submitted_at: text,
  notes: text,
  regular_hours: open,
  overtime_hours: open,
  total_hours: open,
  time_trackings: list,
});

export const Expense = z.looseObject({
  id,
  ...employment,
  title: text,
  status: text,
  amount: whole.meta({ title: 'Amount in the smallest unit of its currency' }),
  currency: open,
  converted_amount: whole,
  converted_currency: open,
  tax_amount: whole,
  expense_date: day,
  expense_category: open,
  reason: text,
  notes: text,
  reviewed_at: day,
  reviewer: open,
  receipts: list,
});

export const Incentive = z.looseObject({
  id,
  ...employment,
  type: text,
  status: text,
  amount: whole,
  amount_tax_type: text.meta({ title: 'gross or net' }),
  effective_date: day,
  expected_payout_date: day,
  period_start: day,
  period_end: day,
  recurring_incentive_id: text,
  note: text,
});

export const Payslip = z.looseObject({
  id,
  ...employment,
  issued_at: day,
  expected_payout_date: day,
  net_pay_source_amount: whole,
  net_pay_converted_amount: whole,
});

export const Offboarding = z.looseObject({
  id,
  ...employment,
  type: text.meta({ title: 'resignation or termination' }),
  status: text.meta({ title: 'submitted, in_review, done or canceled' }),
  requested_by: text,
  reason_description: text,
  additional_comments: text,
  submitted_at: text,
  termination_date: day,
});

export const ContractAmendment = z.looseObject({
  id,
  ...employment,
  status: text.meta({ title: 'submitted, in_review, done, canceled or deleted' }),
  job_title: text,
  reason_for_change: text,
  requested_by: text,
  requested_effective_date: text,
  submitted_at: text,
});

export const CustomField = z.looseObject({
  id,
  name: text,
  type: text,
  required: flag,
  visibility_scope: text,
  data_entry_access: text,
});

export const Country = z.looseObject({
  code: z.string().meta({ title: 'ISO 3166-1 alpha-3 code' }),
  alpha_2_code: text,
  name: text,
  region: text,
  subregion: text,
  eor_onboarding: flag,
  supported_json_schemas: list,
});
