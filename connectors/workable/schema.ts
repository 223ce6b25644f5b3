import { z } from 'zod';

/** Records of Workable's API. @see https://workable.readme.io/reference */

const id = z.string().meta({ title: 'Id' });
const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const list = z.array(z.json()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const email = text.meta({ title: 'E-mail address' });

export const Candidate = z.looseObject({
  id,
  name: text,
  firstname: text,
  lastname: text,
  headline: text,
  email,
  phone: text,
  address: text,
  account: open,
  job: open,
  stage: text,
  stage_kind: text,
  disqualified: flag,
  disqualification_reason: text,
  hired_at: text,
  sourced: flag,
  profile_url: text,
  domain: text,
  created_at: text,
  updated_at: text,
});

export const Job = z.looseObject({
  id,
  title: text,
  full_title: text,
  shortcode: text,
  code: text,
  state: text.meta({ title: 'draft, published, closed or archived' }),
  sample: flag,
  department: text,
  department_hierarchy: list,
  location: open,
  url: text,
  application_url: text,
  shortlink: text,
  created_at: text,
});

export const Member = z.looseObject({ id, name: text, headline: text, email, role: text, roles: list, active: flag });

export const Employee = z.looseObject({
  id,
  employee_number: text,
  firstname: text,
  lastname: text,
  preferred_name: text,
  email,
  work_email: text,
  phone: text,
  job_title: text,
  state: text.meta({ title: 'draft or published' }),
  status_semantic_type: text,
  start_date: text,
  manager_id: text,
  department_id: text,
  division_id: text,
  legal_entity_id: text,
  work_schedule_id: text,
  candidate_id: text,
});

/** Fields of an employee are those of the account. */
const fields = z.record(z.string(), z.json()).meta({ title: 'Fields of the employee' });

export const NewEmployee = z.looseObject({
  state: z.enum(['draft', 'published']).meta({ title: 'State' }),
  employee: fields,
});

export const ChangedEmployee = z.looseObject({ id, employee: fields });

export const Department = z.looseObject({ id, name: text, parent_id: text, sample: flag });

export const Stage = z.looseObject({
  slug: z.string().meta({ title: 'Slug' }),
  name: text,
  kind: text,
  position: whole,
});

export const TimeOffCategory = z.looseObject({ id, name: text, type: text, description: text });

export const Subscription = z.looseObject({
  id: z.int().meta({ title: 'Id' }),
  event: text,
  target: text,
  valid_until: text,
  created_at: text,
  stage_slug: text,
  job_shortcode: text,
});
