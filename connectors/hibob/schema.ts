import { z } from 'zod';

/**
 * Records of Bob's API. Employees are nested by their categories of fields, as the fields' paths say.
 *
 * @see https://apidocs.hibob.com/docs/people-read-api-contract
 */

const text = z.string().nullish();
const flag = z.boolean().nullish();
/** Items of lists have numbers or texts for ids. */
const itemId = z.union([z.int(), z.string()]);

/** @see https://apidocs.hibob.com/reference/post_people-search */
const Work = z.looseObject({
  title: text.meta({ title: 'Job title', description: 'Id of an item of the list of titles.' }),
  department: text.meta({ title: 'Department', description: 'Id of an item of the list department.' }),
  site: text.meta({ title: 'Site' }),
  siteId: z.union([z.int(), z.string()]).nullish(),
  startDate: text.meta({ title: 'Start date' }),
  originalStartDate: text,
  reportsTo: z.looseObject({ id: text, email: text, displayName: text }).nullish().meta({ title: 'Reports to' }),
  reportsToIdInCompany: z.number().nullish(),
  employeeIdInCompany: z.number().nullish(),
  workPhone: text,
  workMobile: text,
});

/** @see https://apidocs.hibob.com/reference/post_people-search */
export const Employee = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  email: text.meta({ title: 'E-mail address' }),
  firstName: text.meta({ title: 'First name' }),
  surname: text.meta({ title: 'Surname' }),
  displayName: text.meta({ title: 'Displayed name' }),
  fullName: text,
  creationDateTime: text,
  avatarUrl: text,
  work: Work.nullish(),
  internal: z.looseObject({ status: text, terminationDate: text }).nullish(),
  humanReadable: z.looseObject({}).nullish().meta({ title: 'Names in place of ids of lists' }),
});

/**
 * What an update may change: not the e-mail address, which has a call of its own, and no columns of tables.
 *
 * @see https://apidocs.hibob.com/docs/update-employee-data
 */
export const EmployeeWrite = z.looseObject({
  email: z.string(),
  firstName: z.string(),
  surname: z.string(),
  work: z.looseObject({ site: z.string(), startDate: z.string() }).optional(),
});

/** @see https://apidocs.hibob.com/reference/post_employees-identifier-terminate */
export const Termination = z.strictObject({
  employee_id: z.string().meta({ title: 'Id of the employee' }),
  terminationDate: z.string().meta({ title: 'Date' }),
  terminationReason: z.string().optional(),
  reasonType: z.string().optional(),
  lastDayOfWork: z.string().optional(),
});

/** Rows of the tables of an employee have these in common. @see https://apidocs.hibob.com/docs/additional-employee-data */
const row = {
  id: z.int().meta({ title: 'Id of the row' }),
  employee_id: z.string().meta({ title: 'Id of the employee' }),
  effectiveDate: text.meta({ title: 'In effect from' }),
  endEffectiveDate: text.meta({ title: 'In effect until' }),
  isCurrent: flag.meta({ title: 'In effect now' }),
};

/** @see https://apidocs.hibob.com/reference/get_bulk-people-work */
export const WorkRow = z.looseObject({
  ...row,
  title: text,
  department: text,
  site: text,
  siteId: z.int().nullish(),
  reportsTo: z.looseObject({ id: text, email: text, displayName: text }).nullish(),
  workChangeType: text,
  creationDate: text,
  modificationDate: text,
});

/** @see https://apidocs.hibob.com/reference/post_people-id-work */
export const WorkRowWrite = z.looseObject({
  employee_id: z.string(),
  effectiveDate: z.string(),
  siteId: z.int().optional(),
  site: z.string().optional(),
  title: z.string().optional(),
  department: z.string().optional(),
  reportsTo: z.looseObject({ id: z.string() }).optional(),
  reason: z.string().optional(),
});

/** @see https://apidocs.hibob.com/reference/get_bulk-people-employment */
export const EmploymentRow = z.looseObject({
  ...row,
  contract: text,
  type: text,
  salaryPayType: text,
  weeklyHours: z.number().nullish(),
  fte: z.number().nullish(),
  calendarName: text,
});

/** @see https://apidocs.hibob.com/reference/get_bulk-people-lifecycle */
export const LifecycleRow = z.looseObject({
  ...row,
  status: text,
  employeeStatus: text,
  reasonType: text,
  leaveReason: text,
  creationDate: text,
  modificationDate: text,
});

/** @see https://apidocs.hibob.com/reference/get_company-people-fields */
export const Field = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  name: text.meta({ title: 'Name' }),
  category: text,
  categoryDisplayName: text,
  description: text,
  jsonPath: text,
  type: text,
  typeData: z.looseObject({ listId: text }).nullish(),
  historical: flag,
});

/** @see https://apidocs.hibob.com/reference/get_company-named-lists */
export const ListItem = z.looseObject({
  id: itemId.meta({ title: 'Id' }),
  list: z.string().meta({ title: 'List' }),
  name: text.meta({ title: 'Name' }),
  value: text,
  archived: flag,
  children: z.array(z.looseObject({ id: itemId, name: text })).nullish(),
});

/** @see https://apidocs.hibob.com/reference/post_company-named-lists-listname */
export const ListItemWrite = z.strictObject({
  list: z.string(),
  name: z.string(),
  parentId: z.int().optional(),
});

/** @see https://apidocs.hibob.com/reference/get_tasks */
export const Task = z.looseObject({
  id: z.number().meta({ title: 'Id' }),
  title: text.meta({ title: 'Title' }),
  owner: z.looseObject({ id: text, email: text }).nullish(),
  requestedFor: z.looseObject({ id: text, email: text }).nullish(),
  due: text,
  status: text,
  set: text,
  workflow: text,
  description: text,
});

/** @see https://apidocs.hibob.com/reference/get_people-custom-tables-metadata */
export const CustomTable = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  name: text.meta({ title: 'Name' }),
  category: text,
  description: text,
  columns: z.array(z.looseObject({ id: z.string(), name: text, type: text, mandatory: flag })).nullish(),
});
