import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf } = restApi({
  docs: () => 'https://support.hrcloud.com/help-center/query-parameters',
  key: 'Id',
  // `page` is the number of records that are skipped.
  paginate: { kind: 'offset', parameter: 'page', sizeParameter: 'pageSize', pageSize: 50 },
});

export const objects: Readonly<Record<string, HttpObject>> = {
  employees: listOf(
    { title: 'Employees', path: '/v1/cloud/xEmployee', schema: schemas.Employee },
    {
      create: nonIdempotent('POST /v1/cloud/xEmployee'),
      // The body says which one.
      update: idempotent('PUT /v1/cloud/xEmployee'),
    },
  ),
  departments: listOf({ title: 'Departments', path: '/v1/cloud/xDepartment', schema: schemas.Department }),
  divisions: listOf({ title: 'Divisions', path: '/v1/cloud/xDivision', schema: schemas.Division }),
  locations: listOf({ title: 'Locations', path: '/v1/cloud/xLocation', schema: schemas.Location }),
  positions: listOf({ title: 'Positions', path: '/v1/cloud/xPosition', schema: schemas.Position }),
  employment_statuses: listOf({
    title: 'Employment statuses',
    path: '/v1/cloud/xEmploymentStatus',
    schema: schemas.EmploymentStatus,
  }),
};
