/** NetBox, the source of truth of a network: devices and machines, where they stand, addresses, tenants and users. */
import { z } from 'zod';
import { apiKeyAuth, bearerAuth, secretText } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const docsUrl = 'https://netboxlabs.com/docs/netbox/en/stable/integrations/rest-api/';

/** @see https://netboxlabs.com/docs/netbox/en/stable/integrations/rest-api/ */
const { listOf } = restApi({
  docs: () => docsUrl,
  records: { recordsPath: 'results' },
  // NetBox itself cuts pages by offset, where records that vanish make others be missed. Pages have 1000 at most by default.
  // @see https://netboxlabs.com/docs/netbox/en/stable/configuration/miscellaneous/#max_page_size
  paginate: { kind: 'keyset', parameter: 'id__gt', fields: ['id'], first: '0', sizeParameter: 'limit', pageSize: 500 },
});

const ordered = { query: { ordering: 'id' } };

/** @see https://netboxlabs.com/docs/netbox/en/stable/reference/filtering/ (lookup expressions) */
const changed = (parameter: string) => ({ incremental: { kind: 'server_filter', parameter } }) as const;
const updated = changed('last_updated__gte');

const caseless = new Set(['/api/dcim/devices/', '/api/virtualization/virtual-machines/', '/api/users/users/']);

/** Writable objects: a record is found by its naming field. Of a name that is not unique, there may be more than one page. */
function objectAt(title: string, path: string, field: string, schema: z.ZodType, more = {}): HttpObject {
  // Names that differ in case only are refused. @see https://github.com/netbox-community/netbox/blob/main/netbox/dcim/models/devices.py
  const ignoresCase = caseless.has(path);
  const parameter = ignoresCase ? `${field}__ie` : field;
  const paginate = { kind: 'next_url', path: 'next' } as const;
  const find = { path, query: { [parameter]: `{${field}}` }, recordsPath: 'results', paginate, ignoresCase };
  return listOf({ title, path, schema, ...ordered, ...more }, writesAt({ path, record: `${path}{id}/`, find }));
}

export const connector: HttpConnector = defineConnector({
  id: 'netbox',
  name: 'NetBox',
  vendor: 'NetBox Labs',
  category: 'network',
  docsUrl,
  version: '1.0.0',
  tags: ['ipam', 'dcim', 'inventory'],
  transport: 'http',
  config: z.strictObject({
    base_url: z
      .string()
      .max(2048)
      .regex(
        /^https?:\/\/[^\s{}@?#]+$/,
        'Must be an address with http or https, without user, query and fragment: https://netbox.example.com.',
      )
      .meta({ title: 'Address of NetBox', example: 'https://netbox.vendor.example', destination: true }),
  }),
  auth: [
    apiKeyAuth({
      id: 'token',
      title: 'API token',
      in: 'header',
      name: 'Authorization',
      value: 'Token {token}',
      credentials: z.strictObject({ token: secretText('API token') }),
      setup: 'Create a token under your user name, API Tokens; allow writing where NetBox is a target.',
    }),
    // @see https://netboxlabs.com/docs/netbox/en/stable/integrations/rest-api/#tokens
    bearerAuth({
      id: 'token_v2',
      title: 'API token of version 2',
      credentials: z.strictObject({ token: secretText('API token, with its key: nbt_KEY.TOKEN') }),
      token: '{token}',
      setup: 'From NetBox 4.5 on. Create a token of version 2 under your user name, API Tokens.',
    }),
  ],
  http: { baseUrl: '{config.base_url}', hosts: 'from_config' },
  // NetBox itself has no rate limit.
  limits: { concurrency: 4, buckets: [], signals: [] },
  errors: [
    // @see https://github.com/netbox-community/netbox/blob/main/netbox/netbox/api/authentication.py
    {
      when: {
        status: 403,
        bodyIncludes: [
          'Invalid token',
          'Invalid v1 token',
          'Invalid v2 token',
          'Invalid authorization header',
          'Token expired',
          'Token disabled',
          'User inactive',
        ],
      },
      kind: 'auth_invalid',
    },
    // Records that others refer to cannot be deleted.
    { when: { status: 409 }, kind: 'conflict' },
  ],
  test: { request: { method: 'GET', path: '/api/status/' } },
  objects: {
    devices: objectAt('Devices', '/api/dcim/devices/', 'name', schemas.Device, updated),
    device_roles: objectAt('Device roles', '/api/dcim/device-roles/', 'slug', schemas.Slugged, updated),
    device_types: objectAt('Device types', '/api/dcim/device-types/', 'slug', schemas.DeviceType, updated),
    manufacturers: objectAt('Manufacturers', '/api/dcim/manufacturers/', 'slug', schemas.Slugged, updated),
    platforms: objectAt('Platforms', '/api/dcim/platforms/', 'slug', schemas.Slugged, updated),
    interfaces: listOf({
      title: 'Interfaces',
      path: '/api/dcim/interfaces/',
      schema: schemas.Interface,
      ...ordered,
      ...updated,
    }),
    sites: objectAt('Sites', '/api/dcim/sites/', 'slug', schemas.Site, updated),
    locations: objectAt('Locations', '/api/dcim/locations/', 'slug', schemas.Location, updated),
    racks: objectAt('Racks', '/api/dcim/racks/', 'name', schemas.Rack, updated),
    virtual_machines: objectAt(
      'Virtual machines',
      '/api/virtualization/virtual-machines/',
      'name',
      schemas.VirtualMachine,
      updated,
    ),
    ip_addresses: objectAt('IP addresses', '/api/ipam/ip-addresses/', 'address', schemas.IpAddress, updated),
    prefixes: objectAt('Prefixes', '/api/ipam/prefixes/', 'prefix', schemas.Prefix, updated),
    vlans: objectAt('VLANs', '/api/ipam/vlans/', 'name', schemas.Vlan, updated),
    vrfs: objectAt('VRFs', '/api/ipam/vrfs/', 'name', schemas.Vrf, updated),
    tenants: objectAt('Tenants', '/api/tenancy/tenants/', 'slug', schemas.Slugged, updated),
    contacts: objectAt('Contacts', '/api/tenancy/contacts/', 'name', schemas.Contact, updated),
    tags: objectAt('Tags', '/api/extras/tags/', 'slug', schemas.Tag, updated),
    users: objectAt('Users', '/api/users/users/', 'username', schemas.User),
    groups: objectAt('User groups', '/api/users/groups/', 'name', schemas.Group),
    object_changes: listOf({
      title: 'Object changes',
      path: '/api/core/object-changes/',
      schema: schemas.ObjectChange,
      ...ordered,
      ...changed('time_after'),
    }),
  },
  documentation: { source: docsUrl, asOf: '2026-11-22' },
});
