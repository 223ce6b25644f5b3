import type { z } from 'zod';
import { finds } from '../kit/http/complete-operations.ts';
import type { GivenPages, HttpFind } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf, pagesOf } = restApi({
  docs: (page) => `https://developer.jamf.com/jamf-pro/reference/${page}`,
  records: { recordsPath: 'results' },
  // Pages by number, from 0. @see https://developer.jamf.com/jamf-pro/reference/get_v3-computers-inventory
  paged: (pageSize) => ({
    kind: 'page',
    parameter: 'page',
    first: 0,
    sizeParameter: 'page-size',
    pageSize,
  }),
});

/** Records of which inventory was taken since. Filters are written in RSQL. @see https://developer.jamf.com/jamf-pro/docs/filtering-with-rsql */
const since = (field: string): GivenPages['incremental'] => ({
  kind: 'server_filter',
  parameter: 'filter',
  template: `${field}>="{$since}"`,
});

/** Each section is a parameter of the same name. */
const sections = (path: string, names: readonly string[]): string =>
  `${path}?${names.map((name) => `section=${name}`).join('&')}`;

const computers = '/api/v3/computers-inventory';
const computerSections = ['GENERAL', 'HARDWARE', 'OPERATING_SYSTEM', 'USER_AND_LOCATION', 'PURCHASING', 'SECURITY'];
const mobileSections = ['GENERAL', 'HARDWARE', 'USER_AND_LOCATION', 'PURCHASING', 'SECURITY'];

interface Setting {
  title: string;
  path: string;
  docs: string;
  schema: z.ZodType;
}

/** Names of settings are unique; a list of them is short, and is gone through to find one. */
function setting({ title, path, docs, schema }: Setting): HttpObject {
  return listOf(
    { title, path, docs, schema, query: { sort: 'id:asc' }, pageSize: 1000, find: true },
    writesAt({
      path,
      method: 'PUT',
      find: {
        path,
        query: { sort: 'id:asc' },
        recordsPath: 'results',
        paginate: {
          kind: 'page',
          parameter: 'page',
          first: 0,
          in: 'query',
          sizeParameter: 'page-size',
          pageSize: 1000,
        },
        idPath: 'id',
        ignoresCase: 'undocumented',
        searchLagMs: 'undocumented',
      },
      updateBy: 'address',
    }),
  );
}

interface Classic {
  title: string;
  path: string;
  /** Member of the answer that lists records, and the one that has one. */
  list: string;
  one: string;
  docs: string;
  schema: z.ZodType;
  /** Path of a record's id. Default: `id`. */
  key?: string;
}

/** Lists of the classic API have ids and names only: each record is read by its id. */
function classic({ title, path, list, one, docs, schema, key = 'id' }: Classic): HttpObject {
  const record = `/JSSResource/${path}/id`;
  return listOf(
    {
      title,
      docs,
      schema,
      key,
      path: `${record}/{parent.id}`,
      recordsPath: one,
      parents: { from: pagesOf({ path: `/JSSResource/${path}`, recordsPath: list }), key: 'id' },
    },
    { find: findOne(record, one), delete: idempotent(`DELETE ${record}/{${key}}`, { effect: 'destructive' }) },
  );
}

function findOne(path: string, recordsPath: string): HttpFind {
  const format = { kind: 'json', recordsPath } as const;
  return finds({ request: { method: 'GET', path: `${path}/{value}` }, format, notFoundIsAbsent: true });
}

export const objects: Readonly<Record<string, HttpObject>> = {
  computers: listOf(
    {
      title: 'Computers',
      path: sections(computers, computerSections),
      docs: 'get_v3-computers-inventory',
      schema: schemas.Computer,
      query: { sort: 'id:asc' },
      pageSize: 200,
      incremental: since('general.reportDate'),
      find: `${computers}-detail/{value}`,
    },
    {
      update: idempotent(`PATCH ${computers}-detail/{id}`),
      delete: idempotent(`DELETE ${computers}/{id}`, { effect: 'destructive' }),
    },
  ),
  mobile_devices: listOf(
    {
      title: 'Mobile devices',
      path: sections('/api/v2/mobile-devices/detail', mobileSections),
      docs: 'get_v2-mobile-devices-detail',
      key: 'mobileDeviceId',
      schema: schemas.MobileDevice,
      query: { sort: 'mobileDeviceId:asc' },
      pageSize: 200,
      incremental: since('lastInventoryUpdateDate'),
    },
    { update: idempotent('PATCH /api/v2/mobile-devices/{mobileDeviceId}', { schema: schemas.MobileDeviceChange }) },
  ),
  users: classic({
    title: 'Users',
    path: 'users',
    list: 'users',
    one: 'user',
    docs: 'findusersbyid',
    schema: schemas.User,
  }),
  user_groups: listOf({
    title: 'User groups',
    path: '/JSSResource/usergroups',
    docs: 'findusergroups',
    recordsPath: 'user_groups',
    schema: schemas.UserGroup,
  }),
  computer_groups: listOf({
    title: 'Computer groups',
    path: '/api/v1/computer-groups',
    docs: 'get_v1-computer-groups',
    recordsPath: '$',
    schema: schemas.ComputerGroup,
  }),
  mobile_device_groups: listOf({
    title: 'Mobile device groups',
    path: '/api/v1/mobile-device-groups',
    docs: 'get_v1-mobile-device-groups',
    recordsPath: '$',
    schema: schemas.MobileDeviceGroup,
  }),
  policies: classic({
    title: 'Policies',
    path: 'policies',
    list: 'policies',
    one: 'policy',
    key: 'general.id',
    docs: 'findpoliciesbyid',
    schema: schemas.Policy,
  }),
  departments: setting({
    title: 'Departments',
    path: '/api/v1/departments',
    docs: 'get_v1-departments',
    schema: schemas.Department,
  }),
  buildings: setting({
    title: 'Buildings',
    path: '/api/v1/buildings',
    docs: 'get_v1-buildings',
    schema: schemas.Building,
  }),
  categories: setting({
    title: 'Categories',
    path: '/api/v1/categories',
    docs: 'get_v1-categories',
    schema: schemas.Category,
  }),
  scripts: listOf(
    {
      title: 'Scripts',
      path: '/api/v1/scripts',
      docs: 'get_v1-scripts',
      schema: schemas.Script,
      query: { sort: 'id:asc' },
      pageSize: 100,
      find: true,
    },
    writesAt({ path: '/api/v1/scripts', method: 'PUT', only: ['create', 'update', 'delete'] }),
  ),
  sites: listOf({
    title: 'Sites',
    path: '/api/v1/sites',
    docs: 'get_v1-sites',
    recordsPath: '$',
    schema: schemas.Site,
  }),
};
