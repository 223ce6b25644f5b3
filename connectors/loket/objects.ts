import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { finds } from '../kit/http/complete-operations.ts';
import type { GivenPages, GivenRequest, HttpFind, HttpWrite } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';
import { version } from './versions.ts';

/** 250 records by default. @see https://developer.loket.nl/ */
const paginate = {
  kind: 'page',
  parameter: 'pageNumber',
  sizeParameter: 'pageSize',
  pageSize: 250,
  totalPagesPath: 'totalPages',
} as const;

const { listOf, pagesOf } = restApi({
  docs: () => 'https://developer.loket.nl/',
  records: { recordsPath: '_embedded' },
  paginate,
});

const first = version('2018-01-01');
const employeeVersion = version('2018-12-31');
const employmentVersion = version('2019-12-16');

const employers = { path: '/providers/employers', request: { headers: first } } as const;

/** What is read for each employer that the user may see. */
const ofEmployers = {
  from: pagesOf(employers),
  key: 'id',
  copy: { employerId: 'id' },
} as const;

const inEmployer = '/providers/employers/{parent.id}';

function findIn(path: string, headers: GivenRequest['headers'] = first): HttpFind {
  const request = { method: 'GET', path: `${path}/{value}`, headers } as const;
  return finds({ request, format: { kind: 'json', recordsPath: 'content' }, notFoundIsAbsent: true });
}

/** Changes the whole record: what is left out is emptied. */
const put = (path: string, headers = first): HttpWrite => idempotent({ method: 'PUT', path, headers });

/** The same, with the named members of the record as they were, and those within them, where a change does not give them. */
function putKeeping(path: string, keepsRest: string[], keepsWithin?: string[], headers = first): HttpWrite {
  const request = { method: 'GET', path, headers } as const;
  const within = keepsWithin && { keepsWithin };
  const lock = { request, recordPath: 'content', keepsRest, shape: toWritten, ...within };
  return idempotent({ method: 'PUT', path, headers }, { lock });
}

/** A choice is written by its key, without its text; what is computed is not written. */
function toWritten(record: JsonObject): JsonObject {
  const members = Object.entries(record).filter(([name]) => !computed.has(name));
  return Object.fromEntries(members.map(([name, value]) => [name, isJsonObject(value) ? toChoice(value) : value]));
}

function toChoice(value: JsonObject): JsonObject {
  return value['key'] === undefined ? toWritten(value) : { key: value['key'] };
}

const computed: ReadonlySet<string> = new Set(['aowDate', 'formattedName', 'photo']);

/**
 * A list of an employer, whose records are found by a field among all of them: neither whether case counts is told, nor how
 * soon a list has what was written.
 */
function createIn(path: string, key: string): HttpWrite {
  const list: GivenPages['request'] = { method: 'GET', path: `/providers/employers/{employerId}${path}` };
  return findOrCreate(
    { method: 'POST', path: list.path, headers: first },
    {
      find: {
        path: list.path,
        request: { headers: first },
        recordsPath: '_embedded',
        idPath: key,
        paginate,
        ignoresCase: 'undocumented',
        searchLagMs: 'undocumented',
      },
      targetIdPath: `content.${key}`,
    },
  );
}

const employeeParts = [
  'personalDetails',
  'contactInformation',
  'address',
  'deviatingPostalAddress',
  'identityDocument',
  'travel',
];

export const objects: Readonly<Record<string, HttpObject>> = {
  employers: listOf(
    { title: 'Employers', ...employers, schema: schemas.Employer },
    { find: findIn('/providers/employers') },
  ),
  employees: listOf(
    {
      title: 'Employees',
      path: `${inEmployer}/employees`,
      request: { headers: employeeVersion },
      schema: schemas.Employee,
      parents: ofEmployers,
    },
    {
      find: findIn('/providers/employers/employees', employeeVersion),
      update: putKeeping(
        '/providers/employers/employees/{id}',
        ['employeeNumber', 'exclusionFromAbsenceStatus', ...employeeParts],
        employeeParts,
        employeeVersion,
      ),
    },
  ),
  employments: listOf(
    {
      title: 'Employments',
      path: `${inEmployer}/employees/employments`,
      request: { headers: employmentVersion },
      schema: schemas.Employment,
      parents: ofEmployers,
    },
    {
      find: findIn('/providers/employers/employees/employments', employmentVersion),
      update: put('/providers/employers/employees/employments/{id}', employmentVersion),
    },
  ),
  employment_versions: listOf({
    title: 'Version numbers of employments, which change with them',
    path: `${inEmployer}/employees/employments/lastmodifiedversionnumbers`,
    request: { headers: first },
    schema: schemas.EmploymentVersion,
    parents: ofEmployers,
  }),
  departments: listOf(
    {
      title: 'Departments',
      path: `${inEmployer}/departments`,
      request: { headers: first },
      schema: schemas.Department,
      parents: ofEmployers,
    },
    {
      find: findIn('/providers/employers/departments'),
      create: createIn('/departments', 'id'),
      update: putKeeping('/providers/employers/departments/{id}', [
        'description',
        'emailLeaveRequest',
        'subDepartmentOf',
      ]),
    },
  ),
  functions: listOf(
    {
      title: 'Functions',
      path: `${inEmployer}/functions`,
      request: { headers: first },
      key: 'key',
      schema: schemas.Function,
      parents: ofEmployers,
    },
    {
      find: findIn('/providers/employers/functions'),
      create: createIn('/functions', 'key'),
      update: putKeeping('/providers/employers/functions/{key}', ['description', 'group']),
    },
  ),
  leave_requests: listOf(
    {
      title: 'Leave requests',
      path: `${inEmployer}/employees/employments/leaverequests`,
      request: { headers: first },
      schema: schemas.LeaveRequest,
      parents: ofEmployers,
    },
    {
      find: findIn('/providers/employers/employees/employments/leaverequests'),
      update: putKeeping('/providers/employers/employees/employments/leaverequests/{id}', [
        'startDate',
        'endDate',
        'numberOfUnits',
        'leaveType',
        'isAccrual',
        'commentHandler',
      ]),
    },
  ),
};
