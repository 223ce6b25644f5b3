import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectOperations } from '../../api/auth/connect-operations.ts';
import { authOperations } from '../../api/auth/operations.ts';
import { hookOperations } from '../../api/hooks/operations.ts';
import { callbackPath } from '../../api/hooks/serve-callback.ts';
import { hookPath } from '../../api/hooks/serve-hook.ts';
import { oauthOperations } from '../../api/oauth/operations.ts';
import { operatorRoutes } from '../../api/operator/routes.ts';
import { routes as ofOrganizations } from '../../api/routes/index.ts';
import { describeAuthorizationServer } from '../../services/access/oauth/authorization-server.ts';
import { type Content, document, escape, type Operation, resolve, validatorOf } from './contract.ts';
import { startTestApi, type TestApi } from './harness.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

function collectRefs(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(collectRefs);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === '$ref' && typeof member === 'string' ? [member] : collectRefs(member),
  );
}

/** Paths of the members without a description; a reference has that of the schema it leads to. */
function listBareMembers(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([keyword, part]) => {
    if (['default', 'enum', 'example', 'examples'].includes(keyword)) return [];
    if (keyword !== 'properties') return listBareMembers(part, path);
    return Object.entries(Object(part)).flatMap(([name, member]) => {
      const own = [...path, name];
      const { description, $ref } = Object(member);
      const isBare = description === undefined && $ref === undefined;
      return [...(isBare ? [own.join('.')] : []), ...listBareMembers(member, own)];
    });
  });
}

const routes = [...ofOrganizations, ...operatorRoutes];
const operations = routes.map((route) => ({
  route,
  title: route.operationId,
  operation: document.paths[route.path]?.[route.method] as Operation,
}));

/** Every body that the document describes, of every operation and webhook, with where its schema is. */
function listContents(): { place: string; body: Content[string] }[] {
  const described = [
    ...Object.entries(document.paths).map(([path, item]) => [`/paths/${escape(path)}`, item] as const),
    ...Object.entries(document.webhooks).map(([name, item]) => [`/webhooks/${name}`, item] as const),
  ].flatMap(([at, item]) =>
    Object.entries(item).flatMap(([method, { requestBody, responses }]) => [
      [`${at}/${method}/requestBody`, requestBody?.content] as const,
      ...Object.entries(responses).map(
        ([status, { content }]) => [`${at}/${method}/responses/${status}`, content] as const,
      ),
    ]),
  );
  const shared = Object.entries(document.components.responses).map(
    ([name, { content }]) => [`/components/responses/${name}`, content] as const,
  );
  return [...described, ...shared].flatMap(([at, content = {}]) =>
    Object.entries(content).map(([type, body]) => ({ place: `${at}/content/${escape(type)}`, body })),
  );
}

