import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorRoutes } from '../../api/operator/routes.ts';
import type { Route } from '../../api/route.ts';
import { routes } from '../../api/routes/index.ts';
import { roles } from '../../core/enums.ts';
import { idPrefixes, newId } from '../../core/ids.ts';
import { accountRoles, organizationScopes, roleScopes } from '../../services/access/people/roles.data.ts';
import { hasScope, type Scope } from '../../services/shared/scopes.ts';
import { addFeed, addIntegration } from './flows.ts';
import { type Answer, startTestApi, type TestApi } from './harness.ts';
import { addMember, type Browser, publicUrl } from './people-acts.ts';

let api: TestApi;
/** By role, in the whole organization. */
const people = new Map<string, Browser>();
/** By role, for one account. */
const bound = new Map<string, Browser>();
/** Keys with exactly the scopes of each role. */
const keys = new Map<string, string>();
let own: Resources;
let foreign: Resources;
let abroad: Resources;
let abroadKey: string;

/** Ids by the collection that they are found in. */
type Resources = Record<string, string>;

async function addResources(account: string, key?: string): Promise<Resources> {
  const as = key === undefined ? {} : { key };
  const [connection, integration] = [
    await addFeed(api, { account_id: account }, key),
    await addIntegration(api, { account_id: account }, key),
  ];
  await api.request('POST', `/v1/integrations/${integration.id}/activate`, as);
  const run = await api.request('POST', `/v1/integrations/${integration.id}/execute`, as);
  const workflows = await api.request('GET', `/v1/workflows?integration_id=${integration.id}`, as);
  return {
    accounts: account,
    connections: connection.id,
    integrations: integration.id,
    runs: run.data.id,
    workflows: workflows.list[0]?.id ?? '',
  };
}

beforeAll(async () => {
  api = await startTestApi({ publicUrl, operatorKey: 'of-nobody-in-this-table-0123456789abc' });
  const second = await api.addOrganization('Second');
  abroadKey = second.api_key;
  const accounts = await Promise.all(
    ['Own', 'Foreign'].map(async (name) => (await api.request('POST', '/v1/accounts', { body: { name } })).data.id),
  );
  [own, foreign, abroad] = await Promise.all([
    addResources(accounts[0] ?? ''),
    addResources(accounts[1] ?? ''),
    addResources(second.account_id, second.api_key),
  ]);
  for (const role of roles) {
    people.set(role, (await addMember(api, `${role}@example.com`, [{ role }])).browser);
    const made = await api.request('POST', '/v1/api-keys', { body: { name: role, scopes: roleScopes[role] } });
    keys.set(role, String(made.data['secret']));
  }
  for (const role of accountRoles) {
    const grant = { role, account_id: accounts[0] ?? '' };
    bound.set(role, (await addMember(api, `${role}@account.example`, [grant])).browser);
  }
}, 120_000);

afterAll(() => api.close());

/** A request that changes nothing: of what does not exist, with nothing in it. */
function toRequest(
  { method, path }: Pick<Route, 'method' | 'path'>,
  id: string,
): [method: string, path: string, options: { body?: unknown }] {
  const filled = `/v1${path.replace('{id}', id).replaceAll(/\{\w+\}/g, '1')}`;
  return [method.toUpperCase(), filled, method === 'get' || method === 'delete' ? {} : { body: {} }];
}

const unknown = (path: string): string => {
  const collection = path.split('/')[1] ?? '';
  const kind = { runs: 'run', workflows: 'workflow', integrations: 'integration', accounts: 'account' }[collection];
  return newId(kind !== undefined && kind in idPrefixes ? 'run' : 'connection').replace(
    /^[a-z]+/,
    idPrefixes[(kind ?? 'connection') as keyof typeof idPrefixes],
  );
};

function allows(scopes: readonly Scope[], { scope, also = 'runs:read' }: Route): boolean {
  const held = new Set<string>(scopes);
  return scope === 'any' || scope === 'person' || [scope, ...[also].flat()].every((asked) => hasScope(held, asked));
}

