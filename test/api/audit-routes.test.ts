import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../api/routes/index.ts';
import { newUuid, toId } from '../../core/ids.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { type Act, acts, canary, unlogged } from './audit-acts.data.ts';
import { addMember, publicUrl } from './people-acts.ts';
import { type Item, startTestApi, type TestApi } from './harness.ts';
import { TxtRecords } from './sso-acts.ts';

let api: TestApi;
const txt = new TxtRecords();

/** Ids of what was made last, by what bodies and paths call it. */
const ids = new Map<string, string>();

beforeAll(async () => {
  api = await startTestApi({ publicUrl, resolveTxt: txt.resolve });
  const feed = await api.request('POST', '/v1/connections', {
    body: { name: 'Feed', service_type: 'cisa_kev', credentials: {} },
  });
  const http = await api.request('POST', '/v1/connections', {
    body: { name: 'HTTP', service_type: 'http', credentials: {}, config: { base_url: 'https://feed.example' } },
  });
  ids.set('feed', feed.data.id).set('http', http.data.id).set('organization', api.organization.organization_id);
  ids.set('customer', api.organization.account_id);
});

afterAll(() => api.close());

/** What people do for themselves needs a session: test/api/sign-in. */
const changing = routes.filter(({ method, pure, scope }) => method !== 'get' && pure !== true && scope !== 'person');

/** `/lookup-tables/{id}` → `lookup-table` */
const toKind = (path: string): string => (path.split('/')[1] ?? '').replace(/s$/, '');

const fill = (text: string): string => text.replaceAll(/\{([a-z]+)\}/g, (all, name: string) => ids.get(name) ?? all);

async function perform({ operation, body, params = {}, of, headers = {} }: Act): Promise<string> {
  const route = changing.find(({ operationId }) => operationId === operation);
  if (route === undefined) throw new Error(`There is no route ${operation}.`);
  const kind = toKind(route.path);
  const path = Object.entries({ id: ids.get(of ?? kind) ?? '', ...params }).reduce(
    (filled: string, [name, value]) => filled.replace(`{${name}}`, fill(value)),
    route.path,
  );
  const sent: unknown = JSON.parse(fill(JSON.stringify(body ?? null)));
  const answer = await api.request(route.method.toUpperCase(), `/v1${path}`, {
    headers,
    ...(body === undefined ? {} : { body: sent }),
  });
  const status = route.accepts === true ? 202 : route.status;
  expect([operation, answer.status, answer.error]).toEqual([operation, status, undefined]);
  if (answer.headers.has('location')) remember(answer.headers.get('location') ?? '');
  // Where there is no address to read it at.
  if (operation === 'createInvitation') ids.set(kind, answer.data.id);
  if (operation === 'addSsoDomain') txt.records.set(String(answer.data['txt_name']), String(answer.data['txt_value']));
  if (operation === 'cancelRun') {
    await failRecord(answer.data.id);
    for (const name of ['first', 'second', 'third']) ids.set(name, await ask(answer.data.id));
    for (const name of ['item', 'other']) ids.set(name, toId('item', await park(answer.data.id)));
  }
  return answer.headers.get('request-id') ?? '';
}

function remember(location: string): void {
  ids.set(toKind(location.replace('/v1', '')), location.split('/').at(-1) ?? '');
}

/** What a worker writes, where none is there. */
async function failRecord(run: string): Promise<void> {
  ids.set('canceled', run);
  await api.admin`
    insert into dead_letters (org_id, id, integration_id, run_id, stream, code, message, masked, sealed)
    select org_id, ${newUuid()}, integration_id, id, 'vulnerabilities', 'rejected', 'x', '{}'::jsonb, 'x' from runs
    where id = ${toLookup('run', run)}`;
}

/** An item of a run waits, as a worker lets it. @returns Its UUID. */
async function park(run: string): Promise<string> {
  const item = newUuid();
  await api.admin`
    insert into items (org_id, id, integration_id, run_id, key, seq, change, status, step)
    select org_id, ${item}, integration_id, id, ${item}, 1, 'created', 'parked', 'ok' from runs
    where id = ${toLookup('run', run)}`;
  return item;
}

