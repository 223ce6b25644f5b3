import { finds } from '../kit/http/complete-operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { type WriteDetails, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf } = restApi({
  docs: (page) => `https://developers.apideck.com/apis/hris/reference#tag/${page}`,
  records: { recordsPath: 'data' },
  // 200 at most; a list without a next cursor is complete. @see https://developers.apideck.com/apis/hris/reference
  paged: (pageSize) => ({
    kind: 'cursor',
    parameter: 'cursor',
    path: 'meta.cursors.next',
    sizeParameter: 'limit',
    pageSize,
  }),
});

/** One record stands in the member of the list's name, too. */
const one = (path: string): HttpObject['operations'] => ({
  find: finds({
    request: { method: 'GET', path: `${path}/{value}` },
    format: { kind: 'json', recordsPath: 'data' },
    notFoundIsAbsent: true,
  }),
});

const writes = (path: string, more: WriteDetails = {}): HttpObject['operations'] => ({
  ...one(path),
  ...writesAt({ path, targetIdPath: 'data.id', only: ['create', 'update', 'delete'], ...more }),
});

export const objects: Readonly<Record<string, HttpObject>> = {
  employees: listOf(
    { title: 'Employees', path: '/employees', docs: 'Employees', schema: schemas.Employee, pageSize: 200 },
    writes('/employees', { keepsKey: ['id'] }),
  ),
  companies: listOf(
    { title: 'Companies', path: '/companies', docs: 'Companies', schema: schemas.Company, pageSize: 200 },
    writes('/companies'),
  ),
  departments: listOf(
    { title: 'Departments', path: '/departments', docs: 'Departments', schema: schemas.Department, pageSize: 200 },
    writes('/departments'),
  ),
  time_off_requests: listOf(
    {
      title: 'Time off requests',
      path: '/time-off-requests',
      docs: 'Time-Off-Requests',
      schema: schemas.TimeOffRequest,
      pageSize: 200,
    },
    writes('/time-off-requests'),
  ),
  payrolls: listOf(
    { title: 'Payrolls', path: '/payrolls', docs: 'Payrolls', schema: schemas.Payroll },
    one('/payrolls'),
  ),
};
