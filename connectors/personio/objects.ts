import { finds } from '../kit/http/complete-operations.ts';
import type { GivenPages, HttpFind } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf, pagesOf } = restApi({
  docs: (page) => `https://developer.personio.de/reference/${page}`,
  records: { recordsPath: 'data' },
});

/** Records that are left out at the start of a list. @see https://developer.personio.de/reference/get_company-employees */
const byOffset = (pageSize: number): GivenPages['paginate'] => ({
  kind: 'offset',
  parameter: 'offset',
  sizeParameter: 'limit',
  pageSize,
});

/** @see https://developer.personio.de/docs/pagination-adoption-guide-for-v1-get-employees-endpoint */
const ofEmployees = byOffset(100);

/**
 * Absences count pages by the same parameter.
 *
 * @see https://developer.personio.de/reference/get_company-time-offs
 * @see https://developer.personio.de/changelog/absences-api-change-in-pagination-of-hourly-absences-endpoint
 */
const byPage: GivenPages['paginate'] = {
  kind: 'page',
  parameter: 'offset',
  first: 0,
  sizeParameter: 'limit',
  pageSize: 200,
};

/** A record by its id, in the member `data`. */
function findAt(path: string): HttpFind {
  const format = { kind: 'json', recordsPath: 'data' } as const;
  return finds({ request: { method: 'GET', path: `${path}/{value}` }, format, notFoundIsAbsent: true });
}

const employee = { bodyFields: { employee: '{$record}' } };
export const objects: Readonly<Record<string, HttpObject>> = {
  employees: listOf(
    {
      title: 'Employees',
      path: '/company/employees',
      docs: 'get_company-employees',
      key: 'attributes.id.value',
      schema: schemas.Employee,
      paginate: ofEmployees,
      incremental: { kind: 'server_filter', parameter: 'updated_since', format: 'iso_s', lookbackMs: 86_400_000 },
    },
    {
      find: findAt('/company/employees'),
      create: findOrCreate(
        { method: 'POST', path: '/company/employees', ...employee },
        {
          find: {
            path: '/company/employees',
            query: { email: '{email}', limit: '2' },
            recordsPath: 'data',
            // Attributes are objects with a label and a value.
            lift: ['attributes'],
            unwrap: 'value',
            idPath: 'attributes.id.value',
            ignoresCase: 'undocumented',
            searchLagMs: 'undocumented',
          },
          targetIdPath: 'data.id',
        },
      ),
      // The e-mail address cannot be changed.
      update: idempotent({ method: 'PATCH', path: '/company/employees/{id}', ...employee }),
    },
  ),
  absence_balances: listOf({
    title: 'Absence balances',
    path: '/company/employees/{parent.attributes.id.value}/absences/balance',
    docs: 'get_company-employees-employee-id-absences-balance',
    key: ['employee_id', 'id'],
    schema: schemas.AbsenceBalance,
    parents: {
      from: pagesOf({ path: '/company/employees', paginate: ofEmployees }),
      key: 'attributes.id.value',
      copy: { employee_id: 'attributes.id.value' },
    },
  }),
  attendances: listOf(
    {
      title: 'Attendances',
      path: '/company/attendances',
      docs: 'get_company-attendances',
      // The period is required; both days are inclusive.
      query: { start_date: '2000-01-01', end_date: '2099-12-31', includePending: 'true' },
      schema: schemas.Attendance,
      paginate: byOffset(200),
      incremental: { kind: 'server_filter', parameter: 'updated_from', format: 'iso_s', lookbackMs: 86_400_000 },
    },
    writesAt({ path: '/company/attendances', only: ['update', 'delete'] }),
  ),
  attendance_projects: listOf(
    {
      title: 'Attendance projects',
      path: '/company/attendances/projects',
      docs: 'get_company-attendances-projects',
      schema: schemas.Project,
    },
    writesAt({
      path: '/company/attendances/projects',
      targetIdPath: 'data.id',
    }),
  ),
  time_off_types: listOf({
    title: 'Absence types',
    path: '/company/time-off-types',
    docs: 'get_company-time-off-types',
    key: 'attributes.id',
    schema: schemas.TimeOffType,
    paginate: byOffset(200),
  }),
  time_offs: listOf(
    {
      title: 'Absences in days',
      path: '/company/time-offs',
      docs: 'get_company-time-offs',
      key: 'attributes.id',
      schema: schemas.TimeOff,
      paginate: byPage,
      incremental: { kind: 'server_filter', parameter: 'updated_from', format: 'date', lookbackMs: 86_400_000 },
    },
    {
      find: findAt('/company/time-offs'),
      delete: idempotent('DELETE /company/time-offs/{attributes.id}'),
    },
  ),
  absence_periods: listOf(
    {
      title: 'Absences in hours',
      path: '/company/absence-periods',
      docs: 'get_company-absence-periods',
      key: 'attributes.id',
      schema: schemas.AbsencePeriod,
      paginate: byPage,
      incremental: { kind: 'server_filter', parameter: 'updated_from', format: 'iso_s', lookbackMs: 86_400_000 },
    },
    { delete: idempotent('DELETE /company/absence-periods/{attributes.id}') },
  ),
  document_categories: listOf({
    title: 'Document categories',
    path: '/company/document-categories',
    docs: 'get_company-document-categories',
    schema: schemas.DocumentCategory,
  }),
  custom_reports: listOf({
    title: 'Custom reports',
    path: '/company/custom-reports/reports',
    docs: 'get_company-custom-reports-reports',
    key: 'attributes.id',
    schema: schemas.CustomReport,
  }),
};
