import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../api/routes/index.ts';
import { roles } from '../../core/enums.ts';
import { accountRoles, organizationScopes, roleScopes } from '../../services/access/people/roles.data.ts';
import { hasScope, type Scope } from '../../services/shared/scopes.ts';
import { openActivities, type TestActivities } from '../harness/activities.ts';
import { HttpStub } from '../harness/http.ts';
import { type ConnectionWorker, startConnectionWorker } from './connection-worker.ts';
import { type Answer, startTestApi, type TestApi } from './harness.ts';
import { addMember, publicUrl } from './people-acts.ts';
import { addSupply, type Deed, deeds, people, type Owner, type Supply } from './people-deeds.ts';

/** Somebody who asks, by a session or a key. */
interface Caller {
  name: string;
  scopes: readonly Scope[];
  /** Where what they reach belongs. */
  reach: readonly Owner[];
  ask(method: string, path: string, options: { body?: unknown; headers?: Record<string, string> }): Promise<Answer>;
}

const owners: readonly Owner[] = ['own', 'foreign', 'abroad'];
const callers: Caller[] = [];
const supplies = new Map<Owner, Supply>();
const workers: TestActivities[] = [];
let api: TestApi;
let worker: ConnectionWorker;
let stub: HttpStub;
let asked = 0;

beforeAll(async () => {
  api = await startTestApi({ publicUrl });
  stub = await HttpStub.start();
  worker = await startConnectionWorker(api, ['127.0.0.0/8']);
  stub.always('GET /people', () => ({ json: people }));
  stub.always('POST /tickets', () => ({ status: 201, json: { id: 'T-1' } }));
  const second = await api.addOrganization('Second');
  const abroad: TestApi = {
    ...api,
    organization: second,
    request: (method, path, options) => api.request(method, path, { key: second.api_key, ...options }),
  };
  const makeAccount = async (name: string): Promise<string> =>
    (await api.request('POST', '/v1/accounts', { body: { name } })).data.id;
  const [own, foreign] = [await makeAccount('Own'), await makeAccount('Foreign')];
  for (const [owner, of, account] of [
    ['own', api, own],
    ['foreign', api, foreign],
    ['abroad', abroad, second.account_id],
  ] as const) {
    const activities = await openActivities(of);
    workers.push(activities);
    supplies.set(owner, await addSupply({ api: of, activities, stub }, account));
  }
  for (const role of roles) {
    const scopes = roleScopes[role];
    const { browser } = await addMember(api, `${role}@example.com`, [{ role }]);
    const made = await api.request('POST', '/v1/api-keys', { body: { name: role, scopes } });
    const key = String(made.data['secret']);
    callers.push({ name: `session of ${role}`, scopes, reach: ['own', 'foreign'], ask: browser.request });
    const ask: Caller['ask'] = (method, path, options) => api.request(method, path, { key, ...options });
    callers.push({ name: `key of ${role}`, scopes, reach: ['own', 'foreign'], ask });
  }
  for (const role of accountRoles) {
    const scopes = roleScopes[role].filter((scope) => !organizationScopes.has(scope));
    const { browser } = await addMember(api, `${role}@account.example`, [{ role, account_id: own }]);
    callers.push({ name: `session of ${role} for one account`, scopes, reach: ['own'], ask: browser.request });
  }
}, 120_000);

afterAll(async () => {
  await worker.stop();
  await Promise.all(workers.map((activities) => activities.close()));
  await api.close();
  await stub.stop();
});

function toOptions({ keyed }: Deed, body: object | undefined): { body?: unknown; headers?: Record<string, string> } {
  asked += 1;
  return {
    ...(body === undefined ? {} : { body }),
    ...(keyed === true ? { headers: { 'idempotency-key': `deed-${asked}` } } : {}),
  };
}

/** What a caller is answered who does a deed to something fresh of an owner. */
async function doDeed(caller: Caller, deed: Deed, owner: Owner, body?: object): Promise<number> {
  const supply = supplies.get(owner);
  if (supply === undefined) throw new Error('Nothing was made there.');
  const [method = ''] = deed.title.split(' ');
  const path = `/v1${await deed.path(supply)}`;
  return (await caller.ask(method, path, toOptions(deed, body ?? deed.body?.(supply)))).status;
}

function expectation({ scopes, reach }: Caller, deed: Deed, owner: Owner): number {
  const held = new Set<string>(scopes);
  if (!deed.scopes.every((scope) => hasScope(held, scope))) return 403;
  return reach.includes(owner) ? deed.status : (deed.elsewhere ?? 404);
}

describe('test/api/people-deeds', { timeout: 120_000 }, () => {
  it('has a deed for each route of items, approvals, operations and links', () => {
    const wanted = /^\/(items|approvals|connections\/links|connections\/\{id\}\/operations)(\/|$)/;
    const titles = routes
      .filter(({ path }) => wanted.test(path) && path !== '/approvals')
      .map(({ method, path }) => `${method.toUpperCase()} ${path}`);

    expect(deeds.map(({ title }) => title).toSorted()).toEqual(titles.toSorted());
    for (const { title, scopes } of deeds) {
      const route = routes.find(({ method, path }) => `${method.toUpperCase()} ${path}` === title);
      expect([title, route?.scope, ...[route?.also ?? []].flat()]).toEqual([title, ...scopes]);
    }
  });

  it.each(deeds)('$title is done by whom it is for, where they reach it, and by nobody else', async (deed) => {
    for (const caller of callers) {
      for (const owner of owners) {
        const status = await doDeed(caller, deed, owner);
        expect([caller.name, owner, status]).toEqual([caller.name, owner, expectation(caller, deed, owner)]);
      }
    }
  });

  it.each(deeds.filter(({ wrong }) => wrong !== undefined))('$title refuses a wrong body of who may', async (deed) => {
    for (const caller of callers) {
      const allowed = expectation(caller, deed, 'own') !== 403;
      const status = await doDeed(caller, deed, 'own', deed.wrong);
      expect([caller.name, status]).toEqual([caller.name, allowed ? 400 : 403]);
    }
  });
});
