import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../api/routes/index.ts';
import { type IdKind, newId } from '../../core/ids.ts';
import { addIntegration } from './flows.ts';
import { type Answer, startTestApi, type TestApi } from './harness.ts';

let api: TestApi;
let foreignKey: string;
const owned: Partial<Record<string, string>> = {};

beforeAll(async () => {
  api = await startTestApi();
  foreignKey = (await api.addOrganization('Second')).api_key;
  const integration = await addIntegration(api);
  const run = await api.request('POST', `/v1/integrations/${integration.id}/execute`);
  owned['accounts'] = (await api.request('GET', '/v1/accounts')).list[0]?.id;
  owned['connections'] = String(Object(integration['source']).connection_id);
  owned['integrations'] = integration.id;
  owned['runs'] = run.data.id;
  owned['api-keys'] = (await api.request('GET', '/v1/api-keys')).list[0]?.id;
  owned['workflows'] = String(run.data['workflow_id']);
  const client = await api.request('POST', '/v1/oauth-clients', { body: { name: 'x', scopes: ['runs:read'] } });
  owned['oauth-clients'] = client.data.id;
  const issuer = await api.request('POST', '/v1/token-issuers', {
    body: {
      name: 'x',
      issuer: 'https://issuer.example',
      audience: 'hub',
      jwks_uri: 'https://issuer.example/keys',
      algorithms: ['ES256'],
      scope_rules: [{ claim: 'role', value: 'x', scopes: ['runs:read'] }],
    },
  });
  owned['token-issuers'] = issuer.data.id;
});

afterAll(() => api.close());

const kinds: Record<string, IdKind> = {
  accounts: 'account',
  'api-keys': 'apiKey',
  connections: 'connection',
  integrations: 'integration',
  runs: 'run',
  workflows: 'workflow',
  'oauth-clients': 'oauthClient',
  'token-issuers': 'tokenIssuer',
};

/** Where an empty body would be refused before anything is looked up. */
const bodies: Record<string, object> = { replaceCredentials: { credentials: {} } };

const collections: ReadonlySet<string> = new Set(routes.map(({ path }) => path));

const routesOfOne = routes
  .filter(({ path, tag }) => path.includes('{id}') && tag !== 'Connectors')
  .map((route) => ({ route, title: `${route.method.toUpperCase()} ${route.path}` }));

function withoutRequestId(answer: Answer): unknown {
  const headers = [...answer.headers].filter(([name]) => name !== 'request-id');
  return [answer.status, headers, JSON.stringify(answer.body).replace(answer.error.details.request_id, '')];
}

describe('test/api/tenancy', () => {
  it.each(routesOfOne)("$title answers another organization's id as one that does not exist", async ({ route }) => {
    const collection = route.path.split('/')[1] ?? '';
    const kind = kinds[collection] ?? 'connection';
    const ids = [
      owned[collection] ?? '',
      newId(kind),
      'nonsense',
      `${newId(kind)}x`,
      newId('event'),
      '%00',
      // A URL parser takes this out with what is before it: `/integrations/%2e%2e/runs` is the address of all runs.
      ...(collections.has(route.path.replace(/^.*\{id\}/, '')) ? [] : ['%2e%2e']),
    ];

    const answers = [];
    for (const id of ids) {
      const path = `/v1${route.path.replace('{id}', id)}`;
      const hasBody = route.body !== undefined && route.method !== 'delete';
      const options = hasBody ? { body: bodies[route.operationId] ?? {} } : {};
      answers.push(await api.request(route.method.toUpperCase(), path, { key: foreignKey, ...options }));
    }

    expect(answers[0]?.status).toBe(404);
    for (const answer of answers) expect(withoutRequestId(answer)).toEqual(answers[0] && withoutRequestId(answers[0]));
  });

  it('lists nothing of another organization', async () => {
    // A new organization has a key and an account of its own.
    const empty = Object.keys(kinds).filter((collection) => collection !== 'api-keys' && collection !== 'accounts');
    for (const collection of empty) {
      const path = `/v1/${collection}`;
      const { list, meta } = await api.request('GET', path, { key: foreignKey });
      expect([list, meta.total]).toEqual([[], 0]);
    }
    const accounts = await api.request('GET', '/v1/accounts', { key: foreignKey });
    expect(accounts.list.map(({ name }) => name)).toEqual(['Second']);
  });

  it("refuses another organization's ids inside of bodies and filters", async () => {
    const { list } = await api.request('GET', '/v1/accounts');
    const account = list[0]?.id;
    const source = { connection_id: owned['connections'], object: 'vulnerabilities' };

    const withAccount = await api.request('POST', '/v1/integrations', {
      key: foreignKey,
      body: { name: 'x', account_id: account },
    });
    const withConnection = await api.request('POST', '/v1/integrations', {
      key: foreignKey,
      body: { name: 'x', source },
    });
    const filtered = await api.request('GET', `/v1/runs?integration_id=${owned['integrations']}`, { key: foreignKey });

    expect(withAccount.error.details.errors).toEqual([expect.objectContaining({ code: 'unknown_account' })]);
    expect(withConnection.error.details.errors).toEqual([expect.objectContaining({ code: 'unknown_connection' })]);
    expect(filtered.list).toEqual([]);
  });

  it('left everything of the first organization as it was', async () => {
    for (const collection of Object.keys(kinds)) {
      expect((await api.request('GET', `/v1/${collection}/${owned[collection]}`)).status).toBe(200);
    }
  });
});
