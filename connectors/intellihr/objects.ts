import { finds } from '../kit/http/complete-operations.ts';
import type { GivenRequest, HttpFind } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** Every call names its tenant. @see https://developers.intellihr.io/ */
const ofTenant = { headers: { tenant: '{config.tenant}' } } as const;

/** 100 at most. @see https://developers.intellihr.io/docs/v1/ */
const paginate = {
  kind: 'page',
  parameter: 'page',
  sizeParameter: 'limit',
  pageSize: 100,
  totalPagesPath: 'meta.pagination.total_pages',
} as const;

const { listOf } = restApi({
  docs: () => 'https://developers.intellihr.io/docs/v1/',
  records: { recordsPath: 'data' },
  paginate,
});

const call = (method: GivenRequest['method'], path: string): GivenRequest => ({ method, path, ...ofTenant });

function findIn(path: string): HttpFind {
  const request = call('GET', `${path}/{value}`);
  return finds({ request, format: { kind: 'json', recordsPath: 'data' }, notFoundIsAbsent: true });
}

/** Kinds that others refer to. Administrators set them up in intelliHR. */
const kindOf = (title: string, path: string, schema = schemas.Kind): HttpObject =>
  listOf({ title, path, schema, request: ofTenant }, { find: findIn(path) });

export const objects: Readonly<Record<string, HttpObject>> = {
  people: listOf(
    { title: 'People', path: '/people', schema: schemas.Person, request: ofTenant },
    {
      find: findIn('/people'),
      create: findOrCreate(call('POST', '/people'), {
        // By the employee number, among all people.
        find: {
          path: '/people',
          query: { sort: 'id' },
          request: ofTenant,
          recordsPath: 'data',
          idPath: 'id',
          paginate,
          ignoresCase: 'undocumented',
          searchLagMs: 'undocumented',
        },
        targetIdPath: 'data.id',
      }),
      update: idempotent(call('PATCH', '/people/{id}')),
    },
  ),
  jobs: listOf(
    { title: 'Jobs', path: '/jobs', schema: schemas.Job, request: ofTenant },
    {
      find: findIn('/jobs'),
      create: nonIdempotent(call('POST', '/jobs'), { targetIdPath: 'data.id' }),
      update: idempotent(call('PATCH', '/jobs/{id}')),
    },
  ),
  job_ends: listOf(
    { title: 'Ends of jobs', path: '/jobs', schema: schemas.Job, request: ofTenant },
    { update: idempotent(call('PATCH', '/job-end/{id}')) },
  ),
  business_units: listOf(
    { title: 'Business units', path: '/business-units', schema: schemas.BusinessUnit, request: ofTenant },
    {
      find: findIn('/business-units'),
      create: findOrCreate(call('POST', '/business-units'), {
        find: {
          path: '/business-units',
          request: ofTenant,
          recordsPath: 'data',
          idPath: 'id',
          paginate,
          ignoresCase: 'undocumented',
          searchLagMs: 'undocumented',
        },
        targetIdPath: 'data.id',
      }),
      update: idempotent(call('PATCH', '/business-units/{id}')),
      delete: idempotent(call('DELETE', '/business-units/{id}')),
    },
  ),
  trainings: listOf(
    { title: 'Trainings', path: '/trainings', schema: schemas.Training, request: ofTenant },
    {
      find: findIn('/trainings'),
      create: nonIdempotent(call('POST', '/trainings'), { targetIdPath: 'data.id' }),
      update: idempotent(call('PATCH', '/trainings/{id}')),
      delete: idempotent(call('DELETE', '/trainings/{id}')),
    },
  ),
  business_entities: kindOf('Business entities', '/business-entities'),
  locations: kindOf('Locations', '/locations', schemas.Location),
  pay_grades: kindOf('Pay grades', '/pay-grades'),
  work_types: kindOf('Work types', '/work-types'),
  work_classes: kindOf('Work classes', '/work-classes'),
  employment_conditions: kindOf('Employment conditions', '/employment-conditions'),
};
