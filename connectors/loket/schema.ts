import { z } from 'zod';

/** Records of the Loket.nl API. @see https://developer.loket.nl/ */

const id = z.string().meta({ title: 'Id' });
const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const number = z.number().nullish();
const open = z.record(z.string(), z.json()).nullish();

export const Employer = z.looseObject({
  id,
  employerNumber: whole.meta({ title: 'Number' }),
  companyName: text.meta({ title: 'Company' }),
  chamberOfCommerceNumber: text,
  address: open,
  contactInformation: open,
  legalForm: open,
});

export const Employee = z.looseObject({
  id,
  employeeNumber: whole.meta({ title: 'Number' }),
  personalDetails: open.meta({ title: 'Names, gender, date of birth and nationality' }),
  contactInformation: open.meta({ title: 'E-mail address and telephone numbers' }),
  address: open,
  deviatingPostalAddress: open,
  identityDocument: open,
  exclusionFromAbsenceStatus: flag,
});

export const Employment = z.looseObject({
  id,
  employee: open,
  startDate: text,
  endDate: text,
  incomeRelationshipNumber: whole,
  employmentContractType: open,
  employmentDurationType: open,
});

export const EmploymentVersion = z.looseObject({
  id,
  lastModifiedVersionNumber: whole.meta({ title: 'Version' }),
});

export const Department = z.looseObject({
  id,
  code: whole.meta({ title: 'Code' }),
  description: text.meta({ title: 'Description' }),
  emailLeaveRequest: text,
  subDepartmentOf: open,
});

export const Function = z.looseObject({
  key: id,
  description: text.meta({ title: 'Description' }),
  group: text,
});

export const LeaveRequest = z.looseObject({
  id,
  startDate: text,
  endDate: text,
  leaveType: open,
  leaveRequestStatus: open,
  numberOfUnits: number,
  unitType: open,
  commentEmployee: text,
  commentHandler: text,
  submittedBy: open,
  submittedOn: text,
  handledBy: open,
  handledTime: text,
});