describe('test/api/openapi', () => {
  it('is served without a credential, as it was generated', async () => {
    const response = await api.app.request('/openapi.json');

    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(await response.json()).toEqual(document);
  });

  it('is what the OpenAPI Initiative calls an OpenAPI 3.1 document', async () => {
    const validator = new Validator();

    expect(await validator.validate({ ...structuredClone(document) })).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
    expect((await validator.validate({ ...document, paths: { accounts: {} } })).valid).toBe(false);
  });

  it('promises exactly what is routed', () => {
    const promised = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );

    const server = describeAuthorizationServer('http://hub.example');
    const served = [
      ...routes.map(({ method, path }) => `${method} ${path}`),
      ...[...authOperations, ...connectOperations].map(({ path }) => `post ${path}`),
      ...oauthOperations.map(({ method, path }) => `${method} ${path({ server })}`),
      ...hookOperations.map(({ method }) => `${method} ${hookPath}`),
      `post ${callbackPath}`,
    ];
    expect(promised.toSorted()).toEqual(served.toSorted());
  });

  it('says of every operation what refuses a request before it is known where it leads', () => {
    const silent = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { responses }]) => !['408', '414', '431'].every((status) => status in responses))
        .map(([method]) => `${method} ${path}`),
    );

    expect(silent).toEqual([]);
  });

  it('names every operation once', () => {
    const names = [...routes, ...authOperations, ...oauthOperations, ...hookOperations].map(
      ({ operationId }) => operationId,
    );

    expect(new Set(names).size).toBe(names.length);
  });

  it('refers to nothing that it does not hold', () => {
    for (const ref of collectRefs(document)) expect(resolve(ref.slice(1)), ref).toBeDefined();
  });

  it('holds schemas that compile', () => {
    const { schemas } = Object(resolve('/components'));

    for (const name of Object.keys(schemas)) validatorOf(`/components/schemas/${name}`);
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(['Account', 'Connection', 'Integration', 'Run', 'Error']),
    );
  });

  it('describes every schema and every member', () => {
    const { schemas } = Object(resolve('/components'));
    const bare = Object.entries(schemas).filter(([, schema]) => Object(schema).description === undefined);

    expect(bare.map(([name]) => name)).toEqual([]);
    expect(listBareMembers(document)).toEqual([]);
    expect(listBareMembers({ properties: { list: { items: { properties: { id: {} } } } } })).toEqual([
      'list',
      'list.id',
    ]);
  });

  it('requires every body that is not optional', () => {
    for (const { method, path, body } of routes) {
      const documented = document.paths[path]?.[method]?.requestBody;
      expect(documented?.required).toBe(body === undefined ? undefined : body.optional !== true);
    }
  });

  it.each(listContents())('shows an example of $place that its schema allows', ({ place, body }) => {
    const validate = validatorOf(`${place}/schema`);
    const { example, examples = { example: { value: example } } } = body;

    expect(Object.keys(examples)).not.toEqual([]);
    for (const [name, { value }] of Object.entries(examples)) {
      expect(value, name).toBeDefined();
      validate(value);
      expect(validate.errors, `${name}: ${JSON.stringify(value)}`).toBeNull();
    }
  });

  it.each(['oauth-authorization-server', 'oauth-protected-resource'])('shows %s as it is answered', async (name) => {
    const path = `/.well-known/${name}`;
    const { body } = await api.request('GET', path, { key: null });

    expect(document.paths[path]?.['get']?.responses['200']?.content?.['application/json']?.example).toEqual(body);
  });

  it.each(operations)('describes every parameter and header of $title', ({ operation }) => {
    for (const parameter of operation.parameters) {
      const { description } = Object(parameter.$ref === undefined ? parameter : resolve(parameter.$ref.slice(1)));
      expect(description, JSON.stringify(parameter)).toMatch(/\.$/);
    }
    const answers = Object.values(operation.responses).map(({ $ref, ...own }) =>
      $ref === undefined ? own : Object(resolve($ref.slice(1))),
    );
    for (const { headers } of answers) expect(Object.keys(headers)).toContain('Request-Id');
  });

  it.each(operations)('offers $title the request headers that it heeds', ({ route, operation }) => {
    const offered = operation.parameters.map(({ $ref = '' }) => $ref.split('/').at(-1));

    expect(offered.includes('Idempotency-Key')).toBe(route.method !== 'get' && route.pure !== true);
    expect(offered.includes('If-Match')).toBe(route.method !== 'get' && route.versioned === true);
    expect(offered.includes('Prefer')).toBe(route.outcome !== undefined || route.pends === true);
    expect(offered.includes('If-None-Match')).toBe(operation.responses['304'] !== undefined);
  });

  it('describes every group of operations once', () => {
    const { tags } = Object(document) as { tags: { name: string; description: string }[] };

    expect(tags.map(({ name }) => name).toSorted()).toEqual(
      [...new Set([...routes.map(({ tag }) => tag), 'Sign-in', 'OAuth', 'Hooks', 'Callbacks'])].toSorted(),
    );
    for (const { description } of tags) expect(description).toMatch(/\.$/);
  });

  it.each(
    operations.filter(({ route }) =>
      routes.some(({ path }) => route.located === true && path === `${route.path}/{id}`),
    ),
  )('leads from $title to what can be done with its result', ({ route, operation }) => {
    const links = operation.responses[String(route.status)]?.links ?? {};
    const targets = routes.filter(({ operationId }) => Object.hasOwn(links, operationId));

    expect(targets.map(({ method, path }) => method === 'get' && /^[^{]+\{id\}$/.test(path))).toContain(true);
    for (const { path } of targets) expect(path.match(/\{/g)).toHaveLength(1);
    for (const { operationId, parameters } of Object.values(links)) {
      expect(Object.keys(links)).toContain(operationId);
      expect(parameters).toEqual({ id: '$response.body#/data/id' });
    }
  });

  it('links a new integration to its execution, and that to the run', () => {
    const { createIntegration, executeIntegration } = Object.fromEntries(
      operations.map(({ title, operation }) => [title, operation]),
    );

    expect(Object.keys(createIntegration?.responses['201']?.links ?? {})).toEqual(
      expect.arrayContaining(['getIntegration', 'deleteIntegration', 'executeIntegration']),
    );
    expect(Object.keys(executeIntegration?.responses['202']?.links ?? {})).toEqual(
      expect.arrayContaining(['getRun', 'cancelRun']),
    );
  });
});
