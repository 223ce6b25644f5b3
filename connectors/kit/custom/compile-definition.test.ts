import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '../../../core/json.ts';
import { ownDefinition, people } from '../../../test/harness/flows/own-connector.ts';
import { describeObject } from '../describe-object.ts';
import { toJsonSchema } from '../json-schema.ts';
import { listDestinations } from '../check-destinations.ts';
import { validateConfig, validateCredentials } from '../validate.ts';
import { compileDefinition, parseDefinition } from './compile-definition.ts';
import { movesCredentials } from './destinations.ts';
import type { Definition } from './definition.ts';

const known = { id: 'x_acme', version: 3, asOf: '2026-11-21' };

function parse(given: JsonObject): Definition {
  const parsed = parseDefinition(given);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.definition;
}

/** What is wrong with the example with these changes: paths and codes. */
function refusals(changes: JsonObject): string[] {
  const parsed = parseDefinition(ownDefinition(changes));
  return parsed.ok ? [] : parsed.problems.map(({ path, code }) => `${path} ${code}`);
}

/** The example with another request for its list. */
function listed(request: JsonObject): JsonObject {
  const object = people('/people');
  const operations = { list: { ...listOf(object), request: { method: 'GET', path: '/people', ...request } } };
  return { objects: { people: { ...object, operations } } };
}

function listOf({ operations }: JsonObject): JsonObject {
  const list = typeof operations === 'object' && operations !== null && 'list' in operations ? operations.list : {};
  return typeof list === 'object' && list !== null && !Array.isArray(list) ? list : {};
}

const at = 'objects.people.operations.list.request';
const text = (title: string, more: JsonObject = {}): JsonObject => ({ type: 'string', title, ...more });

