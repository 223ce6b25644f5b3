import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../core/json.ts';
import { type Drafted, draftDefinition, type DraftWishes } from './draft-definition.ts';

const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const listOf = (name: string): JsonObject => ({
  parameters: ['limit', 'offset'].map((one) => ({ name: one, in: 'query', schema: { type: 'integer' } })),
  responses: {
    200: json({
      properties: {
        [`${name.toLowerCase()}s`]: { type: 'array', items: ref(name) },
        total_entries: { type: 'integer' },
      },
    }),
  },
});
const text: JsonObject = { type: 'string' };

/** Of the form of Apache Airflow's API: records go by names that their creator gives, and an answer for one is that one. */
const document: JsonObject = {
  openapi: '3.1.0',
  paths: {
    '/api/v2/dags/{dag_id}/runs': { get: listOf('Run'), post: { requestBody: json(ref('Run')), responses: {} } },
    '/api/v2/dags': { get: listOf('Dag') },
    '/api/v2/pools': { get: listOf('Pool'), post: { requestBody: json(ref('Pool')), responses: {} } },
    '/api/v2/pools/{name}': {
      get: { responses: { 200: json(ref('Pool')) } },
      patch: { requestBody: json({ properties: { slots: { type: 'integer' } } }), responses: {} },
    },
    '/api/v2/variables': { get: listOf('Variable'), post: { requestBody: json(ref('Variable')), responses: {} } },
    '/api/v2/variables/{key}': {
      get: { responses: { 200: json(ref('Variable')) } },
      patch: { requestBody: json(ref('Variable')), responses: {} },
    },
    '/api/v2/teams/{team}/seats': { get: listOf('Seat') },
  },
  components: {
    schemas: {
      Dag: { properties: { dag_id: text } },
      Run: { properties: { run_id: text, note: text }, required: ['run_id'] },
      Pool: { properties: { name: text, slots: { type: 'integer' } }, required: ['name', 'slots'] },
      Variable: { properties: { key: text, value: text }, required: ['key', 'value'] },
      Seat: { properties: { id: text } },
    },
  },
};

function draft(wishes: Partial<DraftWishes> = {}, given = document): Drafted {
  const outcome = draftDefinition(given, { objectsMax: 10, bytesMax: 100_000, ...wishes });
  if (outcome === undefined || 'strange' in outcome) throw new Error('Nothing was drafted.');
  return outcome;
}

