import { finds } from '../kit/http/complete-operations.ts';
import type { GivenPages, HttpFind } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf } = restApi({
  docs: () => 'https://developer.deel.com/llms.txt',
  records: { recordsPath: 'data' },
});

const byOffset: GivenPages['paginate'] = { kind: 'offset', parameter: 'offset', sizeParameter: 'limit', pageSize: 50 };

/** A page's cursor, with the name of its parameter. */
const byCursor = (parameter: string): GivenPages['paginate'] => ({
  kind: 'cursor',
  parameter,
  path: 'page.cursor',
  sizeParameter: 'limit',
  pageSize: 50,
});

/** Lists of equipment say whether there are more. */
const ofEquipment: GivenPages['paginate'] = {
  kind: 'cursor',
  parameter: 'cursor',
  path: 'next_cursor',
  hasMorePath: 'has_more',
  sizeParameter: 'limit',
  pageSize: 20,
};

/** A record by its id, in the member `data`. */
function findAt(path: string): HttpFind {
  const format = { kind: 'json', recordsPath: 'data' } as const;
  return finds({ request: { method: 'GET', path: `${path}/{value}` }, format, notFoundIsAbsent: true });
}

export const objects: Readonly<Record<string, HttpObject>> = {
  people: listOf(
    {
      title: 'People',
      path: '/people',
      schema: schemas.Person,
      // In the order of their ids, so that nobody is missed between pages.
      query: { sort_by: 'id', sort_order: 'asc' },
      paginate: byOffset,
    },
    { find: findAt('/people'), ...writesAt({ path: '/people', member: 'data', only: ['create'] }) },
  ),
  contracts: listOf(
    {
      title: 'Contracts',
      path: '/contracts',
      schema: schemas.Contract,
      paginate: byCursor('after_cursor'),
    },
    { find: findAt('/contracts'), ...writesAt({ path: '/contracts', member: 'data', only: ['create', 'update'] }) },
  ),
  groups: listOf(
    { title: 'Groups', path: '/groups', schema: schemas.Group, paginate: byCursor('cursor') },
    writesAt({ path: '/groups', member: 'data', remove: { effect: 'reversible' } }),
  ),
  legal_entities: listOf(
    {
      title: 'Legal entities',
      path: '/legal-entities',
      schema: schemas.LegalEntity,
      paginate: byCursor('cursor'),
    },
    writesAt({ path: '/legal-entities', only: ['update', 'delete'], remove: { effect: 'reversible' } }),
  ),
  teams: listOf({ title: 'Teams', path: '/teams', schema: schemas.Named }),
  departments: listOf({ title: 'Departments', path: '/departments', schema: schemas.Department }),
  managers: listOf(
    { title: 'Managers', path: '/managers', schema: schemas.Manager, paginate: byOffset },
    writesAt({ path: '/managers', member: 'data', only: ['create'] }),
  ),
  roles: listOf({ title: 'Roles', path: '/roles', schema: schemas.Role }),
  organizations: listOf({
    title: 'Organizations',
    path: '/organizations',
    schema: schemas.Named,
  }),
  time_offs: listOf(
    {
      title: 'Time offs',
      path: '/time_offs',
      schema: schemas.TimeOff,
      paginate: {
        kind: 'cursor',
        parameter: 'next',
        path: 'next',
        hasMorePath: 'has_next_page',
        sizeParameter: 'page_size',
        pageSize: 50,
      },
    },
    writesAt({ path: '/time_offs', only: ['delete'] }),
  ),
  timesheets: listOf(
    { title: 'Timesheets', path: '/timesheets', schema: schemas.Timesheet, paginate: byOffset },
    { find: findAt('/timesheets'), ...writesAt({ path: '/timesheets', member: 'data' }) },
  ),
  it_assets: listOf({
    title: 'IT assets',
    path: '/it/assets',
    schema: schemas.Asset,
    paginate: ofEquipment,
  }),
  it_orders: listOf({
    title: 'IT orders',
    path: '/it/orders',
    schema: schemas.Order,
    paginate: ofEquipment,
  }),
};
