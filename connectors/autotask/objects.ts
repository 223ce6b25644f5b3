import type { z } from 'zod';
import type { HttpObject } from '../kit/object-types.ts';
import { givenFilter } from '../kit/filters/filter-text.ts';
import { finds } from '../kit/http/complete-operations.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf } = restApi({
  docs: (page) => `https://autotask.net/help/developerhelp/Content/APIs/REST/Entities/${page}Entity.htm`,
  records: { recordsPath: 'items' },
  // 500 records in a page, each with the address of the next one.
  // @see https://autotask.net/help/developerhelp/content/apis/REST/API_Calls/REST_Advanced_Query_Features.htm
  paginate: { kind: 'next_url', path: 'pageDetails.nextPageUrl' },
});

/** All records of an entity: those that have an id. */
const every = { search: givenFilter('{"filter":[{"op":"exist","field":"id"}]}') };

interface Entity {
  title: string;
  schema: z.ZodObject;
  /** Whether records can be created here. */
  creates?: true;
  /** Whether records can be changed here. Their id stands in the body. */
  changes?: true;
}

/** Entities are read and written alike, each under its plural. */
function entity(plural: string, { title, schema, creates, changes }: Entity): HttpObject {
  const path = `/${plural}`;
  const members = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, `{${name}}`]));
  return listOf(
    { title, path: `${path}/query`, docs: plural, query: every, schema },
    {
      find: finds({
        request: { method: 'GET', path: `${path}/{value}` },
        format: { kind: 'json', recordsPath: 'item' },
        notFoundIsAbsent: true,
      }),
      ...(creates === undefined ? {} : { create: nonIdempotent(`POST ${path}`, { targetIdPath: 'itemId' }) }),
      ...(changes === undefined
        ? {}
        : { update: idempotent({ method: 'PATCH', path, bodyFields: members }, { schema }) }),
    },
  );
}

export const objects: Readonly<Record<string, HttpObject>> = {
  tickets: entity('Tickets', {
    title: 'Tickets',
    schema: schemas.Ticket,
    creates: true,
    changes: true,
  }),
  companies: entity('Companies', {
    title: 'Companies',
    schema: schemas.Company,
    creates: true,
    changes: true,
  }),
  contacts: entity('Contacts', { title: 'Contacts', schema: schemas.Contact }),
  resources: entity('Resources', { title: 'Resources (users)', schema: schemas.Resource }),
  configuration_items: entity('ConfigurationItems', {
    title: 'Configuration items',
    schema: schemas.ConfigurationItem,
    changes: true,
  }),
  contracts: entity('Contracts', { title: 'Contracts', schema: schemas.Contract }),
  projects: entity('Projects', { title: 'Projects', schema: schemas.Project }),
  time_entries: entity('TimeEntries', { title: 'Time entries', schema: schemas.TimeEntry }),
};