describe('connectors/kit/custom/compile-definition', () => {
  it('makes the value that connectors of the hub are', () => {
    const connector = compileDefinition(known, parse(ownDefinition()));

    expect(connector).toMatchObject({ id: 'x_acme', version: '3.0.0', transport: 'http', vendor: 'Acme' });
    expect(listDestinations(connector)).toEqual(['base_url']);
    const request = { config: {}, object: 'people', options: {}, role: 'target' as const, matchOn: ['email'] };
    expect(describeObject(connector, request)).toMatchObject({
      ok: true,
      description: {
        key: ['id'],
        schema: { properties: { email: { type: 'string' } } },
        operations: { upsert: { idempotency: 'lookup' } },
      },
    });
  });

  it('takes forms as they say', () => {
    const form = {
      properties: {
        tenant: text('Tenant', { pattern: '^[a-z]{1,9}$' }),
        region: text('Region', { enum: ['us', 'eu'], default: 'eu' }),
        pages: { type: 'integer', title: 'Pages', maximum: 5 },
      },
      required: ['tenant'],
    };
    const secret = { properties: { key: text('Key', { 'x-secret': true }) }, required: ['key'] };
    const auth = [{ kind: 'api_key', credentials: secret, places: [{ in: 'header', name: 'X-Key', value: '{key}' }] }];
    const http = {
      baseUrl: { by: 'region', addresses: { us: 'https://us.acme.example', eu: 'https://eu.acme.example' } },
    };
    const connector = compileDefinition(known, parse(ownDefinition({ config: form, auth, http })));

    expect(validateConfig(connector, { tenant: 'acme' })).toEqual({
      ok: true,
      value: { tenant: 'acme', region: 'eu' },
    });
    expect(validateConfig(connector, { tenant: 'ACME', pages: 9 })).toMatchObject({
      errors: [{ path: 'config.tenant' }, { path: 'config.pages' }],
    });
    expect(validateCredentials(connector, { key: 's' })).toMatchObject({ ok: true, authMethod: 'api_key' });
    expect(toJsonSchema(connector.auth[0]?.credentials ?? connector.config)).toMatchObject({
      properties: { key: { writeOnly: true, format: 'password' } },
    });
    expect(connector.http.hosts).toEqual(['us.acme.example', 'eu.acme.example']);
    expect(listDestinations(connector)).toEqual(['region', 'base_url']);
  });

  it.each<[JsonObject, JsonObject, string[]]>([
    [{ kind: 'mtls' }, { kind: 'mtls' }, ['client_certificate', 'client_key']],
    [
      { kind: 'oauth1', realm: '42' },
      { kind: 'oauth1', realm: '42', algorithm: 'HMAC-SHA256' },
      ['consumer_key', 'consumer_secret', 'token', 'token_secret'],
    ],
    [
      { kind: 'sigv4', service: 'execute-api' },
      { kind: 'sigv4', service: 'execute-api' },
      ['access_key_id', 'secret_access_key', 'region'],
    ],
    [
      { kind: 'hmac', scheme: 'duo_v5', certificate: 'authority' },
      { kind: 'hmac', scheme: 'duo_v5' },
      ['integration_key', 'secret_key'],
    ],
    [
      { kind: 'basic', certificate: 'client' },
      { kind: 'basic', username: '{username}', password: '{password}' },
      ['username', 'password', 'client_certificate', 'client_key'],
    ],
  ])('signs requests, and shows certificates: %j', (given, apply, needed) => {
    const [method] = compileDefinition(known, parse(ownDefinition({ auth: [given] }))).auth;

    expect(method).toMatchObject({ id: given['kind'], apply });
    expect(method).not.toHaveProperty('certificate');
    expect(method?.tls?.certificate !== undefined).toBe(needed.includes('client_certificate'));
    expect(toJsonSchema(method?.credentials ?? z.object({}))['required']).toEqual(needed);
  });

  it('keeps credentials where they are with a version that shows a certificate besides, and not with one that signs no more', () => {
    const plain = parse(ownDefinition({ auth: [{ kind: 'basic' }] }));
    const shown = parse(ownDefinition({ auth: [{ kind: 'basic', certificate: 'client' }] }));

    expect([movesCredentials(plain, shown), movesCredentials(shown, plain)]).toEqual([false, true]);
  });

  it.each<[string, JsonObject, string[]]>([
    [
      'a service that is an address',
      { auth: [{ kind: 'sigv4', service: 'a.example/' }] },
      ['auth[0].service invalid_format'],
    ],
    [
      'a certificate alone that is shown twice',
      { auth: [{ kind: 'mtls', certificate: 'client' }] },
      ['auth[0].certificate unknown_field'],
    ],
    ['no name', { name: '' }, ['name too_small']],
    ['a member that is unknown', { hooks: {} }, ['hooks unknown_field']],
    ['a path that leads up', listed({ path: '/a/../b' }), [`${at}.path invalid_path`]],
    ['a path that leads up, encoded', listed({ path: '/a/%2e%2E/b' }), [`${at}.path invalid_path`]],
    ['a path that names a host', listed({ path: '//evil.example/x' }), [`${at}.path invalid_path`]],
    ['a path that is an address', listed({ path: 'https://evil.example/x' }), [`${at}.path invalid_path`]],
    ['a path with a query', listed({ path: '/a?api_key=1' }), [`${at}.path invalid_path`]],
    ['a base that a record chooses', listed({ base: 'https://{host}/' }), [`${at}.base invalid_value`]],
    ['a secret in a parameter', listed({ query: { api_key: 'abc' } }), [`${at}.query.api_key secret_in_definition`]],
    [
      'a secret in a header',
      listed({ headers: { 'X-Api-Key': 'abc' } }),
      [`${at}.headers.X-Api-Key secret_in_definition`],
    ],
    [
      'credentials in a header',
      listed({ headers: { Authorization: 'Bearer x' } }),
      [`${at}.headers.Authorization reserved_header`],
    ],
    ['a header of two lines', listed({ headers: { 'X-A': 'a\r\nb: c' } }), [`${at}.headers.X-A invalid_value`]],
    ['a hole for a secret', listed({ query: { x: '{auth.token}' } }), [`${at}.query.x secret_hole`]],
    ['a hole for nothing', listed({ query: { x: '{config.tenant}' } }), [`${at}.query.x unknown_hole`]],
    ['a hole for a parent without parents', listed({ path: '/a/{parent.id}/b' }), [`${at}.path unknown_hole`]],
    [
      'a test with a hole that nothing fills',
      { test: { request: { method: 'GET', path: '/a/{parent.id}', query: { x: '{name}' } } } },
      ['test.request.path unknown_hole', 'test.request.query.x unknown_hole'],
    ],
    [
      'a login whose body has a hole for nothing',
      {
        auth: [
          {
            kind: 'session_login',
            credentials: { properties: { user: text('User') }, required: ['user'] },
            login: {
              method: 'POST',
              url: 'https://acme.example/login',
              body: { format: 'json', values: { a: '{user}', b: '{credentials.user}' } },
            },
            extract: { token: { from: 'body', path: 'token' } },
            places: [{ in: 'header', name: 'X-Token', value: '{$token}' }],
          },
        ],
      },
      ['auth[0].login.body.values.b unknown_hole'],
    ],
    ['a filter whose hole has no language', listed({ query: { q: 'name:{name}' } }), [`${at}.query.q untyped_hole`]],
    ['a filter that is one hole', listed({ query: { filter: '{name}' } }), [`${at}.query.filter untyped_hole`]],
    ['user and password', { http: { baseUrl: 'https://u:p@acme.example' } }, ['http.baseUrl invalid_value']],
    ['another protocol', { http: { baseUrl: 'file:///etc/passwd' } }, ['http.baseUrl invalid_value']],
    [
      'a host that is everybody',
      { http: { baseUrl: 'https://acme.com', hosts: ['.com'] } },
      ['http.hosts[0] invalid_format'],
    ],
    [
      'a base on no host',
      { http: { baseUrl: 'https://acme.com', hosts: ['acme.org'] } },
      ['http.hosts host_not_listed'],
    ],
    [
      'an object without operations',
      { objects: { people: { title: 'P', key: 'id', operations: {} } } },
      ['objects.people.operations invalid_value'],
    ],
    ['a name of JavaScript', { objects: JSON.parse('{"__proto__": {"title": "x"}}') }, ['objects invalid_value']],
    [
      'a pattern with a reference back',
      { config: { properties: { a: text('A', { pattern: String.raw`(a)\1` }) } } },
      ['config.properties.a.pattern invalid_value'],
    ],
    [
      'a pattern of a million states',
      { config: { properties: { a: text('A', { pattern: '((a{99}){99}){99}' }) } } },
      ['config.properties.a.pattern invalid_value'],
    ],
    [
      'a secret in the configuration',
      { config: { properties: { a: text('A', { 'x-secret': true }) } } },
      ['config.properties.a.x-secret secret_in_config'],
    ],
    [
      'a token address with a fragment',
      { auth: [{ kind: 'oauth2_client_credentials', tokenUrl: 'https://a.example/#x' }] },
      ['auth[0].tokenUrl invalid_value'],
    ],
    ['two ways of one name', { auth: [{ kind: 'bearer' }, { kind: 'bearer' }] }, ['auth[1].id duplicate_id']],
  ])('refuses %s', (_, changes, expected) => {
    expect(
      refusals(changes).map((refusal) => refusal.replace(/^http\.baseUrl.*/, 'http.baseUrl invalid_value')),
    ).toEqual(expect.arrayContaining(expected));
  });

  it('names what was probably meant', () => {
    const parsed = parseDefinition(ownDefinition({ http: { baseurl: 'https://acme.example' } }));

    expect(parsed).toMatchObject({
      problems: expect.arrayContaining([expect.objectContaining({ allowed: ['baseUrl'] })]),
    });
  });

  it('matches patterns in linear time', () => {
    const config = { properties: { a: text('A', { pattern: '^(a+)+$' }) } };
    const connector = compileDefinition(
      known,
      parse(ownDefinition({ config, http: { baseUrl: 'https://acme.example' } })),
    );

    expect(validateConfig(connector, { a: `${'a'.repeat(1000)}!` }).ok).toBe(false);
  });

  it.each<[string, JsonObject, boolean]>([
    ['another path', { objects: { people: people('/v2/people') } }, false],
    ['another name', { name: 'Other' }, false],
    ['another base', { http: { baseUrl: '{config.base_url}.evil.example', hosts: 'from_config' } }, true],
    ['another host', { http: { baseUrl: '{config.base_url}', hosts: ['evil.example'] } }, true],
    ['a request with a base of its own', listed({ base: 'https://evil.example' }), true],
    [
      'an address for tokens',
      { auth: [{ kind: 'oauth2_client_credentials', tokenUrl: 'https://evil.example/t' }] },
      true,
    ],
    [
      'a default for the address',
      { config: { properties: { base_url: text('Address', { default: 'https://evil.example' }) } } },
      true,
    ],
    [
      'a secret that is none any more',
      { auth: [{ kind: 'bearer', credentials: { properties: { token: text('Token') } } }] },
      true,
    ],
  ])('knows whether %s would send credentials somewhere else', (_, changes, moves) => {
    expect(movesCredentials(parse(ownDefinition()), parse(ownDefinition(changes)))).toBe(moves);
  });
});
