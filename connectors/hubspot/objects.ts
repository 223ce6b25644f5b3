import type { z } from 'zod';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { type Collection, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf } = restApi({
  docs: (page) => `https://developers.hubspot.com/docs/guides/api/crm/${page}`,
  records: { recordsPath: 'results' },
  // 100 at most. @see https://developers.hubspot.com/docs/guides/api/crm/objects/contacts
  paged: (pageSize) => ({
    kind: 'cursor',
    parameter: 'after',
    path: 'paging.next.after',
    sizeParameter: 'limit',
    pageSize,
  }),
});

/** Members of a record that are its own, beside its properties. */
const own = ['id', 'archived', 'createdAt', 'updatedAt'];

/** Records of the CRM. Their properties have to be named, and stand in a member that is lifted. */
function recordsOf(title: string, name: string, schema: z.ZodObject, more: Partial<Collection> = {}): HttpObject {
  const { path = `/crm/v3/objects/${name}` } = more;
  const properties = Object.keys(schema.shape).filter((property) => !own.includes(property));
  return listOf(
    {
      title,
      path,
      docs: `objects/${name}`,
      schema,
      query: { properties: properties.join(',') },
      pageSize: 100,
      extract: { lift: ['properties'] },
    },
    writesAt({
      path,
      member: 'properties',
      targetIdPath: 'id',
      remove: { effect: 'reversible' },
      only: ['create', 'update', 'delete'],
      ...more,
    }),
  );
}

export const objects: Readonly<Record<string, HttpObject>> = {
  contacts: recordsOf('Contacts', 'contacts', schemas.Contact, {
    find: {
      path: '/crm/v3/objects/contacts/{email}',
      query: { idProperty: 'email' },
      recordsPath: '$',
      idPath: 'id',
      lift: ['properties'],
      ignoresCase: true,
      // A second contact of an address is refused (409). @see https://community.hubspot.com/t5/APIs-Integrations/Updated-409-Conflict-responses/m-p/951534
      adoptsConflict: true,
    },
    updateBy: 'address',
    only: ['create', 'update', 'upsert', 'delete'],
  }),
  companies: recordsOf('Companies', 'companies', schemas.Company),
  // The type of deals has a number as its name. @see https://developers.hubspot.com/docs/guides/api/crm/objects/deals
  deals: recordsOf('Deals', 'deals', schemas.Deal, { path: '/crm/v3/objects/0-3' }),
  tickets: recordsOf('Tickets', 'tickets', schemas.Ticket),
  owners: listOf({
    title: 'Owners',
    path: '/crm/v3/owners',
    docs: 'owners',
    schema: schemas.Owner,
    pageSize: 100,
    find: true,
  }),
};