describe('drafts/draft-definition', () => {
  it('reads one record from an answer that is the record', () => {
    expect(draft().definition).toMatchObject({
      objects: { pools: { operations: { find: { format: { kind: 'json', recordsPath: '$' } } } } },
    });
  });

  it('recognises a creation by the address of the record, where its creator names it', () => {
    const { definition, findings } = draft();
    const find = {
      kind: 'find',
      request: { method: 'GET', path: '/pools/{name}' },
      recordsPath: '$',
      idPath: 'name',
      notFoundIsAbsent: true,
    };

    expect(definition).toMatchObject({
      objects: {
        pools: {
          operations: {
            create: { idempotency: find },
            upsert: { update: { method: 'PATCH', path: '/pools/{$target_id}' }, idempotency: find },
          },
        },
      },
    });
    expect(findings.filter(({ code }) => code === 'creation_not_recognized').map(({ path }) => path)).toEqual([
      'objects.runs.operations.create.idempotency',
    ]);
  });

  it('sends the key in the body of a change that requires it there as well', () => {
    expect(draft().definition).toMatchObject({
      objects: { variables: { operations: { update: { keepsKey: ['key'] } } } },
    });
    expect(draft().definition).not.toMatchObject({
      objects: { pools: { operations: { update: { keepsKey: expect.anything() } } } },
    });
  });

  it('ends a list at the total that its answers tell', () => {
    expect(draft().definition).toMatchObject({
      objects: { pools: { operations: { list: { paginate: { kind: 'offset', totalPath: 'total_entries' } } } } },
    });
  });

  it('tests with a list that needs no parent', () => {
    expect(draft().definition).toMatchObject({ test: { request: { path: '/dags' } } });
    expect(draft({ lists: ['/api/v2/dags/{dag_id}/runs'] }).definition).toMatchObject({
      test: { request: { path: '/dags' } },
    });
  });

  it('drafts the lists that are asked for, and speaks of no others', () => {
    const { definition, findings } = draft({ lists: ['/api/v2/pools'] });

    expect(Object.keys(Object(definition['objects']))).toEqual(['pools']);
    expect(findings.filter(({ code }) => code === 'list_below_parent')).toEqual([]);
    expect(draft().findings.filter(({ code }) => code === 'list_below_parent')).toHaveLength(1);
  });

  it('takes lists by their paths in the document, with or without the values of its parameters', () => {
    const parameters = { team: 'red' };
    const names = ['/api/v2/teams/{team}/seats', '/api/v2/teams/red/seats'].map((path) =>
      Object.keys(Object(draft({ lists: [path], parameters }).definition['objects'])),
    );

    expect(names).toEqual([['seats'], ['seats']]);
  });

  it('names the ways to sign in that it leaves out', () => {
    const securitySchemes = {
      Token: { type: 'http', scheme: 'bearer' },
      Form: { type: 'oauth2', flows: { password: {} } },
    };
    const components = { ...Object(document['components']), securitySchemes };
    const { findings } = draft({}, { ...document, components });

    expect(findings.find(({ code }) => code === 'sign_in_left_out')?.message).toMatch(
      /\(Form: password, it gives no address for tokens\)$/,
    );
  });

  it.each<[string, JsonObject, JsonObject, string[]]>([
    [
      'an address of the vendor',
      { flows: { password: { tokenUrl: 'https://login.acme.example/token' } } },
      { url: 'https://login.acme.example/token' },
      ['client_unknown'],
    ],
    [
      'an address below that of the system',
      { flows: { password: { tokenUrl: 'auth/token' } } },
      { url: '{config.base_url}/auth/token' },
      ['token_address_guessed', 'client_unknown'],
    ],
    [
      'a flow of Swagger 2',
      { flow: 'password', tokenUrl: 'https://acme.example/t' },
      { url: 'https://acme.example/t' },
      ['client_unknown'],
    ],
  ])('drafts a login with name and password of OAuth 2, with %s', (_, scheme, login, codes) => {
    const securitySchemes = { Form: { type: 'oauth2', ...scheme } };
    const components = { ...Object(document['components']), securitySchemes };
    const { definition, findings } = draft({}, { ...document, components });

    expect(definition['auth']).toMatchObject([
      {
        kind: 'session_login',
        login: { ...login, body: { format: 'form', values: { grant_type: 'password', username: '{username}' } } },
        extract: { token: { from: 'body', path: 'access_token' } },
        expiresPath: 'expires_in',
      },
    ]);
    expect(findings.filter(({ path }) => path.startsWith('auth')).map(({ code }) => code)).toEqual(codes);
  });

  it('says of each way to sign in that it leaves out what is missing', () => {
    const securitySchemes = {
      Plain: { type: 'oauth2', flows: { password: { tokenUrl: 'http://acme.example/token' }, implicit: {} } },
      Known: { type: 'openIdConnect', openIdConnectUrl: 'https://acme.example' },
    };
    const components = { ...Object(document['components']), securitySchemes };
    const { findings } = draft({}, { ...document, components });

    expect(findings.find(({ code }) => code === 'sign_in_left_out')?.message).toBe(
      'The document has ways to sign in that the draft leaves out. (Plain: password, its address for tokens is not an https address; implicit, the implicit flow gives tokens to browsers only, Known: openIdConnect, definitions have no such way)',
    );
  });

  it('marks what people should see masked', () => {
    const user = {
      properties: {
        token_id: text,
        pin: { type: 'string', format: 'password' },
        seed: { type: 'string', writeOnly: true },
        api_key: text,
        password_changed_at: { type: 'string', format: 'date-time' },
        title: text,
        keys: { type: 'array', items: { properties: { secret: text } } },
        tags: { type: 'array', items: text },
        login: { properties: { name: text, passphrase: text } },
      },
    };
    const { definition } = draft(
      {},
      {
        openapi: '3.1.0',
        paths: { '/users': { get: listOf('User'), post: { requestBody: json(ref('User')), responses: {} } } },
        components: { schemas: { User: user } },
      },
    );

    const masked = { 'x-sensitive': true };
    const properties = { pin: masked, seed: masked, api_key: masked, keys: masked };
    const { users } = Object(definition['objects']);
    expect(users).toMatchObject({
      schema: { properties: { ...properties, login: { properties: { passphrase: masked } } } },
      operations: { create: { schema: { properties } } },
    });
    const { token_id, password_changed_at: changed, title, tags, login } = users.schema.properties;
    for (const one of [token_id, changed, title, tags, login, login.properties.name]) {
      expect(one).not.toHaveProperty('x-sensitive');
    }
  });

  it('has records know their parent, below whose address they are written', () => {
    const paths = {
      ...Object(document['paths']),
      '/api/v2/dags/{dag_id}/runs/{run_id}': {
        get: { responses: { 200: json(ref('Run')) } },
        patch: { requestBody: json(ref('Run')), responses: {} },
      },
    };
    const { definition } = draft({ lists: ['/api/v2/dags/{dag_id}/runs'] }, { ...document, paths });

    const { runs } = Object(definition['objects']);
    expect(runs).toMatchObject({
      schema: { properties: { dag_id: { type: 'string' } } },
      operations: {
        list: { request: { path: '/dags/{parent.dag_id}/runs' }, parents: { copy: { dag_id: 'dag_id' } } },
        create: { request: { path: '/dags/{dag_id}/runs' }, schema: { required: ['dag_id', 'run_id'] } },
        update: { request: { path: '/dags/{dag_id}/runs/{run_id}' } },
      },
    });
    expect(runs.operations).not.toHaveProperty('find');
  });

  it('says which of the wished lists the document does not have', () => {
    const wishes = { objectsMax: 10, bytesMax: 100_000 };

    expect(draftDefinition(document, { ...wishes, lists: ['/api/v2/pools', '/api/v2/pool', 'x'] })).toEqual({
      strange: [
        { index: 1, meant: '/api/v2/pools' },
        { index: 2, meant: undefined },
      ],
    });
  });
});
