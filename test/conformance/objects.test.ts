import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { isPlainWrite, type WriteOperation } from '../../core/records.ts';
import { connector as cisaKev } from '../../connectors/cisa_kev/index.ts';
import { connector as http } from '../../connectors/http/index.ts';
import { connector as github } from '../../connectors/github/index.ts';
import { connector as ldap } from '../../connectors/ldap/index.ts';
import { connector as netbox } from '../../connectors/netbox/index.ts';
import { connector as postgres } from '../../connectors/postgres/index.ts';
import { connector as scim } from '../../connectors/scim/index.ts';
import { connector as s3 } from '../../connectors/s3/index.ts';
import { connector as zendesk } from '../../connectors/zendesk/index.ts';
import type { Connector } from '../../connectors/kit/connector.ts';
import { describeObject, type DescribeRequest } from '../../connectors/kit/describe-object.ts';

const configs: Record<string, JsonObject> = {
  github: { owner: 'acme', repo: 'website' },
  http: { base_url: 'https://api.example' },
  ldap: { host: 'ldap.example', base_dn: 'dc=example' },
  postgres: { host: 'db.example', database: 'hr' },
  netbox: { base_url: 'https://netbox.example' },
  s3: { bucket: 'people' },
  scim: { base_url: 'https://idp.example/scim/v2' },
  zendesk: { subdomain: 'acme' },
};

/** The write that is asked for; all of these tables name plain ones. */
function operationOf({ operation = 'upsert' }: Partial<DescribeRequest>): WriteOperation {
  if (!isPlainWrite(operation)) throw new TypeError(`${operation} has a name of its own.`);
  return operation;
}

function ask(connector: Connector, object: string, request: Partial<DescribeRequest>) {
  const config = configs[connector.id] ?? {};
  return describeObject(connector, { config, object, options: {}, role: 'target', ...request });
}

const put = { path: '/users/{team.id}/{login}', method: 'PUT', idempotency: { kind: 'put_by_key' } };
const find = { idempotency: { kind: 'find', path: '/users?login={login}' } };

