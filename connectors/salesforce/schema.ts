import { z } from 'zod';

/**
 * Records of Salesforce's standard objects: the fields that integrations use and every edition has. Others, and custom
 * ones, are read by the name of the object.
 *
 * @see https://developer.salesforce.com/docs/platform/object-reference/guide/sforce-api-objects-list.html
 */

const text = z.string().nullish();
const id = z.string().nullish();
const flag = z.boolean().nullish();
const number = z.number().nullish();
const email = text.meta({ title: 'E-mail address' });
const owner = id.meta({ title: 'Owner' });
const time = text.meta({ format: 'date-time' });

/** @see https://developer.salesforce.com/docs/atlas.en-us.api.meta/api/system_fields.htm */
const own = {
  Id: z.string().meta({ title: 'Id' }),
  CreatedDate: time,
  LastModifiedDate: time,
  SystemModstamp: time,
};

/** A record of any object. */
export const Row = z.looseObject({ Id: own.Id });

export const Account = z.looseObject({
  ...own,
  Name: text,
  AccountNumber: text,
  Type: text,
  Industry: text,
  ParentId: id,
  OwnerId: owner,
  Phone: text,
  Website: text,
  Description: text,
  NumberOfEmployees: number,
  AnnualRevenue: number,
  BillingStreet: text,
  BillingCity: text,
  BillingState: text,
  BillingPostalCode: text,
  BillingCountry: text,
});

export const Contact = z.looseObject({
  ...own,
  AccountId: id,
  FirstName: text,
  LastName: text,
  Name: text,
  Email: email,
  Phone: text,
  MobilePhone: text,
  Title: text,
  Department: text,
  ReportsToId: id,
  OwnerId: owner,
  MailingStreet: text,
  MailingCity: text,
  MailingState: text,
  MailingPostalCode: text,
  MailingCountry: text,
});

export const Lead = z.looseObject({
  ...own,
  FirstName: text,
  LastName: text,
  Name: text,
  Company: text,
  Email: email,
  Phone: text,
  Title: text,
  Status: text,
  LeadSource: text,
  OwnerId: owner,
  IsConverted: flag,
  ConvertedAccountId: id,
  ConvertedContactId: id,
  ConvertedOpportunityId: id,
});

export const Opportunity = z.looseObject({
  ...own,
  Name: text,
  AccountId: id,
  StageName: text,
  Amount: number,
  Probability: number,
  CloseDate: text.meta({ format: 'date' }),
  Type: text,
  LeadSource: text,
  NextStep: text,
  Description: text,
  OwnerId: owner,
  IsClosed: flag,
  IsWon: flag,
});

export const Case = z.looseObject({
  ...own,
  CaseNumber: text,
  AccountId: id,
  ContactId: id,
  ParentId: id,
  Subject: text,
  Description: text,
  Status: text,
  Priority: text,
  Origin: text,
  Type: text,
  Reason: text,
  SuppliedEmail: email,
  SuppliedName: text,
  OwnerId: owner,
  IsClosed: flag,
  ClosedDate: time,
});

export const User = z.looseObject({
  ...own,
  Username: text,
  FirstName: text,
  LastName: text,
  Name: text,
  Email: email,
  Alias: text,
  IsActive: flag,
  UserType: text,
  ProfileId: id,
  UserRoleId: id,
  ManagerId: id,
  Title: text,
  Department: text,
  CompanyName: text,
  EmployeeNumber: text,
  FederationIdentifier: text,
  TimeZoneSidKey: text,
  LocaleSidKey: text,
  LanguageLocaleKey: text,
  EmailEncodingKey: text,
  LastLoginDate: time,
});

/** @see https://developer.salesforce.com/docs/platform/api-rest/guide/resources-getdeleted.md */
export const Deletion = z.looseObject({ id: z.string(), deletedDate: time });
