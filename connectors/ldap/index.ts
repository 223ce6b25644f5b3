/**
 * LDAP directories (OpenLDAP, 389 Directory Server and others): entries of any class as a source, in pages, and as a
 * target. For Active Directory there is a connector of its own.
 *
 * A record has the entry's name as `dn` and a field for each attribute: its text, a list where it has several values, and
 * base64 where its bytes are no text. Groups hold their members as such a list; writes add and remove single members.
 */
import type { LdapConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { ldapBindAuth, ldapConfig } from '../kit/ldap/settings.ts';
import { sourceOptions, targetOptions } from './options.ts';
import { resolveClass } from './resolve-class.ts';

const exampleConfig = { host: 'ldap.example.com', encryption: 'ldaps', base_dn: 'dc=example,dc=com' };

export const connector: LdapConnector = defineConnector({
  id: 'ldap',
  name: 'LDAP directory',
  vendor: 'OpenLDAP and others',
  category: 'generic',
  docsUrl: 'https://www.rfc-editor.org/rfc/rfc4511',
  version: '1.0.0',
  tags: ['directory', 'identity', 'openldap'],
  transport: 'ldap',
  config: ldapConfig,
  auth: [
    ldapBindAuth({
      help: 'Distinguished name, such as cn=hub,ou=services,dc=example,dc=com.',
      setup: 'An entry for the hub with the right to read what it reads, and to write what it writes.',
    }),
  ],
  objects: {},
  dynamicObjects: {
    title: 'Object classes',
    help: 'Name of an object class: `inetOrgPerson`, `groupOfNames`, `organizationalUnit`.',
    sourceOptions,
    targetOptions,
    resolve: resolveClass,
    examples: [
      {
        title: 'Read people',
        request: {
          config: exampleConfig,
          object: 'inetOrgPerson',
          role: 'source',
          options: { base_dn: 'ou=people,dc=example,dc=com', filter: '(employeeType=active)' },
        },
      },
      {
        title: 'Write people, named by their uid',
        request: {
          config: exampleConfig,
          object: 'inetOrgPerson',
          role: 'target',
          options: { base_dn: 'ou=people,dc=example,dc=com', rdn: 'uid' },
        },
      },
    ],
  },
  peers: ['OpenLDAP'],
  documentation: { source: 'https://www.rfc-editor.org/rfc/rfc4511', asOf: '2026-11-21' },
});