/** An item of a run waits for an approval. */
async function ask(run: string): Promise<string> {
  const [item, wait] = [await park(run), newUuid()];
  await api.admin`
    insert into waits (org_id, id, integration_id, run_id, item_id, step, kind, parked_at, message, approvers, quorum)
    select org_id, ${wait}, integration_id, run_id, id, 'ok', 'approval', now(), 'Account?', '{anyone}', 1 from items
    where id = ${item}`;
  return toId('approval', wait);
}

/** Items of a flow: one waits, one has failed. Those of the other acts are of one mapping. */
async function startFlow(): Promise<void> {
  const source = { connection_id: ids.get('http'), object: '/people', key: ['id'] };
  const steps = [
    { id: 'ok', wait: { for: '1h' } },
    { id: 'on', stop: 'succeeded' },
  ];
  const saved = await api.request('POST', '/v1/integrations', { body: { name: newUuid(), source, steps } });
  await api.request('POST', `/v1/integrations/${saved.data.id}/activate`);
  const { data: run } = await api.request('POST', `/v1/integrations/${saved.data.id}/execute`);
  const [waiting, failing] = [await park(run.id), await park(run.id)];
  await api.admin`
    insert into waits (org_id, id, integration_id, run_id, item_id, step, kind, parked_at, due_at)
    select org_id, ${newUuid()}, integration_id, run_id, id, 'ok', 'time', now(), now() from items where id = ${waiting}`;
  await api.admin`update items set status = 'failed', ended_at = now() where id = ${failing}`;
  await api.admin`
    insert into dead_letters (org_id, id, integration_id, run_id, item_id, stream, code, message, masked, sealed)
    select org_id, ${newUuid()}, integration_id, run_id, id, '/people', 'rejected', 'x', '{}'::jsonb, 'x' from items
    where id = ${failing}`;
  ids.set('waiting', toId('item', waiting)).set('failing', toId('item', failing)).set('run', run.id);
}

/** Lets the deliveries of an endpoint be done, and remembers one. */
async function deliver(): Promise<void> {
  await api.admin`update webhook_deliveries set status = 'delivered', delivered_at = now()`;
  const { list } = await api.request('GET', `/v1/webhook-endpoints/${ids.get('webhook-endpoint')}/deliveries`);
  ids.set('event', list[0]?.id ?? '');
}

/** Remembers the workflow that a vendor's events start. */
async function findHook(): Promise<void> {
  const { list } = await api.request('GET', `/v1/workflows?integration_id=${ids.get('integration')}`);
  ids.set('workflow', list.find(({ type }) => type === 'webhook')?.id ?? '');
}

function readSides({ before, after }: Item): Act['sides'] {
  const [had, has] = [before, after].map((side) => side !== undefined && Object.keys(Object(side)).length > 0);
  if (had === true && has === true) return 'both';
  return had === true ? 'before' : has === true ? 'after' : 'none';
}

describe('test/api/audit-routes', { timeout: 120_000 }, () => {
  it('knows every route that changes something', () => {
    const known = new Set([...acts.map(({ operation }) => operation), ...Object.keys(unlogged)]);

    expect(changing.map(({ operationId }) => operationId).filter((name) => !known.has(name))).toEqual([]);
  });

  it.each(acts.map((act, index) => ({ ...act, title: `${index + 1}: ${act.operation}` })))(
    '$title leaves $action, with how it was and became',
    async ({ title: _title, ...act }) => {
      if (act.operation.startsWith('redeliver')) await deliver();
      if (act.operation === 'replaceHookCredentials') await findHook();
      if (['skipStep', 'moveItem', 'retryItem', 'retryRunItems'].includes(act.operation)) await startFlow();
      if (act.operation === 'updateMember')
        ids.set('member', (await addMember(api, 'a@example.com', [{ role: 'viewer' }])).id);
      const requestId = await perform(act);

      const { list } = await api.request('GET', '/v1/audit-events?per_page=5');
      const own = list.filter((event) => event['request_id'] === requestId);

      expect(own.map((event) => [event['action'], readSides(event)])).toContainEqual([act.action, act.sides]);
      expect(JSON.stringify(own)).not.toContain(canary);
    },
  );
});
