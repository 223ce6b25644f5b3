/**
 * Microsoft Active Directory over LDAP: users, groups and computers.
 *
 * Records are read along `uSNChanged`, the number that each change raises on the domain controller asked, so that a
 * long read continues in any process. `enabled` is the inverted disabled bit of `userAccountControl`; setting it to
 * false locks leavers out. New entries are named by `cn` below the base, or by their `dn`.
 */
import { z } from 'zod';
import type { LdapConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { ldapBindAuth, ldapConfig } from '../kit/ldap/settings.ts';
import { objects } from './objects.ts';

export const connector: LdapConnector = defineConnector({
  id: 'active_directory',
  name: 'Active Directory',
  vendor: 'Microsoft',
  category: 'identity',
  docsUrl:
    'https://learn.microsoft.com/windows-server/identity/ad-ds/get-started/virtual-dc/active-directory-domain-services-overview',
  version: '1.0.0',
  tags: ['directory', 'ldap', 'microsoft', 'windows'],
  transport: 'ldap',
  config: ldapConfig.extend({
    host: ldapConfig.shape.host.meta({
      title: 'Domain controller',
      help: 'Always the same one: numbers of changes are its own.',
      example: 'dc1.corp.example.com',
      destination: true,
    }),
    base_dn: z.string().min(1).max(1024).meta({
      title: 'Base of all searches; new entries stand right below',
      example: 'ou=Staff,dc=corp,dc=example,dc=com',
    }),
  }),
  auth: [
    ldapBindAuth({
      help: 'User principal name (hub@corp.example.com) or distinguished name.',
      setup: 'A user for the hub, to whom the rights over the organizational units it writes to are delegated.',
    }),
  ],
  objects,
  peers: ['OpenLDAP'],
  documentation: {
    source: 'https://learn.microsoft.com/openspecs/windows_protocols/ms-adts/',
    asOf: '2026-11-21',
  },
});
