/** Palo Alto Strata Cloud Manager: addresses, services, tags, lists and security rules of firewalls and Prisma Access. */
import { z } from 'zod';
import { clientCredentialsAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { exemptions } from './exemptions.ts';
import { objects } from './objects.ts';

const docsUrl = 'https://pan.dev/scm/docs/home/';

export const connector: HttpConnector = defineConnector({
  id: 'paloalto_scm',
  name: 'Palo Alto Strata Cloud Manager',
  vendor: 'Palo Alto Networks',
  category: 'network',
  docsUrl,
  version: '1.0.0',
  tags: ['firewall', 'prisma access', 'sase', 'addresses', 'rules'],
  transport: 'http',
  config: z.strictObject({
    tsg_id: z
      .string()
      .regex(/^\d{1,20}$/, 'Must be the id of a tenant service group: digits.')
      .meta({
        title: 'Tenant service group id',
        help: 'Settings → Identity & Access shows it.',
        example: '1378242802',
        destination: true,
      }),
    folder: z
      .string()
      .regex(/^[A-Za-z\d\-_. ]{1,64}$/, 'Must be the name of a folder: All.')
      .default('All')
      .meta({ title: 'Folder that is read', help: '`All` is the global one. What a folder inherits is read as well.' }),
  }),
  auth: [
    // @see https://pan.dev/scm/docs/access-tokens/
    clientCredentialsAuth({
      tokenUrl: 'https://auth.apps.paloaltonetworks.com/oauth2/access_token',
      scope: 'tsg_id:{config.tsg_id}',
      setup:
        'Settings → Identity & Access → Access Management → Add Identity → Service Account, with a role such as View Only Administrator, or Network Administrator where records are written.',
    }),
  ],
  http: {
    baseUrl: 'https://api.strata.paloaltonetworks.com/config',
    hosts: ['api.strata.paloaltonetworks.com', 'auth.apps.paloaltonetworks.com'],
  },
  // The vendor tells no figure: a careful one.
  limits: { concurrency: 2, buckets: [{ name: 'tenant', limit: 120, perMs: 60_000 }], signals: [] },
  // @see https://pan.dev/scm/api/config/ngfw/objects/
  errors: [
    {
      when: { status: 400, bodyIncludes: ['Name Not Unique', 'Object Already Exists'] },
      kind: 'conflict',
      messagePath: '_errors[0].message',
    },
    { when: { status: 400 }, kind: 'validation', messagePath: '_errors[0].message' },
    // Names in use, and records that others refer to.
    { when: { status: 409 }, kind: 'conflict', messagePath: '_errors[0].message' },
  ],
  test: { request: { method: 'GET', path: '/objects/v1/tags', query: { folder: '{config.folder}', limit: '1' } } },
  objects,
  contract: { exempt: exemptions },
  documentation: { source: 'https://github.com/PaloAltoNetworks/pan.dev', asOf: '2026-11-23' },
});
