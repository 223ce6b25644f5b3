/** NetBox, the source of truth of a network: devices, sites, addresses and prefixes. */
import { z } from 'zod';
import { apiKeyAuth, secretText } from '../kit/auth/methods.ts';
import { defineConnector, type HttpConnector, type HttpObject, reads, writes } from '../kit/define.ts';
import { Device, IpAddress, Prefix, Site } from './schema.ts';

/**
 * An object of NetBox's REST API. Writes find their record by the field that names it.
 *
 * @see https://netboxlabs.com/docs/netbox/en/stable/integrations/rest-api/
 */
function objectAt(title: string, path: string, nameField: string, schema: z.ZodType): HttpObject {
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
  return {
    title,
    key: ['id'],
    schema,
    docsUrl: 'https://netboxlabs.com/docs/netbox/en/stable/integrations/rest-api/',
    operations: {
      list: reads({
        kind: 'pages',
        // Pages are cut by offset: only a fixed order keeps records from moving between them.
        request: { method: 'GET', path, query: { ordering: 'id' } },
        format: { kind: 'json', recordsPath: 'results' },
        // @see https://netboxlabs.com/docs/netbox/en/stable/configuration/miscellaneous/#max_page_size (1000 by default)
        paginate: { kind: 'next_url', path: 'next', sizeParameter: 'limit', pageSize: 500 },
      }),
      create: write,
      update: write,
      upsert: write,
      delete: writes({ request: { method: 'DELETE', path: `${path}{id}/` }, idempotency: { kind: 'put_by_key' } }),
    },
  };
}

export const connector: HttpConnector = defineConnector({
  id: 'netbox',
  name: 'NetBox',
  vendor: 'NetBox Labs',
  category: 'network',
  docsUrl: 'https://netboxlabs.com/docs/netbox/en/stable/integrations/rest-api/',
  version: '1.0.0',
  tags: ['ipam', 'dcim', 'inventory'],
  transport: 'http',
  config: z.strictObject({
    base_url: z
      .string()
      .max(2048)
      .regex(/^https?:\/\/[^\s{}@?#]+$/)
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
    devices: objectAt('Devices', '/api/dcim/devices/', 'name', Device),
    sites: objectAt('Sites', '/api/dcim/sites/', 'slug', Site),
    ip_addresses: objectAt('IP addresses', '/api/ipam/ip-addresses/', 'address', IpAddress),
    prefixes: objectAt('Prefixes', '/api/ipam/prefixes/', 'prefix', Prefix),
  },
  documentation: { source: 'https://netboxlabs.com/docs/netbox/en/stable/integrations/rest-api/', asOf: '2026-11-21' },
});
