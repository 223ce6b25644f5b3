import { z } from 'zod';

/** Records of the Payroll API for the UK and New Zealand. @see https://developer.xero.com/documentation/api/payrolluk/overview */

const id = z.string().meta({ title: 'Id' });
const text = z.string().nullish();
const flag = z.boolean().nullish();
const number = z.number().nullish();
const list = z.array(z.json()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const changed = { updatedDateUTC: text.meta({ title: 'Changed at, in UTC' }) };

export const Employee = z.looseObject({
  employeeID: id,
  title: text,
  firstName: text.meta({ title: 'First name' }),
  lastName: text.meta({ title: 'Last name' }),
  email: text.meta({ title: 'E-mail address' }),
  phoneNumber: text,
  dateOfBirth: text,
  gender: text,
  address: open,
  startDate: text,
  endDate: text,
  payrollCalendarID: text,
  createdDateUTC: text,
  ...changed,
});

export const Leave = z.looseObject({
  employeeID: z.string().meta({ title: 'Employee' }),
  leaveID: id,
  leaveTypeID: text,
  description: text,
  startDate: text,
  endDate: text,
  periods: list,
  ...changed,
});

export const Salary = z.looseObject({
  employeeID: z.string().meta({ title: 'Employee' }),
  salaryAndWagesID: id,
  earningsRateID: text,
  paymentType: text.meta({ title: 'Salary or Hourly' }),
  status: text.meta({ title: 'Active, Pending or History' }),
  annualSalary: number,
  ratePerUnit: number,
  numberOfUnitsPerWeek: number,
  effectiveFrom: text,
});

export const Timesheet = z.looseObject({
  timesheetID: id,
  employeeID: text,
  payrollCalendarID: text,
  startDate: text,
  endDate: text,
  status: text,
  totalHours: number,
  timesheetLines: list,
  ...changed,
});

export const PayRun = z.looseObject({
  payRunID: id,
  payrollCalendarID: text,
  periodStartDate: text,
  periodEndDate: text,
  paymentDate: text,
  payRunStatus: text.meta({ title: 'Draft or Posted' }),
  payRunType: text,
  calendarType: text,
  totalCost: number,
  totalPay: number,
  postedDateTime: text,
});

export const PayRunCalendar = z.looseObject({
  payrollCalendarID: id,
  name: text,
  calendarType: text,
  periodStartDate: text,
  periodEndDate: text,
  paymentDate: text,
  ...changed,
});

export const EarningsRate = z.looseObject({
  earningsRateID: id,
  name: text,
  earningsType: text,
  rateType: text,
  typeOfUnits: text,
  currentRecord: flag,
  expenseAccountID: text,
  ratePerUnit: number,
  fixedAmount: number,
});

export const LeaveType = z.looseObject({
  leaveTypeID: id,
  name: text,
  isPaidLeave: flag,
  showOnPayslip: flag,
  isActive: flag,
  ...changed,
});

export const Deduction = z.looseObject({
  deductionId: id,
  deductionName: text,
  deductionCategory: text,
  liabilityAccountId: text,
  currentRecord: flag,
  standardAmount: number,
});

export const Reimbursement = z.looseObject({
  reimbursementID: id,
  name: text,
  accountID: text,
  currentRecord: flag,
});
