import type { LdapObject, ObjectRequest, Resolved } from '../kit/object-types.ts';
import { ldapPromises } from '../kit/ldap/operations.ts';
import { plainFormat } from '../kit/ldap/plain-format.ts';
import { sourceOptions, targetOptions } from './options.ts';

/** Builds an object from a class of entries. Only the directory knows whether the class exists. */
export function resolveClass({ object, options, role }: ObjectRequest): Resolved<LdapObject> {
  if (!/^[A-Za-z][A-Za-z0-9-]{0,127}$/.test(object)) {
    const message = 'This is not the name of an object class, such as inetOrgPerson.';
    return { ok: false, problems: [{ path: 'object', code: 'invalid_value', message }] };
  }
  const given = (role === 'source' ? sourceOptions : targetOptions).parse(options);
  const shared = {
    base: given.base_dn,
    scope: given.scope,
    filter: given.filter === undefined ? `(objectClass=${object})` : `(&(objectClass=${object})${given.filter})`,
    format: { ...plainFormat, lists: [...plainFormat.lists, ...given.lists] },
  };
  const found = { driver: 'ldap', title: `Entries of class ${object}`, key: ['dn'] } as const;
  if (role === 'source') {
    const { attributes, page_size: pageSize, ...changes } = sourceOptions.parse(options);
    const incremental = changes.incremental ? { overlapMs: changes.overlap_seconds * 1000 } : undefined;
    const list = { ...shared, attributes, pageSize, incremental };
    return { ok: true, object: { ...found, findsBy: 'any', operations: { list } } };
  }
  const { rdn, object_classes: objectClasses = [object] } = targetOptions.parse(options);
  const write = { ...shared, rdn, objectClasses };
  const change = { ...write, promise: ldapPromises.change };
  // Without an attribute that names new entries, and without match fields, only the record itself can name its entry.
  const promise = rdn === undefined ? { ...ldapPromises.create, needs: ['dn'] } : ldapPromises.create;
  const create = { ...write, promise };
  return { ok: true, object: { ...found, operations: { create, update: change, upsert: change, delete: change } } };
}
