import { z } from 'zod';

/**
 * Records of the OData API: the properties of SAP's own model that integrations use most. Whole numbers of 64 bits are texts.
 *
 * @see https://help.sap.com/docs/SAP_SUCCESSFACTORS_PLATFORM/d599f15995d348a1b45ba5603e2aba9b
 */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const personId = z.string().meta({ title: 'Id of the person' });
const userId = z.string().meta({ title: 'Id of the user' });
const changedAt = text.meta({ title: 'Changed at' });

export const User = z.looseObject({
  userId,
  username: text.meta({ title: 'User name' }),
  status: text.meta({
    title: 'Status',
    description: 't is active, f inactive; T and F are the same of external users.',
  }),
  firstName: text.meta({ title: 'First name' }),
  lastName: text.meta({ title: 'Last name' }),
  defaultFullName: text,
  email: text.meta({ title: 'E-mail address' }),
  empId: text,
  title: text.meta({ title: 'Title' }),
  department: text.meta({ title: 'Department' }),
  division: text.meta({ title: 'Division' }),
  location: text.meta({ title: 'Location' }),
  jobCode: text,
  hireDate: text,
  defaultLocale: text,
  timeZone: text,
  lastModifiedDateTime: changedAt,
});

/** SAP's model requires the id and the status. @see https://userapps.support.sap.com/sap/support/knowledge/en/2670250 */
export const UserWrite = z.looseObject({
  userId: z.string(),
  status: z.string(),
  username: z.string().optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  email: z.string().optional(),
  department: z.string().optional(),
  division: z.string().optional(),
  location: z.string().optional(),
  title: z.string().optional(),
});

export const Person = z.looseObject({
  personIdExternal: personId,
  personId: text,
  userId: text.meta({ title: 'Id of the user' }),
  dateOfBirth: text,
  countryOfBirth: text,
  createdDateTime: text,
  lastModifiedDateTime: changedAt,
});

export const Personal = z.looseObject({
  personIdExternal: personId,
  startDate: z.string().meta({ title: 'In effect from' }),
  endDate: text,
  firstName: text.meta({ title: 'First name' }),
  lastName: text.meta({ title: 'Last name' }),
  middleName: text,
  preferredName: text,
  displayName: text,
  nationality: text,
  lastModifiedDateTime: changedAt,
});

export const Email = z.looseObject({
  personIdExternal: personId,
  emailType: z.string().meta({ title: 'Type' }),
  emailAddress: text.meta({ title: 'E-mail address' }),
  isPrimary: flag.meta({ title: 'Primary' }),
  lastModifiedDateTime: changedAt,
});

export const Employment = z.looseObject({
  personIdExternal: personId,
  userId,
  startDate: text.meta({ title: 'Hired on' }),
  endDate: text.meta({ title: 'Ended on' }),
  originalStartDate: text,
  firstDateWorked: text,
  lastDateWorked: text,
  seniorityDate: text,
  isContingentWorker: flag,
  assignmentClass: text,
  lastModifiedDateTime: changedAt,
});

export const Job = z.looseObject({
  userId,
  startDate: z.string().meta({ title: 'In effect from' }),
  seqNumber: z.string().meta({ title: 'Number within the day' }),
  endDate: text,
  jobTitle: text.meta({ title: 'Job title' }),
  jobCode: text,
  company: text.meta({ title: 'Company' }),
  businessUnit: text,
  division: text,
  department: text.meta({ title: 'Department' }),
  costCenter: text.meta({ title: 'Cost centre' }),
  location: text.meta({ title: 'Location' }),
  position: text,
  managerId: text.meta({ title: 'Id of the manager' }),
  emplStatus: text.meta({ title: 'Employment status' }),
  event: text,
  eventReason: text,
  fte: text,
  lastModifiedDateTime: changedAt,
});
