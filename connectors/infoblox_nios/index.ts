/** Infoblox NIOS: networks, hosts, DNS records, zones and DHCP of a Grid. */
import { z } from 'zod';
import { basicAuth } from '../kit/auth/methods.ts';
import { withAuthority } from '../kit/auth/signing-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { exemptions } from './exemptions.ts';
import { objects } from './objects.ts';

const docsUrl = 'https://docs.infoblox.com/space/nios/';

export const connector: HttpConnector = defineConnector({
  id: 'infoblox_nios',
  name: 'Infoblox NIOS',
  vendor: 'Infoblox',
  category: 'network',
  docsUrl,
  version: '1.0.0',
  tags: ['ipam', 'dns', 'dhcp', 'self-hosted'],
  transport: 'http',
  config: z.strictObject({
    server_url: z.url({ protocol: /^https?$/ }).meta({
      title: 'Address of the Grid Master',
      example: 'https://gridmaster.example.com',
      destination: true,
    }),
    wapi_version: z
      .string()
      .regex(/^\d{1,2}(?:\.\d{1,3}){1,2}$/, 'Must be a version of the interface: 2.13.6.')
      .meta({
        title: 'Version of the interface (WAPI)',
        help: 'Help → Documentation → WAPI Documentation shows it.',
        example: '2.13.6',
        destination: true,
      }),
  }),
  auth: [
    withAuthority(
      basicAuth({
        setup:
          'Administration → Administrators → Admins: an administrator of a group with the API interface and the permissions that the objects need.',
      }),
    ),
  ],
  http: { baseUrl: '{config.server_url}/wapi/v{config.wapi_version}', hosts: 'from_config' },
  // A Grid limits nothing itself: a careful figure for a machine that answers DNS as well.
  limits: { concurrency: 2, buckets: [{ name: 'grid', limit: 300, perMs: 60_000 }], signals: [] },
  // @see https://github.com/infobloxopen/infoblox-client/blob/master/infoblox_client/connector.py
  errors: [
    { when: { path: 'code', holds: ['Data.Conflict'] }, kind: 'conflict', messagePath: 'text' },
    { when: { path: 'code', holds: ['Data.NotFound'] }, kind: 'not_found', messagePath: 'text' },
    { when: { status: 400 }, kind: 'validation', messagePath: 'text' },
  ],
  test: { request: { method: 'GET', path: '/networkview', query: { _max_results: '1' } } },
  objects,
  contract: { exempt: exemptions },
  documentation: { source: 'https://github.com/infobloxopen/infoblox-nios-go-client', asOf: '2026-11-23' },
});
