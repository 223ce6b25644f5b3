import { z } from 'zod';

/** Records of Paylocity's Weblink API. @see https://developer.paylocity.com/integrations/reference/authentication-weblink */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const number = z.number().nullish();
const whole = z.int().nullish();
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.json()).nullish();
const employeeId = z.string().meta({ title: 'Employee id' });

export const Employee = z.looseObject({
  employeeId,
  firstName: text.meta({ title: 'First name' }),
  middleName: text,
  lastName: text.meta({ title: 'Last name' }),
  preferredName: text,
  birthDate: text,
  gender: text,
  maritalStatus: text,
  homeAddress: open,
  workAddress: open.meta({ title: 'Work address, with the e-mail address for work' }),
  departmentPosition: open.meta({ title: 'Cost centers, job title and supervisor' }),
  status: open.meta({ title: 'Status, with the dates of hire and termination' }),
  primaryPayRate: open,
  webTime: open,
  companyName: text,
  currency: text,
  ssn: text.meta({ title: 'Social security number' }),
});

export const EmployeeStatus = z.looseObject({
  employeeId,
  statusCode: text.meta({ title: 'Status code' }),
  statusTypeCode: text.meta({ title: 'Status type code' }),
});

export const Earning = z.looseObject({
  employeeId,
  earningCode: z.string().nullable().meta({ title: 'Code' }),
  startDate: z.string().nullable().meta({ title: 'Start date' }),
  endDate: text,
  effectiveDate: text,
  amount: number,
  hoursOrUnits: number,
  rate: number,
  rateCode: text,
  frequency: text,
  costCenter1: text,
  costCenter2: text,
  costCenter3: text,
  jobCode: text,
});

export const LocalTax = z.looseObject({
  employeeId,
  taxCode: text.meta({ title: 'Tax code' }),
  exemptions: number,
  exemptions2: number,
  filingStatus: text,
  residentPSD: text,
  workPSD: text,
});

export const PayStatement = z.looseObject({
  employeeId,
  transactionNumber: whole.meta({ title: 'Transaction' }),
  year: whole,
  checkDate: text,
  checkNumber: whole,
  beginDate: text,
  endDate: text,
  grossPay: number,
  netPay: number,
  hours: number,
  regularHours: number,
  overtimeHours: number,
  directDepositAmount: number,
});

export const CompanyCode = z.looseObject({
  kind: z.string().meta({ title: 'Kind of code' }),
  code: text.meta({ title: 'Code' }),
  description: text,
});

export const CustomField = z.looseObject({
  label: text.meta({ title: 'Label' }),
  category: text,
  type: text,
  isRequired: flag,
  defaultValue: text,
  values: list,
});
