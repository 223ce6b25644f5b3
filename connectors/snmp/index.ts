/**
 * SNMP agents of versions 2c and 3 (authenticated and encrypted): reads tables, subtrees and scalars, and sets them. What
 * the numbers mean stands in a vendor's MIB; the device itself and its interfaces need none.
 */
import type { SnmpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { communityAuth, snmpConfig, usmAuth } from '../kit/snmp/settings.ts';
import { objects } from './objects.ts';
import { sourceOptions, targetOptions } from './options.ts';
import { resolveOid } from './resolve-oid.ts';

const config = { host: 'switch-1.example.com' };

export const connector: SnmpConnector = defineConnector({
  id: 'snmp',
  name: 'SNMP agent',
  vendor: 'Net-SNMP and others',
  category: 'generic',
  docsUrl: 'https://www.rfc-editor.org/rfc/rfc3416',
  version: '1.0.0',
  tags: ['network', 'devices', 'mib'],
  transport: 'snmp',
  config: snmpConfig,
  auth: [usmAuth(), communityAuth()],
  objects,
  dynamicObjects: {
    title: 'Object identifiers',
    help: 'In numbers: the entry of a table, or what stands above scalars or a subtree.',
    sourceOptions,
    targetOptions,
    resolve: resolveOid,
    examples: [
      {
        title: 'Read addresses of interfaces',
        request: {
          config,
          object: '1.3.6.1.2.1.4.20.1',
          role: 'source',
          options: { columns: { interface: { oid: '2' }, netmask: { oid: '3' } } },
        },
      },
      {
        title: 'Read everything below an identifier',
        request: { config, object: '1.3.6.1.2.1.25', role: 'source', options: { read: 'subtree' } },
      },
      {
        title: 'Keep rows of a table',
        request: {
          config,
          object: '1.3.6.1.6.3.16.1.2.1',
          role: 'target',
          options: { columns: { group: { oid: '3', type: 'text' } }, row_status: '5' },
        },
      },
    ],
  },
  peers: ['Net-SNMP'],
  documentation: { source: 'https://www.rfc-editor.org/rfc/rfc3416', asOf: '2026-11-21' },
});
