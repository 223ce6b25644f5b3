import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf } = restApi({
  docs: (page) => `https://workable.readme.io/reference/${page}`,
  // 100 at most. @see https://workable.readme.io/reference/jobs
  paged: (pageSize) => ({ kind: 'next_url', path: 'paging.next', sizeParameter: 'limit', pageSize }),
});

/** Lists are asked for what changed. @see https://workable.readme.io/reference/jobs */
const sinceUpdated = { kind: 'server_filter', parameter: 'updated_after', format: 'epoch_s' } as const;

/** The member that employees are read and written as. */
const asMember = { member_id: '{config.member_id}' } as const;

export const objects: Readonly<Record<string, HttpObject>> = {
  candidates: listOf(
    {
      title: 'Candidates',
      path: '/candidates',
      docs: 'job-candidates-index',
      recordsPath: 'candidates',
      schema: schemas.Candidate,
      pageSize: 100,
      incremental: sinceUpdated,
    },
    {
      update: idempotent({ method: 'PATCH', path: '/candidates/{id}', bodyFields: { candidate: '{$record}' } }),
    },
  ),
  jobs: listOf({
    title: 'Jobs',
    path: '/jobs',
    docs: 'jobs',
    recordsPath: 'jobs',
    schema: schemas.Job,
    pageSize: 100,
    incremental: sinceUpdated,
  }),
  members: listOf({
    title: 'Members of the account',
    path: '/members',
    docs: 'members',
    recordsPath: 'members',
    schema: schemas.Member,
    pageSize: 100,
  }),
  employees: listOf(
    {
      title: 'Employees',
      path: '/employees',
      docs: 'employees',
      query: asMember,
      recordsPath: 'employees',
      schema: schemas.Employee,
      paginate: {
        kind: 'offset',
        parameter: 'offset',
        sizeParameter: 'limit',
        pageSize: 100,
        totalPath: 'total_count',
      },
    },
    {
      create: nonIdempotent(
        {
          method: 'POST',
          path: '/employees',
          bodyFields: { ...asMember, state: '{state}', employee: '{employee}' },
        },
        { schema: schemas.NewEmployee, targetIdPath: 'id' },
      ),
      update: idempotent(
        {
          method: 'PATCH',
          path: '/employees/{id}',
          bodyFields: { ...asMember, employee: '{employee}' },
        },
        { schema: schemas.ChangedEmployee },
      ),
    },
  ),
  departments: listOf({
    title: 'Departments',
    path: '/departments',
    docs: 'departments',
    schema: schemas.Department,
  }),
  stages: listOf({
    title: 'Stages of recruiting',
    path: '/stages',
    docs: 'stages',
    key: 'slug',
    recordsPath: 'stages',
    schema: schemas.Stage,
  }),
  time_off_categories: listOf({
    title: 'Categories of time off',
    path: '/timeoff/categories',
    docs: 'timeoff-categories',
    recordsPath: 'categories',
    schema: schemas.TimeOffCategory,
  }),
  subscriptions: listOf(
    {
      title: 'Subscriptions to events',
      path: '/subscriptions',
      docs: 'subscriptions',
      recordsPath: 'subscriptions',
      schema: schemas.Subscription,
    },
    { create: nonIdempotent('POST /subscriptions', { targetIdPath: 'id' }) },
  ),
};
