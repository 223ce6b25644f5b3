import { z } from 'zod';

/** Records of HubSpot's CRM: their own members, and the properties that are asked for. @see https://developers.hubspot.com/docs/guides/api/crm/properties */

const text = z.string().nullish();
const email = text.meta({ title: 'E-mail address' });
const owner = text.meta({ title: 'Owner' });

const own = {
  id: z.string().meta({ title: 'Id' }),
  archived: z.boolean().nullish(),
  createdAt: text.meta({ format: 'date-time' }),
  updatedAt: text.meta({ format: 'date-time' }),
};

export const Contact = z.looseObject({
  ...own,
  email,
  firstname: text,
  lastname: text,
  phone: text,
  mobilephone: text,
  company: text,
  jobtitle: text,
  city: text,
  country: text,
  lifecyclestage: text,
  hs_lead_status: text,
  hubspot_owner_id: owner,
  lastmodifieddate: text,
});

export const Company = z.looseObject({
  ...own,
  name: text,
  domain: text,
  phone: text,
  industry: text,
  city: text,
  country: text,
  numberofemployees: text,
  lifecyclestage: text,
  hubspot_owner_id: owner,
  hs_lastmodifieddate: text,
});

export const Deal = z.looseObject({
  ...own,
  dealname: text,
  amount: text,
  pipeline: text,
  dealstage: text,
  closedate: text,
  hubspot_owner_id: owner,
  hs_lastmodifieddate: text,
});

export const Ticket = z.looseObject({
  ...own,
  subject: text,
  content: text,
  hs_pipeline: text,
  hs_pipeline_stage: text,
  hs_ticket_category: text,
  hs_ticket_priority: text,
  hubspot_owner_id: owner,
  hs_lastmodifieddate: text,
});

export const Owner = z.looseObject({
  id: own.id,
  email,
  type: text,
  firstName: text,
  lastName: text,
  userId: z.int().nullish(),
  teams: z.array(z.json()).nullish(),
  archived: own.archived,
  createdAt: own.createdAt,
  updatedAt: own.updatedAt,
});
