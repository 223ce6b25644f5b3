import type { z } from 'zod';
import type { HttpObject } from '../kit/object-types.ts';
import { idempotent } from '../kit/rest-writes.ts';
import { data, deletionsOf, listOf, recordsOf, writesRecords } from './records.ts';
import * as schemas from './schema.ts';

interface Standard {
  title: string;
  sobject: string;
  schema: z.ZodObject;
  findBy?: string;
}

/** A standard object, with the fields of its schema. */
function standard({ title, sobject, schema, ...written }: Standard): HttpObject {
  const fields = Object.keys(schema.shape).join(', ');
  return listOf({ title, schema, ...recordsOf({ sobject, fields }) }, writesRecords({ sobject, ...written }));
}

const users = standard({
  title: 'Users',
  sobject: 'User',
  schema: schemas.User,
  findBy: 'Username',
});

export const objects: Readonly<Record<string, HttpObject>> = {
  accounts: standard({
    title: 'Accounts',
    sobject: 'Account',
    schema: schemas.Account,
    findBy: 'AccountNumber',
  }),
  contacts: standard({
    title: 'Contacts',
    sobject: 'Contact',
    schema: schemas.Contact,
    findBy: 'Email',
  }),
  leads: standard({
    title: 'Leads',
    sobject: 'Lead',
    schema: schemas.Lead,
    findBy: 'Email',
  }),
  opportunities: standard({
    title: 'Opportunities',
    sobject: 'Opportunity',
    schema: schemas.Opportunity,
  }),
  cases: standard({ title: 'Cases', sobject: 'Case', schema: schemas.Case }),
  users: {
    ...users,
    operations: {
      ...users.operations,
      // Users cannot be deleted. @see https://help.salesforce.com/s/articleView?id=platform.deactivating_users.htm&type=5
      delete: idempotent(
        { method: 'PATCH', path: `${data}/sobjects/User/{Id}`, body: { IsActive: false } },
        { effect: 'reversible' },
      ),
    },
  },
  deleted_accounts: deletionsOf('Deleted accounts', 'Account'),
  deleted_contacts: deletionsOf('Deleted contacts', 'Contact'),
  deleted_leads: deletionsOf('Deleted leads', 'Lead'),
  deleted_opportunities: deletionsOf('Deleted opportunities', 'Opportunity'),
  deleted_cases: deletionsOf('Deleted cases', 'Case'),
};
