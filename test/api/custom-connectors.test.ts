import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { ownDefinition, people } from '../harness/flows/own-connector.ts';
import { type Answer, type Item, startTestApi, type TestApi } from './harness.ts';

let api: TestApi;
let foreigner: string;
let number = 0;

beforeAll(async () => {
  api = await startTestApi();
  foreigner = (await api.addOrganization('Second')).api_key;
});

afterAll(() => api.close());

async function add(definition: JsonObject = ownDefinition()): Promise<string> {
  number += 1;
  const id = `x_acme_${number}`;
  const added = await api.request('POST', '/v1/connectors', { body: { id, definition } });
  expect([added.status, added.headers.get('location')]).toEqual([201, `/v1/connectors/${id}`]);
  return id;
}

function connect(connector: string): Promise<Answer> {
  const config = { base_url: 'https://acme.example' };
  const body = { name: 'Acme', service_type: connector, credentials: { token: 't' }, config };
  return api.request('POST', '/v1/connections', { body });
}

function replace(id: string, definition: JsonObject): Promise<Answer> {
  return api.request('PUT', `/v1/connectors/${id}`, { body: { definition } });
}

function draft(document: string): Promise<Answer> {
  return api.request('POST', '/v1/connectors/draft', { body: { document } });
}

function validate(definition: JsonObject): Promise<Answer> {
  return api.request('POST', '/v1/connectors/validate', { body: { definition } });
}

const moved = ownDefinition({ http: { baseUrl: 'https://evil.example' } });

