import type { z } from 'zod';
import type { LdapObject } from '../kit/object-types.ts';
import { type EntryFormat, ldapPromises } from '../kit/ldap/operations.ts';
import { plainFormat } from '../kit/ldap/plain-format.ts';
import { decodeAccount, encodeAccount } from './accounts.ts';
import { accountEnd, fileTime, generalizedTime, guid, integer, password, sid } from './codecs.ts';
import { computer, group, user } from './schema.ts';

const format: EntryFormat = {
  lists: [...plainFormat.lists, 'proxyAddresses', 'servicePrincipalName'],
  references: [...plainFormat.references, 'managedBy'],
  codecs: {
    objectGUID: guid,
    objectSid: sid,
    accountExpires: accountEnd,
    lastLogonTimestamp: fileTime,
    pwdLastSet: fileTime,
    whenChanged: generalizedTime,
    whenCreated: generalizedTime,
    groupType: integer,
    uSNChanged: integer,
    userAccountControl: integer,
    unicodePwd: password,
  },
  decode: decodeAccount,
  encodeNeeds: ['userAccountControl'],
  encode: encodeAccount,
};

interface Kind {
  title: string;
  schema: z.ZodObject;
  docsUrl: string;
  /** The filter of the entries, on indexed attributes. */
  filter: string;
  objectClasses: readonly string[];
}

/**
 * The most that a directory gives in one page by default. @see
 * https://learn.microsoft.com/troubleshoot/windows-server/active-directory/view-set-ldap-policy-using-ntdsutil
 */
const pageSize = 1000;

/** @see https://learn.microsoft.com/windows/win32/ad/polling-for-changes-using-usnchanged */
const numbers = { highest: 'highestCommittedUSN', service: 'dsServiceName', incarnation: 'invocationId' };

function toObject({ title, schema, docsUrl, filter, objectClasses }: Kind): LdapObject {
  const entries = { scope: 'sub', filter, format } as const;
  const attributes = Object.keys(schema.shape).filter((name) => !virtual.has(name));
  const write = { ...entries, rdn: 'cn', objectClasses };
  const change = { ...write, promise: ldapPromises.change };
  // What an account is a member of is worked out from the groups, and is no change of the account.
  const others = attributes.includes('memberOf') ? '(objectClass=group)' : undefined;
  return {
    driver: 'ldap',
    title,
    key: ['objectGUID'],
    schema,
    docsUrl,
    findsBy: ['dn', ...attributes],
    operations: {
      list: { ...entries, attributes, pageSize, along: 'uSNChanged', numbers: { ...numbers, others } },
      create: { ...write, promise: ldapPromises.create },
      update: change,
      upsert: change,
      delete: change,
    },
  };
}

/** Fields of records that are not attributes. */
const virtual = new Set(['dn', 'enabled', 'password']);

export const objects = {
  users: toObject({
    title: 'Users',
    schema: user,
    docsUrl: 'https://learn.microsoft.com/windows/win32/adschema/c-user',
    filter: '(&(objectClass=user)(!(objectClass=computer)))',
    objectClasses: ['top', 'person', 'organizationalPerson', 'user'],
  }),
  groups: toObject({
    title: 'Groups',
    schema: group,
    docsUrl: 'https://learn.microsoft.com/windows/win32/adschema/c-group',
    filter: '(objectClass=group)',
    objectClasses: ['top', 'group'],
  }),
  computers: toObject({
    title: 'Computers',
    schema: computer,
    docsUrl: 'https://learn.microsoft.com/windows/win32/adschema/c-computer',
    filter: '(objectClass=computer)',
    objectClasses: ['top', 'person', 'organizationalPerson', 'user', 'computer'],
  }),
};
