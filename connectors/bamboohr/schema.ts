import { z } from 'zod';

/**
 * Records of the BambooHR API: the fields that its description names.
 *
 * @see https://documentation.bamboohr.com/reference
 */

const text = z.string().nullish();
const open = z.record(z.string(), z.json()).nullish();
/** Numbers in some places, texts of digits in others. */
const anyId = z.union([z.int(), z.string()]);
const id = anyId.meta({ title: 'Id' });

/** @see https://documentation.bamboohr.com/reference/list-employees */
export const Employee = z.object({
  employeeId: z.string().meta({ title: 'Id of the employee' }),
  firstName: text,
  middleName: text,
  lastName: text,
  preferredName: text,
  status: text.meta({ title: 'active or inactive' }),
  workEmail: text,
  homeEmail: text,
  workPhone: text,
  mobilePhone: text,
  jobTitleName: text,
  departmentName: text,
  departmentId: text,
  divisionName: text,
  divisionId: text,
  locationName: text,
  locationId: text,
  employmentStatusName: text,
  reportsToId: text,
  reportsToName: text,
  hireDate: text,
  photoUrl: text,
});

/** @see https://documentation.bamboohr.com/reference/get-employees-directory */
export const DirectoryEntry = z.object({
  id: z.string().optional().meta({ title: 'Id of the employee' }),
  displayName: text,
  firstName: text,
  lastName: text,
  preferredName: text,
  jobTitle: text,
  workEmail: text,
  workPhone: text,
  mobilePhone: text,
  department: text,
  division: text,
  location: text,
  supervisor: text,
});

/** @see https://documentation.bamboohr.com/reference/list-users */
export const User = z.object({
  id,
  employeeId: anyId.nullish(),
  firstName: text,
  lastName: text,
  email: text,
  status: text,
  lastLogin: text,
});

/** @see https://documentation.bamboohr.com/reference/get-applications */
export const Application = z.object({
  id,
  appliedDate: text,
  status: open,
  rating: z.number().nullish(),
  applicant: open,
  job: open,
});

/** @see https://documentation.bamboohr.com/reference/get-job-summaries */
export const Job = z.object({
  id,
  title: open,
  postedDate: text,
  location: open,
  department: open,
  status: open,
  hiringLead: open,
  postingUrl: text,
});

export const Field = z.object({ id, name: text, type: text, alias: text });
export const Named = z.object({ id, name: text });
export const HiringLead = z.object({ employeeId: anyId, preferredFullName: text });
/** @see https://documentation.bamboohr.com/reference/get-changed-employee-ids */
export const EmployeeChange = z.object({
  id: z.string(),
  action: z.string().nullish().meta({ title: 'Inserted, Updated or Deleted' }),
  lastChanged: z.string().nullish(),
});

/** @see https://documentation.bamboohr.com/reference/list-time-off-requests */
export const TimeOffRequest = z.object({
  id: z.union([z.int(), z.string()]),
  employeeId: z.union([z.int(), z.string()]).nullish(),
  name: z.string().nullish(),
  start: z.string().nullish(),
  end: z.string().nullish(),
  created: z.string().nullish(),
  status: z.record(z.string(), z.json()).nullish(),
  type: z.record(z.string(), z.json()).nullish(),
  amount: z.record(z.string(), z.json()).nullish(),
});

export const Absence = z.object({ id, type: text, employeeId: anyId.nullish(), name: text, start: text, end: text });
export const Webhook = z.object({ id, name: text, created: text, lastSent: text, url: text });

/** Further members depend on the table, and on the fields that the caller may see. */
export const TableRow = z.object({ id, employeeId: anyId });

/** @see https://documentation.bamboohr.com/reference/list-company-files */
export const StoredFile = z.object({
  id,
  name: text,
  originalFileName: text,
  size: anyId.nullish(),
  dateCreated: text,
  createdBy: text,
  category_id: anyId.nullish(),
  category: text,
});

export const EmployeeFile = StoredFile.extend({ employee_id: anyId });