/** What decides: whether the caller was let in, and if not, why. */
function judge({ status, error }: Answer): string {
  return status === 401 || status === 403 ? `${status} ${error.code}` : 'in';
}

const titled = routes.map((route) => ({ route, title: `${route.method.toUpperCase()} ${route.path}` }));
/** Streams answer lines, whose reading has tests of its own. Signing out of the only session would end the table. */
const asked = titled.filter(({ route }) => route.streams !== true);
const ofAccounts = asked.filter(({ route }) =>
  /^\/(accounts|connections|integrations|runs|workflows)\/\{id\}/.test(route.path),
);

describe('test/api/people-matrix', { timeout: 60_000 }, () => {
  it.each(asked)('$title lets in the roles with its scope, by session and by key', async ({ route }) => {
    for (const role of roles) {
      const allowed = allows(roleScopes[role], route);
      const [method, path, options] = toRequest(route, unknown(route.path));
      const bySession = await people.get(role)?.request(method, path, options);
      const byKey = await api.request(method, path, { key: keys.get(role) ?? '', ...options });

      const expected = allowed ? 'in' : '403 insufficient_scope';
      expect([role, bySession && judge(bySession)]).toEqual([role, expected]);
      expect([role, judge(byKey)]).toEqual([role, route.scope === 'person' ? '403 forbidden' : expected]);
    }
  });

  it.each(asked)('$title lets in a role for an account only where it is about accounts', async ({ route }) => {
    for (const role of accountRoles) {
      const scopes = roleScopes[role].filter((scope) => !organizationScopes.has(scope));
      const allowed = allows(scopes, route) && !(route.reach === 'organization');
      const [method, path, options] = toRequest(route, unknown(route.path));

      const answer = await bound.get(role)?.request(method, path, options);

      expect([role, answer && judge(answer)]).toEqual([role, allowed ? 'in' : '403 insufficient_scope']);
    }
  });

  it.each(operatorRoutes.map((route) => ({ route, title: `${route.method.toUpperCase()} ${route.path}` })))(
    '$title lets in nobody of an organization, whatever their role, account and organization',
    async ({ route }) => {
      const [method, path, options] = toRequest(route, api.organization.organization_id);
      const answers = [
        ...[...people.values(), ...bound.values()].map((person) => person.request(method, path, options)),
        ...[...keys.values(), api.organization.api_key, abroadKey].map((key) =>
          api.request(method, path, { key, ...options }),
        ),
      ];
      const judged = (await Promise.all(answers)).map(judge);
      expect(judged).toEqual(judged.map(() => '401 unauthorized'));
    },
  );

  it.each(ofAccounts)(
    "$title answers another account's, and another organization's, as one that does not exist",
    async ({ route }) => {
      const collection = route.path.split('/')[1] ?? '';
      const builder = bound.get('builder');
      const ask = (id: string) => builder?.request(...toRequest(route, id));
      const none = await ask(unknown(route.path));
      for (const resources of [foreign, abroad]) {
        const answer = await ask(resources[collection] ?? '');
        expect([answer?.status, answer?.error.code]).toEqual([none?.status, none?.error.code]);
      }
      expect([400, 403, 404, 415]).toContain(none?.status);
      if (route.method === 'get' && none?.status === 404) {
        const mine = await ask(own[collection] ?? '');
        expect([200, 404, 409, 503]).toContain(mine?.status);
        if (!/\{\w+\}.*\{|ticks|hook-events|schema|records/.test(route.path)) expect(mine?.status).toBe(200);
      }
    },
  );

  it("shows nothing of another account in any list, and all of the caller's own", async () => {
    const builder = bound.get('builder');
    const others = [foreign, abroad].flatMap((resources) => Object.values(resources));
    for (const { route } of asked.filter((one) => one.route.paginated === true && !one.route.path.includes('{'))) {
      const answer = await builder?.request('GET', `/v1${route.path}`);
      const text = JSON.stringify(answer?.body);
      for (const id of others) expect([route.path, text.includes(id)]).toEqual([route.path, false]);
      const mine = own[route.path.slice(1)];
      if (mine !== undefined) expect([route.path, text.includes(mine)]).toEqual([route.path, true]);
    }
  });
});
