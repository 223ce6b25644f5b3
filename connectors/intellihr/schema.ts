import { z } from 'zod';

/** Records of the intelliHR API. @see https://developers.intellihr.io/docs/v1/ */

const id = z.string().meta({ title: 'Id' });
const text = z.string().nullish();
const flag = z.boolean().nullish();
const list = z.array(z.json()).nullish();
const open = z.record(z.string(), z.json()).nullish();

export const Person = z.looseObject({
  id,
  displayName: text.meta({ title: 'Name' }),
  firstName: text,
  middleName: text,
  lastName: text,
  preferredName: text,
  employeeNumber: text.meta({ title: 'Employee number' }),
  employmentStatus: text,
  dateOfBirth: text,
  gender: text,
  title: text,
  primaryEmailAddress: open,
  primaryPhoneNumber: open,
  emailAddresses: list,
  jobs: list,
  createdAt: text,
  updatedAt: text,
});

export const Job = z.looseObject({
  id,
  name: text.meta({ title: 'Name' }),
  person: open,
  jobStatus: text,
  companyStartDate: text,
  companyEndDate: text,
  isEndDateConfirmed: flag,
  businessEntity: open,
  businessUnit: open,
  location: open,
  supervisorPerson: open,
  workType: text,
  workClass: text,
  payGrade: open,
  turnoverType: text,
  turnoverReason: text,
});

export const BusinessUnit = z.looseObject({
  id,
  identifier: text,
  name: text.meta({ title: 'Name' }),
  notes: text,
  parentId: text,
  isEnabled: flag,
});

export const Training = z.looseObject({
  id,
  name: text.meta({ title: 'Name' }),
  person: open,
  job: open,
  type: open,
  provider: open,
  completionDate: text,
  hours: text,
  cost: text,
  currency: text,
  createdAt: text,
  updatedAt: text,
});

export const Location = z.looseObject({
  id,
  name: text.meta({ title: 'Name' }),
  parentId: text,
  address: text,
  isEnabled: flag,
});

export const Kind = z.looseObject({ id, name: text.meta({ title: 'Name' }) });
