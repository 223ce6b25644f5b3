import type { z } from 'zod';
import type { HttpObject } from '../kit/object-types.ts';
import { idempotent } from '../kit/rest-writes.ts';
import { eachOf, findAt, listOf } from './protocol.ts';
import * as schemas from './schema.ts';

/** Entities and groups: a write by name creates the record, or changes it. @see https://developer.hashicorp.com/vault/api-docs/secret/identity/entity */
function namedIdentity(kind: 'entity' | 'group', title: string, schema: z.ZodType): HttpObject {
  const path = `/identity/${kind}`;
  return listOf(
    { title, docs: `secret/identity/${kind}`, schema, ...eachOf(`${path}/id`) },
    {
      find: findAt(`${path}/id`),
      upsert: idempotent(`POST ${path}/name/{name}`, { targetIdPath: 'data.id' }),
      update: idempotent(`POST ${path}/id/{id}`),
      delete: idempotent(`DELETE ${path}/id/{id}`, { effect: 'destructive' }),
    },
  );
}

/** One of each name at each auth method: a second write of it changes the first one's. */
function aliasesOf(kind: 'entity' | 'group', title: string, schema: z.ZodType): HttpObject {
  const path = `/identity/${kind}-alias`;
  return listOf(
    { title, docs: `secret/identity/${kind}-alias`, schema, ...eachOf(`${path}/id`) },
    {
      find: findAt(`${path}/id`),
      upsert: idempotent(`POST ${path}`, { targetIdPath: 'data.id' }),
      update: idempotent(`POST ${path}/id/{id}`),
      delete: idempotent(`DELETE ${path}/id/{id}`, { effect: 'destructive' }),
    },
  );
}

interface Named {
  title: string;
  path: string;
  docs: string;
  schema: z.ZodType;
}

/** Records with a name that is their address. */
function named({ title, path, docs, schema }: Named): HttpObject {
  const write = idempotent(`POST ${path}/{name}`);
  return listOf(
    { title, docs, schema, key: 'name', ...eachOf(path, 'name') },
    { upsert: write, update: write, delete: idempotent(`DELETE ${path}/{name}`, { effect: 'destructive' }) },
  );
}

/** What is mounted, by its path: it is enabled once, and disabled with all that it holds. */
function mounts(title: string, path: '/sys/auth' | '/sys/mounts', docs: string): HttpObject {
  return listOf(
    {
      title,
      path,
      docs,
      key: 'path',
      schema: schemas.Mount,
      format: { kind: 'json', recordsPath: 'data', keyField: 'path' },
    },
    {
      create: idempotent(`POST ${path}/{+path}`, {
        already: { status: [400, 409], bodyIncludes: ['already in use'] },
        schema: schemas.NewMount,
      }),
      delete: idempotent(`DELETE ${path}/{+path}`, { effect: 'destructive' }),
    },
  );
}

export const objects: Readonly<Record<string, HttpObject>> = {
  entities: namedIdentity('entity', 'Entities', schemas.Entity),
  entity_aliases: aliasesOf('entity', 'Entity aliases', schemas.EntityAlias),
  groups: namedIdentity('group', 'Groups', schemas.Group),
  group_aliases: aliasesOf('group', 'Group aliases', schemas.GroupAlias),
  policies: named({
    title: 'ACL policies',
    path: '/sys/policies/acl',
    docs: 'system/policies',
    schema: schemas.Policy,
  }),
  password_policies: named({
    title: 'Password policies',
    path: '/sys/policies/password',
    docs: 'system/policies-password',
    schema: schemas.Policy,
  }),
  auth_methods: mounts('Auth methods', '/sys/auth', 'system/auth'),
  secrets_engines: mounts('Secrets engines', '/sys/mounts', 'system/mounts'),
  audit_devices: listOf({
    title: 'Audit devices',
    path: '/sys/audit',
    docs: 'system/audit',
    key: 'path',
    schema: schemas.AuditDevice,
    format: { kind: 'json', recordsPath: 'data', keyField: 'path' },
  }),
  // By their accessors, which tell of a token and revoke it, and cannot be used to sign in.
  tokens: listOf(
    {
      title: 'Tokens, by their accessors',
      docs: 'auth/token',
      key: 'accessor',
      schema: schemas.Token,
      ...eachOf('/auth/token/accessors'),
      path: '/auth/token/lookup-accessor',
      request: { method: 'POST', bodyFields: { accessor: '{parent.value}' } },
    },
    {
      delete: idempotent(
        { method: 'POST', path: '/auth/token/revoke-accessor', bodyFields: { accessor: '{accessor}' } },
        { effect: 'destructive' },
      ),
    },
  ),
  token_roles: named({
    title: 'Token roles',
    path: '/auth/token/roles',
    docs: 'auth/token',
    schema: schemas.TokenRole,
  }),
  approle_roles: named({
    title: 'AppRole roles',
    path: '/auth/{config.approle_mount}/role',
    docs: 'auth/approle',
    schema: schemas.AppRole,
  }),
};
