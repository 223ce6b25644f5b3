import { z } from 'zod';

/** Records of Autotask. @see https://autotask.net/help/developerhelp/Content/APIs/REST/API_Calls/REST_API_Calls.htm */

const id = z.int().meta({ title: 'Id' });
const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const number = z.number().nullish();
const instant = text.meta({ format: 'date-time' });

export const Ticket = z.looseObject({
  id,
  ticketNumber: text,
  title: text,
  description: text,
  companyID: whole.meta({ title: 'Company' }),
  contactID: whole.meta({ title: 'Contact' }),
  status: whole,
  priority: whole,
  queueID: whole.meta({ title: 'Queue' }),
  assignedResourceID: whole,
  assignedResourceRoleID: whole,
  issueType: whole,
  subIssueType: whole,
  ticketType: whole,
  configurationItemID: whole,
  contractID: whole,
  dueDateTime: instant,
  externalID: text,
  resolution: text,
  createDate: instant,
  lastActivityDate: instant,
  completedDate: instant,
});

export const Company = z.looseObject({
  id,
  companyName: text,
  companyNumber: text,
  companyType: whole,
  phone: text,
  address1: text,
  address2: text,
  city: text,
  state: text,
  postalCode: text,
  countryID: whole,
  webAddress: text,
  isActive: flag,
  ownerResourceID: whole,
  parentCompanyID: whole,
  createDate: instant,
  lastActivityDate: instant,
});

export const Contact = z.looseObject({
  id,
  companyID: whole,
  firstName: text,
  lastName: text,
  emailAddress: text,
  phone: text,
  mobilePhone: text,
  title: text,
  isActive: whole,
  externalID: text,
  createDate: instant,
  lastActivityDate: instant,
  lastModifiedDate: instant,
});

export const Resource = z.looseObject({
  id,
  userName: text,
  firstName: text,
  lastName: text,
  email: text,
  title: text,
  isActive: flag,
  licenseType: whole,
  locationID: whole,
  hireDate: instant,
});

export const ConfigurationItem = z.looseObject({
  id,
  companyID: whole,
  contactID: whole,
  productID: whole,
  configurationItemType: whole,
  configurationItemCategoryID: whole,
  referenceTitle: text,
  referenceNumber: text,
  location: text,
  notes: text,
  isActive: flag,
  installDate: instant,
  createDate: instant,
  lastModifiedTime: instant,
});

export const Contract = z.looseObject({
  id,
  companyID: whole,
  contactID: whole,
  contractName: text,
  contractNumber: text,
  contractType: whole,
  contractCategory: whole,
  description: text,
  status: whole,
  startDate: instant,
  endDate: instant,
});

export const Project = z.looseObject({
  id,
  companyID: whole,
  contractID: whole,
  projectName: text,
  projectNumber: text,
  projectType: whole,
  projectLeadResourceID: whole,
  description: text,
  status: whole,
  completedPercentage: whole,
  startDateTime: instant,
  endDateTime: instant,
  lastActivityDateTime: instant,
});

export const TimeEntry = z.looseObject({
  id,
  resourceID: whole,
  ticketID: whole,
  taskID: whole,
  contractID: whole,
  dateWorked: instant,
  startDateTime: instant,
  endDateTime: instant,
  hoursWorked: number,
  hoursToBill: number,
  isNonBillable: flag,
  summaryNotes: text,
  internalNotes: text,
  lastModifiedDateTime: instant,
});