describe('test/conformance/objects', () => {
  it.each<[string, Connector, string, Partial<DescribeRequest>, object]>([
    [
      'a table upserted by its key',
      postgres,
      'people',
      { operation: 'upsert', matchOn: ['id'] },
      { idempotency: 'natural', identity: 'match' },
    ],
    [
      'a table updated by its key',
      postgres,
      'people',
      { operation: 'update', matchOn: ['id'] },
      { idempotency: 'natural' },
    ],
    [
      'rows created with match columns',
      postgres,
      'people',
      { operation: 'create', matchOn: ['id'] },
      { idempotency: 'lookup', identity: 'match' },
    ],
    [
      'rows created without',
      postgres,
      'people',
      { operation: 'create' },
      { idempotency: 'none', identity: 'assigned' },
    ],
    [
      'entries found by an attribute',
      ldap,
      'inetOrgPerson',
      { operation: 'upsert', matchOn: ['uid'] },
      { idempotency: 'natural', identity: 'match' },
    ],
    [
      'entries created by an attribute',
      ldap,
      'inetOrgPerson',
      { operation: 'create', matchOn: ['uid'] },
      { idempotency: 'lookup', identity: 'match' },
    ],
    ['entries deleted', ldap, 'device', { operation: 'delete', matchOn: ['cn'] }, { effect: 'destructive' }],
    [
      'entries created by their own name',
      ldap,
      'device',
      { operation: 'create', options: { rdn: 'cn' } },
      { idempotency: 'lookup', matchOn: 'optional', identity: 'assigned' },
    ],
    ['objects of a bucket', s3, 'p/{id}.json', { operation: 'upsert' }, { idempotency: 'natural', matchOn: 'unused' }],
    [
      'records put by key',
      http,
      '/users',
      { operation: 'upsert', options: put },
      { idempotency: 'natural', identity: 'match' },
    ],
    [
      'records with a key that we send',
      http,
      '/users',
      { operation: 'create', options: { idempotency: { kind: 'header' } } },
      { idempotency: 'keyed' },
    ],
    [
      'records that can be found',
      http,
      '/users',
      { operation: 'create', options: find, matchOn: ['login'] },
      { idempotency: 'lookup', identity: 'assigned' },
    ],
    [
      'records that could be found, by no match fields',
      http,
      '/users',
      { operation: 'create', options: find },
      { idempotency: 'none', matchOn: 'optional' },
    ],
    ['records that cannot', http, '/users', { operation: 'create' }, { idempotency: 'none' }],
  ])('says how %s survive a lost answer', (_, connector, object, request, operation) => {
    const described = ask(connector, object, request);

    expect(described).toMatchObject({
      ok: true,
      description: { operations: { [request.operation ?? '']: operation } },
    });
  });

  it.each<[string, Connector, string, Partial<DescribeRequest>, string, string]>([
    ['an object that is not there', cisaKev, 'cves', { role: 'source' }, 'object', 'unknown_object'],
    [
      'options where none are known',
      cisaKev,
      'vulnerabilities',
      { role: 'source', options: { a: 1 } },
      'options.a',
      'unknown_field',
    ],
    ['no table', postgres, 'a.b.c', {}, 'object', 'invalid_value'],
    ['a filter that is none', ldap, 'device', { options: { filter: '(cn=' } }, 'options.filter', 'invalid_value'],
    ['no object class', ldap, '(uid=*)', {}, 'object', 'invalid_value'],
    ['entries without match fields', ldap, 'device', { operation: 'upsert' }, 'match_on', 'required'],
    ['an unknown option', postgres, 'people', { options: { page_size: 1 } }, 'options.page_size', 'unknown_field'],
    ['no match columns', postgres, 'people', { operation: 'upsert' }, 'match_on', 'required'],
    ['no match fields to find by', scim, 'users', { operation: 'upsert' }, 'match_on', 'required'],
    ['an operation that the options do not give', http, '/users', { operation: 'upsert' }, 'operation', 'unsupported'],
    [
      'a path that names no record',
      http,
      '/users',
      { options: { ...put, path: '/users' } },
      'options.path',
      'invalid_value',
    ],
    ['a path that is no template', http, '/users/{', {}, 'object', 'invalid_value'],
    [
      "a header that is not the integration's",
      http,
      '/users',
      { options: { headers: { Cookie: 'x' } } },
      'options.headers.Cookie',
      'invalid_key',
    ],
    [
      'an update without a way to find records',
      http,
      '/users',
      { options: { update: { path: '/users/{id}' } } },
      'options.update',
      'invalid_value',
    ],
    [
      'an update by an id that no answer gives',
      http,
      '/users',
      { options: { ...find, update: { path: '/users/{$target_id}' } } },
      'options.target_id_path',
      'invalid_value',
    ],
    [
      'a cursor without a place',
      http,
      '/users',
      { role: 'source', options: { pagination: { kind: 'cursor' } } },
      'options.pagination',
      'invalid_value',
    ],
    [
      'a kind of paging that is not there',
      http,
      '/users',
      { role: 'source', options: { pagination: { kind: 'magic' } } },
      'options.pagination.kind',
      'invalid_value',
    ],
    ['a body of a GET', http, '/users', { role: 'source', options: { body: {} } }, 'options.body', 'invalid_value'],
    ['a prefix without a format', s3, 'in/', { role: 'source' }, 'options.format', 'required'],
    ['a key that names no record', s3, 'people.json', {}, 'object', 'invalid_value'],
  ])('refuses %s', (_, connector, object, request, path, code) => {
    const described = ask(connector, object, request);

    expect(described.ok ? [] : described.problems).toMatchObject([{ path, code }]);
  });

  it.each<[string, Connector, string, Partial<DescribeRequest>, object]>([
    ['what a record is created with', netbox, 'sites', { operation: 'create' }, { needs: [] }],
    ['the name of an entry that nothing else names', ldap, 'device', { operation: 'create' }, { needs: ['dn'] }],
    ['what it is looked up by', netbox, 'sites', { operation: 'upsert', matchOn: ['slug'] }, { needs: ['slug'] }],
    [
      'its address, and not the id that it is listed by',
      github,
      'issues',
      { operation: 'update' },
      { key: ['number'] },
    ],
    [
      'the record that a part is added to',
      github,
      'issue_comments',
      { operation: 'create' },
      { needs: ['issue_number'] },
    ],
    [
      'no key where the system knows records by fields of theirs',
      zendesk,
      'users',
      { operation: 'upsert', matchOn: ['email'] },
      { needs: [], matchOn: 'required' },
    ],
  ])('says that a write needs %s', (_, connector, object, request, operation) => {
    const described = ask(connector, object, request);
    const write = described.ok ? described.description.operations[operationOf(request)] : undefined;

    expect(write).toMatchObject(operation);
    // What the system assigns nobody can map.
    expect([...(write?.key ?? []), ...(write?.needs ?? [])]).not.toContain('id');
  });

  it('names the fields that make the address of a record', () => {
    expect(ask(http, '/users', { operation: 'upsert', options: put })).toMatchObject({
      ok: true,
      description: { key: ['team.id', 'login'] },
    });
  });
});