describe('test/api/custom-connectors', () => {
  it('shows connectors of the organization beside those of the hub, and to nobody else', async () => {
    const id = await add();

    const own = await api.request('GET', '/v1/connectors');
    const foreign = await api.request('GET', '/v1/connectors', { key: foreigner });
    const origins = (list: readonly Item[]): unknown[] =>
      list.filter((one) => one.id === id).map((one) => one['origin']);
    expect([origins(own.list), origins(foreign.list)]).toEqual([['organization'], []]);
    expect(own.list.find((one) => one.id === 'aws')?.['origin']).toBe('hub');
    const one = await api.request('GET', `/v1/connectors/${id}`);
    expect(one.data['objects']).toMatchObject([{ id: 'people', key: ['id'] }]);
  });

  it('says everything that a definition would be refused for, with the paths that a refusal names, and stores nothing', async () => {
    const wrong = ownDefinition({ auth: [{ kind: 'telepathy' }], http: { baseUrl: 'ftp://acme.example' } });
    const before = (await api.request('GET', '/v1/connectors')).list.length;

    const [good, bad] = await Promise.all([validate(ownDefinition()), validate(wrong)]);
    const refused = await api.request('POST', '/v1/connectors', { body: { id: 'x_wrong', definition: wrong } });

    expect([good.status, good.data]).toEqual([200, { valid: true, findings: [] }]);
    expect([bad.status, bad.data['valid']]).toEqual([200, false]);
    const paths = (findings: unknown): string[] =>
      Array.isArray(findings) ? findings.map(({ path }: { path: string }) => path) : [];
    expect(paths(bad.data['findings']).length).toBeGreaterThan(0);
    expect(paths(bad.data['findings'])).toEqual(paths(Object(refused.error?.details)['errors']));
    expect((await api.request('GET', '/v1/connectors')).list.length).toBe(before);
  });

  it("answers another organization's connector as one that does not exist", async () => {
    const id = await add();
    const body = { definition: ownDefinition({ name: 'Other' }) };

    const answers = await Promise.all([
      api.request('GET', `/v1/connectors/${id}`, { key: foreigner }),
      api.request('PUT', `/v1/connectors/${id}`, { key: foreigner, body }),
      api.request('DELETE', `/v1/connectors/${id}`, { key: foreigner }),
      api.request('GET', `/v1/connectors/${id}/versions`, { key: foreigner }),
      api.request('GET', `/v1/connectors/${id}/versions/1`, { key: foreigner }),
      api.request('POST', `/v1/connectors/${id}/versions/1/activate`, { key: foreigner }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    const connection = {
      name: 'A',
      service_type: id,
      credentials: { token: 't' },
      config: { base_url: 'https://a.example' },
    };
    const refused = await api.request('POST', '/v1/connections', { key: foreigner, body: connection });
    expect(refused.error?.details.errors).toMatchObject([{ code: 'unknown_service_type' }]);
    // The same id is free for it, and means its own.
    const twin = { id, definition: ownDefinition({ name: 'Twin' }) };
    expect((await api.request('POST', '/v1/connectors', { key: foreigner, body: twin })).data['name']).toBe('Twin');
    expect((await api.request('GET', `/v1/connectors/${id}`)).data['name']).toBe('Acme');
  });

  it('keeps versions, and goes back to an earlier one by a new one', async () => {
    const id = await add();
    const next = ownDefinition({ objects: { staff: people('/staff') } });

    expect((await replace(id, next)).data['version']).toBe('2.0.0');
    expect((await replace(id, next)).data['version']).toBe('2.0.0');
    const back = await api.request('POST', `/v1/connectors/${id}/versions/1/activate`);
    expect(back.data).toMatchObject({ version: '3.0.0', objects: [{ id: 'people' }] });
    const { list } = await api.request('GET', `/v1/connectors/${id}/versions`);
    expect(list.map(({ version, active, restores }) => [version, active, restores])).toEqual([
      [3, true, 1],
      [2, false, undefined],
      [1, false, undefined],
    ]);
    const second = await api.request('GET', `/v1/connectors/${id}/versions/2`);
    expect(second.data['definition']).toEqual(next);
    expect((await api.request('GET', `/v1/connectors/${id}/versions/4`)).status).toBe(404);
  });

  it('changes only the version that the caller knows', async () => {
    const id = await add();
    const tag = (await api.request('GET', `/v1/connectors/${id}`)).headers.get('etag') ?? '';
    const change = (name: string): Promise<Answer> =>
      api.request('PUT', `/v1/connectors/${id}`, {
        body: { definition: ownDefinition({ name }) },
        headers: { 'if-match': tag },
      });

    expect([(await change('B')).status, (await change('C')).status]).toEqual([200, 412]);
  });

  it('refuses a version that would send stored credentials somewhere else', async () => {
    const id = await add();
    expect((await replace(id, moved)).status).toBe(200);
    expect((await api.request('POST', `/v1/connectors/${id}/versions/1/activate`)).status).toBe(200);
    const connection = await connect(id);

    const refused = await replace(id, moved);
    expect([refused.status, refused.error?.code]).toEqual([409, 'resource_in_use']);
    expect(refused.error?.details['connections']).toEqual([connection.data.id]);
    const back = await api.request('POST', `/v1/connectors/${id}/versions/2/activate`);
    expect(back.error?.code).toBe('resource_in_use');
    expect((await replace(id, ownDefinition({ objects: { people: people('/v2') } }))).status).toBe(200);
  });

  it('deletes what no connection uses', async () => {
    const id = await add();
    const connection = await connect(id);

    const refused = await api.request('DELETE', `/v1/connectors/${id}`);
    await api.request('DELETE', `/v1/connections/${connection.data.id}`);
    const deleted = await api.request('DELETE', `/v1/connectors/${id}`);
    expect([refused.error?.code, deleted.data]).toEqual(['resource_in_use', { id, deleted: true }]);
    expect((await connect(id)).error?.details.errors).toMatchObject([{ code: 'unknown_service_type' }]);
    expect((await api.request('DELETE', '/v1/connectors/aws')).status).toBe(404);
  });

  it('asks for the right scope, and for an id of its own', async () => {
    const reader = await api.request('POST', '/v1/api-keys', { body: { name: 'R', scopes: ['connectors:read'] } });
    const id = await add();
    const again = await api.request('POST', '/v1/connectors', { body: { id, definition: ownDefinition() } });
    const builtIn = await api.request('POST', '/v1/connectors', { body: { id: 'aws', definition: ownDefinition() } });
    const refused = await api.request('POST', '/v1/connectors', {
      key: String(reader.data['secret']),
      body: { id: 'x_other', definition: ownDefinition() },
    });

    expect([again.error?.code, builtIn.error?.code, refused.error?.code]).toEqual([
      'conflict',
      'invalid_request',
      'insufficient_scope',
    ]);
  });

  it('has nothing at what could be no id', async () => {
    for (const path of ['%00/versions/1', '%00/versions', 'x_%00/versions/1', 'x_A/versions/1']) {
      expect((await api.request('GET', `/v1/connectors/${path}`)).status).toBe(404);
    }
  });

  it('says where a definition is wrong, and holds it to its size', async () => {
    const id = await add();
    const wrong = await replace(id, ownDefinition({ http: { baseUrl: 'https://u:p@acme.example' } }));
    const large = await replace(id, ownDefinition({ tags: ['x'.repeat(300_000)] }));
    const forbidden = await api.request('PUT', `/v1/connectors/${id}`, { text: '{"definition":{"__proto__":{}}}' });

    expect(wrong.error?.details.errors).toMatchObject([{ path: 'definition.http.baseUrl' }]);
    expect(large.error?.details.errors).toMatchObject([{ path: 'definition', code: 'too_large' }]);
    expect(forbidden.error?.details.errors).toMatchObject([{ code: 'forbidden_key' }]);
  });

  it.each([
    ['text that is no document', 'Hello.', 400, 'not_openapi'],
    ['broken JSON', '{"openapi":', 400, 'unreadable'],
    ['a document without lists', 'openapi: 3.1.0\npaths: {}', 400, 'empty'],
    ['deep nesting', `{"openapi":"3.1.0","x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 400, 'too_deep'],
    ['names that repeat names', bomb(), 400, 'unreadable'],
    ['a schema of ever more parts', parts(), 400, 'too_slow'],
  ])('takes %s apart without harm', { timeout: 30_000 }, async (_, document, status, code) => {
    const refused = await draft(document);

    expect([refused.status, refused.error?.details.errors?.map((one) => one.code)]).toEqual([status, [code]]);
    expect((await api.request('GET', '/v1/limits')).status).toBe(200);
  });

  it('drafts lists below others and a login by name and password, valid as they are, and refuses a hole that nothing fills', async () => {
    const text = { type: 'string' };
    const listOf = (properties: JsonObject): JsonObject => ({
      responses: { 200: { content: { 'application/json': { schema: { type: 'array', items: { properties } } } } } },
    });
    const key = { key_id: text, note: text };
    const post = { requestBody: { content: { 'application/json': { schema: { properties: key } } } }, responses: {} };
    const paths = {
      '/api/users': { get: listOf({ id: text }) },
      '/api/users/{user_id}/keys': { get: listOf(key), post },
      '/api/users/{user_id}/keys/{key_id}': { delete: { responses: {} } },
    };
    const securitySchemes = { Form: { type: 'oauth2', flows: { password: { tokenUrl: 'token' } } } };
    const { data } = await draft(
      JSON.stringify({ openapi: '3.1.0', info: {}, paths, components: { securitySchemes } }),
    );

    expect((await validate(Object(data['definition']))).data).toMatchObject({ valid: true });
    const filled = JSON.stringify(data['definition']);
    expect(filled).toContain('{user_id}/keys/{key_id}');
    const unfilled = Object(JSON.parse(filled.replaceAll('{user_id}/keys/{key_id}', '{user}/keys/{key_id}')));
    const { status, error } = await api.request('POST', '/v1/connectors', {
      body: { id: 'x_unfilled', definition: unfilled },
    });
    expect([status, error.details.errors]).toMatchObject([
      400,
      [{ path: 'definition.objects.keys.operations.delete.request.path', code: 'unknown_hole' }],
    ]);
  });

  it('drafts what is valid as it is, with writes that find records by their names', async () => {
    const pool = { properties: { name: { type: 'string' }, slots: { type: 'integer' } }, required: ['name'] };
    const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
    const list = { responses: { 200: json({ properties: { pools: { type: 'array', items: pool } } }) } };
    const write = { requestBody: json(pool), responses: { 200: json(pool) } };
    const paths = {
      '/pools': { get: list, post: write },
      '/pools/{name}': { get: { responses: { 200: json(pool) } }, patch: write },
      '/pools/{name}/slots': { get: list },
    };
    const { data } = await draft(JSON.stringify({ openapi: '3.1.0', info: { title: 'Desk' }, paths }));

    expect(data['definition']).toMatchObject({ objects: { pools: { operations: { upsert: {} } } } });
    expect((await validate(Object(data['definition']))).data).toEqual({ valid: true, findings: [] });
  });

  it('says which list the document does not have, and what a wrong value could have been', async () => {
    const schema = { type: 'array', items: { properties: { id: { type: 'string' } } } };
    const responses = { 200: { content: { 'application/json': { schema } } } };
    const document = JSON.stringify({ openapi: '3.1.0', paths: { '/tickets': { get: { responses } } } });
    const body = { document, lists: ['/tickets', '/ticket'] };

    const refused = await api.request('POST', '/v1/connectors/draft', { body });
    expect(refused.error?.details.errors).toMatchObject([
      { path: 'lists[1]', code: 'unknown_list', allowed: ['/tickets'] },
    ]);
    const wrong = await validate(ownDefinition({ auth: [{ kind: 'baerer' }] }));
    expect(wrong.data['findings']).toMatchObject([
      { path: 'definition.auth[0].kind', code: 'invalid_value', allowed: expect.arrayContaining(['bearer']) },
    ]);
  });

  it('takes no document of ten megabytes', async () => {
    expect((await draft(' '.repeat(10_000_000))).error?.code).toBe('payload_too_large');
  });

  it('lets an organization have so many, and no more', async () => {
    const key = (await api.addOrganization('Third')).api_key;
    const codes: unknown[] = [];
    for (let n = 0; n <= 20; n += 1) {
      const body = { id: `x_c${n}`, definition: ownDefinition() };
      codes.push((await api.request('POST', '/v1/connectors', { key, body })).error?.code);
    }

    expect([codes.slice(0, 20).filter((code) => code !== undefined), codes[20]]).toEqual([[], 'quota_exceeded']);
  });
});

/** YAML that a few lines make billions of values of. */
function bomb(): string {
  const lines = Array.from({ length: 30 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array(9).fill(`*a${n}`).join(', ')}]`);
  return `openapi: 3.1.0\na0: &a0 [x]\n${lines.join('\n')}\n`;
}

/** A description whose schema has forty parts, each of which has forty, and so on. */
function parts(): string {
  const schemas = Array.from({ length: 12 }, (_, n) => [
    `S${n}`,
    { allOf: Array.from({ length: 40 }, () => ({ $ref: `#/components/schemas/S${n + 1}` })) },
  ]);
  const schema = { type: 'array', items: { $ref: '#/components/schemas/S0' } };
  const responses = { 200: { content: { 'application/json': { schema } } } };
  return JSON.stringify({
    openapi: '3.1.0',
    paths: { '/a': { get: { responses } } },
    components: { schemas: Object.fromEntries(schemas) },
  });
}
