import { z } from 'zod';

/** Records of the Payroll API for Australia. Dates are written `/Date(322560000000+0000)/`. @see https://developer.xero.com/documentation/api/payrollau/overview */

const id = z.string().meta({ title: 'Id' });
const text = z.string().nullish();
const number = z.number().nullish();
const list = z.array(z.json()).nullish();
const open = z.record(z.string(), z.json()).nullish();

export const Employee = z.looseObject({
  EmployeeID: id,
  FirstName: text.meta({ title: 'First name' }),
  MiddleNames: text,
  LastName: text.meta({ title: 'Last name' }),
  Email: text.meta({ title: 'E-mail address' }),
  Phone: text,
  Mobile: text,
  JobTitle: text,
  Classification: text,
  EmployeeGroupName: text,
  Status: text.meta({ title: 'ACTIVE or TERMINATED' }),
  StartDate: text,
  TerminationDate: text,
  DateOfBirth: text,
  Gender: text,
  HomeAddress: open,
  PayrollCalendarID: text,
  UpdatedDateUTC: text,
});

export const LeaveApplication = z.looseObject({
  LeaveApplicationID: id,
  EmployeeID: text,
  LeaveTypeID: text,
  Title: text,
  Description: text,
  StartDate: text,
  EndDate: text,
  PayOutType: text,
  LeavePeriods: list,
  UpdatedDateUTC: text,
});

export const Timesheet = z.looseObject({
  TimesheetID: id,
  EmployeeID: text,
  StartDate: text,
  EndDate: text,
  Status: text,
  Hours: number,
  TimesheetLines: list,
  UpdatedDateUTC: text,
});

export const PayRun = z.looseObject({
  PayRunID: id,
  PayrollCalendarID: text,
  PayRunPeriodStartDate: text,
  PayRunPeriodEndDate: text,
  PaymentDate: text,
  PayRunStatus: text,
  Wages: number,
  Deductions: number,
  Tax: number,
  NetPay: number,
  UpdatedDateUTC: text,
});
