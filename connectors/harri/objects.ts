import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf } = restApi({ docs: () => 'https://developer.harri.com/employees/' });

/** 100 at most. */
const paginate = { kind: 'page', parameter: 'page', sizeParameter: 'limit', pageSize: 100 } as const;
const counted = { ...paginate, totalPagesPath: 'pagination.total_pages' } as const;

/** Whether the first page is 0 or 1 is not told. Read from 0 to an empty page, all records come in either case. */
const fromEither = { ...paginate, first: 0 } as const;

/** Employees of a status. */
function employeesOf(status: string, title: string, operations?: HttpObject['operations']): HttpObject {
  return listOf(
    {
      title,
      path: '/v4/employees/',
      schema: schemas.Employee,
      recordsPath: 'employees',
      query: { status },
      paginate: fromEither,
      find: '/v6/employees/{value}',
    },
    operations,
  );
}

function absencesOf(types: string, title: string): HttpObject {
  return listOf({
    title,
    path: '/v1/absences/requests',
    schema: schemas.AbsenceRequest,
    recordsPath: 'requests',
    query: { types },
    paginate: counted,
  });
}

export const objects: Readonly<Record<string, HttpObject>> = {
  employees: employeesOf('ACTIVE', 'Employees', {
    create: findOrCreate('POST /v7/employees', {
      find: {
        path: '/v4/employees/',
        query: { geid: '{geid}' },
        recordsPath: 'employees',
        paginate: fromEither,
        idPath: 'id',
        ignoresCase: 'undocumented',
        searchLagMs: 'undocumented',
      },
      targetIdPath: 'id',
    }),
    update: idempotent('PUT /v3/employees/{id}/basic_info'),
  }),
  former_employees: employeesOf('TERMINATED', 'Former employees'),
  positions: listOf({ title: 'Positions', path: '/v1/positions', key: 'code', schema: schemas.Position }),
  locations: listOf({ title: 'Locations', path: '/v1/locations', schema: schemas.Location }),
  job_titles: listOf({ title: 'Job titles', path: '/v1/job_titles', schema: schemas.JobTitle }),
  termination_reasons: listOf({
    title: 'Reasons of terminations',
    path: '/v2/termination_reasons',
    key: 'code',
    schema: schemas.TerminationReason,
  }),
  leaves_of_absence: absencesOf('LOA', 'Leaves of absence'),
  time_off_requests: absencesOf('TIME_OFF', 'Time off requests'),
  events: listOf({
    title: 'Events',
    path: '/v2/events',
    schema: schemas.Event,
    recordsPath: 'events',
    paginate: counted,
    incremental: { kind: 'server_filter', parameter: 'published_gte', format: 'iso' },
  }),
  corporate_users: listOf(
    {
      title: 'Corporate users',
      path: '/v1/corporates/users',
      schema: schemas.CorporateUser,
      recordsPath: 'users',
      paginate,
    },
    writesAt({
      path: '/v1/corporates/users',
      targetIdPath: 'user.id',
      method: 'PUT',
      only: ['create', 'update', 'delete'],
    }),
  ),
  subscriptions: listOf({
    title: 'Subscriptions to events',
    path: '/v1/subscriptions',
    schema: schemas.Subscription,
  }),
};
