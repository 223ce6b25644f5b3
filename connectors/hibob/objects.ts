import type { GivenRequest } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { type Find, findOrCreate, idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf, objectOf } = restApi({ docs: (page) => `https://apidocs.hibob.com/reference/${page}` });

/**
 * Employees come in one answer, those who left too. List fields hold ids; `humanReadable` has their names beside them.
 *
 * @see https://apidocs.hibob.com/docs/people-read-api-contract
 */
const everybody = { showInactive: true, humanReadable: 'APPEND' };
const fields = { fields: '{config.employee_fields}' };
const asked: Partial<GivenRequest> = { method: 'POST', body: everybody, bodyFields: fields };

/** Each value is there twice, as a member of its category and by its whole path. */
const once = { extract: { dropPrefix: '/' } };

/** One filter alone may be given, by the id or the e-mail address. */
const byEmail: Find = {
  path: '/people/search',
  request: {
    method: 'POST',
    body: { ...everybody, filters: [{ fieldPath: 'root.email', operator: 'equals' }] },
    bodyFields: { ...fields, 'filters[0].values[0]': '{email}' },
  },
  recordsPath: 'employees',
  idPath: 'id',
  ignoresCase: 'undocumented',
  searchLagMs: 'undocumented',
};

/**
 * An update changes what it is sent, whatever its method. Status 304 means that everything is so already.
 *
 * @see https://apidocs.hibob.com/reference/put_people-identifier
 */
const employee = findOrCreate('POST /people', {
  find: byEmail,
  update: 'PUT /people/{$target_id}',
  targetIdPath: 'id',
  already: { status: 304 },
  schema: schemas.EmployeeWrite,
  concurrency: 2,
});

/**
 * The rows of a table of all employees. 200 employees at most in a page.
 *
 * @see https://apidocs.hibob.com/docs/pagination
 */
const tableOf = (name: string) => ({
  path: `/bulk/people/${name}`,
  docs: `get_bulk-people-${name}`,
  key: ['employee_id', 'id'],
  recordsPath: 'results',
  paginate: {
    kind: 'cursor',
    parameter: 'cursor',
    path: 'response_metadata.next_cursor',
    sizeParameter: 'limit',
    pageSize: 200,
  } as const,
  extract: { expand: { path: 'values', copy: { employee_id: 'employeeId' } } },
});

const itemPath = '/company/named-lists/{list}';

/**
 * An item that is there already is refused.
 *
 * @see https://apidocs.hibob.com/reference/post_company-named-lists-listname
 */
const listItem = findOrCreate(`POST ${itemPath}`, {
  find: {
    path: itemPath,
    query: { includeArchived: 'true' },
    recordsPath: 'items',
    paginate: { kind: 'none' },
    idPath: 'id',
    ignoresCase: 'undocumented',
    searchLagMs: 'undocumented',
  },
  update: `PUT ${itemPath}/{$target_id}`,
  targetIdPath: 'id',
  schema: schemas.ListItemWrite,
  concurrency: 2,
});

export const objects: Readonly<Record<string, HttpObject>> = {
  employees: listOf(
    {
      title: 'Employees',
      path: '/people/search',
      docs: 'post_people-search',
      schema: schemas.Employee,
      request: asked,
      recordsPath: 'employees',
      ...once,
    },
    { create: employee, update: employee, upsert: employee },
  ),
  terminations: objectOf(
    { title: 'Terminations', docs: 'post_employees-identifier-terminate', key: 'employee_id' },
    {
      create: nonIdempotent('POST /employees/{employee_id}/terminate', {
        effect: 'destructive',
        schema: schemas.Termination,
      }),
    },
  ),
  work_history: listOf(
    { title: 'Work history: titles, departments, sites and managers', ...tableOf('work'), schema: schemas.WorkRow },
    {
      create: nonIdempotent('POST /people/{employee_id}/work', { schema: schemas.WorkRowWrite }),
      delete: idempotent('DELETE /people/{employee_id}/work/{id}'),
    },
  ),
  employment_history: listOf(
    { title: 'Employment history: contracts and hours', ...tableOf('employment'), schema: schemas.EmploymentRow },
    { delete: idempotent('DELETE /people/{employee_id}/employment/{id}') },
  ),
  lifecycle_history: listOf({
    title: 'Lifecycle history: hired, on leave, terminated',
    ...tableOf('lifecycle'),
    schema: schemas.LifecycleRow,
  }),
  list_items: listOf(
    {
      title: 'Items of lists: departments, titles, sites',
      path: '/company/named-lists',
      docs: 'get_company-named-lists',
      key: ['list', 'id'],
      query: { includeArchived: 'true' },
      schema: schemas.ListItem,
      extract: { expand: { path: 'items', copy: { list: 'name' } } },
    },
    { create: listItem, update: listItem, upsert: listItem, delete: idempotent(`DELETE ${itemPath}/{id}`) },
  ),
  fields: listOf({
    title: 'Fields of employees',
    path: '/company/people/fields',
    docs: 'get_company-people-fields',
    schema: schemas.Field,
  }),
  custom_tables: listOf({
    title: 'Custom tables and their columns',
    path: '/people/custom-tables/metadata',
    docs: 'get_people-custom-tables-metadata',
    schema: schemas.CustomTable,
    recordsPath: 'tables',
  }),
  tasks: listOf({
    title: 'Open tasks',
    path: '/tasks',
    docs: 'get_tasks',
    schema: schemas.Task,
    recordsPath: 'tasks',
  }),
};
