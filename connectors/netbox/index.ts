/** NetBox, the source of truth of a network: devices and machines, where they stand, addresses, tenants and users. */
import { z } from 'zod';
import { apiKeyAuth, secretText } from '../kit/auth/methods.ts';
import { defineConnector, type HttpConnector, type HttpObject, reads, writes } from '../kit/define.ts';
import * as schemas from './schema.ts';

const docsUrl = 'https://netboxlabs.com/docs/netbox/en/stable/integrations/rest-api/';

/**
 * A list of NetBox's REST API.
 *
 * @see https://netboxlabs.com/docs/netbox/en/stable/integrations/rest-api/
 * @see https://netboxlabs.com/docs/netbox/en/stable/reference/filtering/ (lookup expressions)
 */
function listed(title: string, path: string, schema: z.ZodType, parameter?: string): HttpObject {
  return {
    title,
    key: ['id'],
    schema,
    docsUrl,
    operations: {
      list: reads({
        kind: 'pages',
        // Pages are cut by offset: only a fixed order keeps records from moving between them.
        request: { method: 'GET', path, query: { ordering: 'id' } },
        format: { kind: 'json', recordsPath: 'results' },
        // @see https://netboxlabs.com/docs/netbox/en/stable/configuration/miscellaneous/#max_page_size (1000 by default)
        paginate: { kind: 'next_url', path: 'next', sizeParameter: 'limit', pageSize: 500 },
        ...(parameter === undefined ? {} : { incremental: { kind: 'server_filter', parameter } }),
      }),
    },
  };
}

const changed = 'last_updated__gte';

/** An object whose writes find their record by the field that names it. */
function objectAt(title: string, path: string, nameField: string, schema: z.ZodType, parameter?: string): HttpObject {
  const object = listed(title, path, schema, parameter);
  const write = writes({
    request: { method: 'POST', path },
    update: { method: 'PATCH', path: `${path}{$target_id}/` },
    idempotency: {
      kind: 'find',
      request: { method: 'GET', path, query: { [nameField]: `{${nameField}}` } },
      recordsPath: 'results',
    },
    targetIdPath: 'id',
  });
  const remove = writes({ request: { method: 'DELETE', path: `${path}{id}/` }, idempotency: { kind: 'put_by_key' } });
  const operations = { ...object.operations, create: write, update: write, upsert: write, delete: remove };
  return { ...object, operations };
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
  ],
  http: { baseUrl: '{config.base_url}', hosts: 'from_config' },
  // NetBox itself limits nothing.
  limits: { concurrency: 4, buckets: [], signals: [] },
  errors: [
    // @see https://github.com/netbox-community/netbox/blob/main/netbox/netbox/api/authentication.py
    { when: { status: 403, bodyIncludes: ['Invalid token', 'Token expired'] }, kind: 'auth_invalid' },
    // What is still referred to cannot be deleted.
    { when: { status: 409 }, kind: 'conflict' },
  ],
  test: { request: { method: 'GET', path: '/api/status/' } },
  objects: {
    devices: objectAt('Devices', '/api/dcim/devices/', 'name', schemas.Device, changed),
    device_roles: objectAt('Roles of devices', '/api/dcim/device-roles/', 'slug', schemas.Slugged, changed),
    device_types: objectAt('Types of devices', '/api/dcim/device-types/', 'slug', schemas.DeviceType, changed),
    manufacturers: objectAt('Manufacturers', '/api/dcim/manufacturers/', 'slug', schemas.Slugged, changed),
    platforms: objectAt('Platforms', '/api/dcim/platforms/', 'slug', schemas.Slugged, changed),
    interfaces: listed('Interfaces of devices', '/api/dcim/interfaces/', schemas.Interface, changed),
    sites: objectAt('Sites', '/api/dcim/sites/', 'slug', schemas.Site, changed),
    locations: objectAt('Locations within sites', '/api/dcim/locations/', 'slug', schemas.Location, changed),
    racks: objectAt('Racks', '/api/dcim/racks/', 'name', schemas.Rack, changed),
    virtual_machines: objectAt(
      'Virtual machines',
      '/api/virtualization/virtual-machines/',
      'name',
      schemas.VirtualMachine,
      changed,
    ),
    ip_addresses: objectAt('IP addresses', '/api/ipam/ip-addresses/', 'address', schemas.IpAddress, changed),
    prefixes: objectAt('Prefixes', '/api/ipam/prefixes/', 'prefix', schemas.Prefix, changed),
    vlans: objectAt('VLANs', '/api/ipam/vlans/', 'name', schemas.Vlan, changed),
    vrfs: objectAt('VRFs', '/api/ipam/vrfs/', 'name', schemas.Vrf, changed),
    tenants: objectAt('Tenants', '/api/tenancy/tenants/', 'slug', schemas.Slugged, changed),
    contacts: objectAt('Contacts', '/api/tenancy/contacts/', 'name', schemas.Contact, changed),
    tags: objectAt('Tags', '/api/extras/tags/', 'slug', schemas.Tag, changed),
    users: objectAt('Users', '/api/users/users/', 'username', schemas.User),
    groups: objectAt('Groups of users', '/api/users/groups/', 'name', schemas.Group),
    object_changes: listed('Changes of records', '/api/core/object-changes/', schemas.ObjectChange, 'time_after'),
  },
  documentation: { source: docsUrl, asOf: '2026-11-22' },
});
