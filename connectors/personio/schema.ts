import { z } from 'zod';

/** Records of the Personio API: the fields that integrations use. @see https://developer.personio.de/reference */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const amount = z.number().nullish();
const instant = z.string().nullish();
const id = z.int().meta({ title: 'Id' });
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.looseObject({})).nullish();

/** An attribute of an employee: its label, its type and its value. */
const attribute = z.looseObject({ label: text, value: z.json().nullish(), type: text, universal_id: text }).nullish();

export const Employee = z.looseObject({
  type: text,
  attributes: z.looseObject({
    id: z.looseObject({ label: text, value: z.union([z.int(), z.string()]).meta({ title: 'Id' }) }),
    first_name: attribute,
    last_name: attribute,
    preferred_name: attribute,
    email: attribute,
    gender: attribute,
    status: attribute,
    position: attribute,
    supervisor: z.looseObject({ label: text, value: z.json().nullish() }).nullish(),
    employment_type: attribute,
    weekly_working_hours: attribute,
    hire_date: attribute,
    contract_end_date: attribute,
    termination_date: attribute,
    termination_type: attribute,
    termination_reason: attribute,
    probation_period_end: attribute,
    created_at: attribute,
    last_modified_at: attribute,
    subcompany: attribute,
    office: attribute,
    department: attribute,
    cost_centers: attribute,
    holiday_calendar: attribute,
    work_schedule: attribute,
  }),
});

export const AbsenceBalance = z.looseObject({
  employee_id: z.union([z.int(), z.string()]).meta({ title: 'Id of the employee' }),
  id,
  name: text,
  category: text,
  balance: amount,
  available_balance: amount,
});

export const Attendance = z.looseObject({
  id,
  type: text,
  attributes: z.looseObject({
    employee: whole.meta({ title: 'Id of the employee' }),
    date: text,
    start_time: text,
    end_time: text,
    break: whole.meta({ title: 'Minutes of the break' }),
    comment: text,
    status: text,
    is_holiday: flag,
    is_on_time_off: flag,
    project: open,
  }),
});

export const Project = z.looseObject({
  id,
  type: text,
  attributes: z.looseObject({ name: text, active: flag, created_at: instant, updated_at: instant }).nullish(),
});

export const TimeOffType = z.looseObject({
  type: text,
  attributes: z.looseObject({ id, name: text, category: text, unit: text, approval_required: flag }),
});

export const TimeOff = z.looseObject({
  type: text,
  attributes: z.looseObject({
    id,
    status: text,
    start_date: text,
    end_date: text,
    days_count: amount,
    half_day_start: flag,
    half_day_end: flag,
    time_off_type: open,
    employee: open,
    certificate: open,
    created_by: text,
    created_at: instant,
    updated_at: instant,
  }),
});

export const AbsencePeriod = z.looseObject({
  type: text,
  attributes: z.looseObject({
    id: z.string().meta({ title: 'Id' }),
    status: text,
    measurement_unit: text,
    effective_duration: whole,
    start: instant,
    end: instant,
    timezone: text,
    half_day_start: flag,
    half_day_end: flag,
    comment: text,
    origin: text,
    absence_type: open,
    employee: open,
    certificate: open,
    breakdowns: list,
    created_by: whole,
    created_at: instant,
    updated_at: instant,
    approved_at: instant,
  }),
});

export const DocumentCategory = z.looseObject({
  id,
  type: text,
  attributes: z.looseObject({ name: text }).nullish(),
});

export const CustomReport = z.looseObject({
  type: text,
  attributes: z.looseObject({
    id: z.string().meta({ title: 'Id' }),
    name: text,
    description: text,
    type: text,
    status: text,
    author_first_name: text,
    author_last_name: text,
  }),
});
