import { toId } from '../../core/ids.ts';
import type { Scope } from '../../services/shared/scopes.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import type { TestActivities } from '../harness/activities.ts';
import type { HttpStub } from '../harness/http.ts';
import type { TestApi } from './harness.ts';

/** Whose what a deed is done to is: of the caller's account, of another one, or of another organization. */
export type Owner = 'own' | 'foreign' | 'abroad';

/** What there is in an owner, a fresh one each time that one is taken. */
export interface Supply {
  account: string;
  connection: string;
  /** An item that waits for an approval. */
  parked(): string;
  /** An item that failed. */
  failed(): string;
  approval(): string;
  link(): Promise<string>;
}

/** One act with a body that is right, and one that is not. */
export interface Deed {
  /** As routes are titled. */
  title: string;
  scopes: readonly Scope[];
  path(supply: Supply): string | Promise<string>;
  body?(supply: Supply): object;
  /** Absent: no body of it is wrong. */
  wrong?: object;
  status: number;
  /** Answered to who may do such things, but reaches nothing that is theirs. Default: 404. */
  elsewhere?: number;
  /** Each is asked under a key of its own. */
  keyed?: true;
}

const runs = ['runs:write'] as const;
const use = ['connections:use'] as const;
const approve = ['runs:approve'] as const;
const ticket = { options: { path: '/tickets', target_id_path: 'id', idempotency: { kind: 'none' } } };

/** What the matrix of all routes asks for with nothing in it is done here. */
export const deeds: readonly Deed[] = [
  { title: 'GET /items/{id}', scopes: ['runs:read'], path: ({ parked }) => `/items/${parked()}`, status: 200 },
  { title: 'POST /items/{id}/cancel', scopes: runs, path: ({ parked }) => `/items/${parked()}/cancel`, status: 202 },
  {
    title: 'POST /items/{id}/skip-step',
    scopes: runs,
    path: ({ parked }) => `/items/${parked()}/skip-step`,
    body: () => ({}),
    wrong: { step: 'ok' },
    status: 202,
  },
  {
    title: 'POST /items/{id}/move',
    scopes: runs,
    path: ({ parked }) => `/items/${parked()}/move`,
    body: () => ({ step: 'account' }),
    wrong: { step: '' },
    status: 202,
  },
  {
    title: 'POST /items/{id}/retry',
    scopes: runs,
    path: ({ failed }) => `/items/${failed()}/retry`,
    body: () => ({}),
    wrong: { at: 'once' },
    status: 202,
  },
  {
    title: 'GET /approvals/{id}',
    scopes: ['runs:read'],
    path: ({ approval }) => `/approvals/${approval()}`,
    status: 200,
  },
  {
    title: 'POST /approvals/{id}/approve',
    scopes: approve,
    path: ({ approval }) => `/approvals/${approval()}/approve`,
    body: () => ({ comment: 'Fine' }),
    wrong: { comment: 1 },
    status: 200,
  },
  {
    title: 'POST /approvals/{id}/reject',
    scopes: approve,
    path: ({ approval }) => `/approvals/${approval()}/reject`,
    body: () => ({ comment: 'No' }),
    wrong: { comment: 1 },
    status: 200,
  },
  {
    title: 'GET /approvals/set',
    scopes: ['runs:read'],
    path: () => '/approvals/set',
    status: 200,
    elsewhere: 200,
  },
  {
    title: 'POST /approvals/decide',
    scopes: approve,
    path: () => '/approvals/decide',
    body: ({ approval }) => ({ decision: 'approve', ids: [approval()] }),
    wrong: { decision: 'perhaps' },
    status: 200,
  },
  {
    title: 'POST /connections/{id}/operations/{object}/list',
    scopes: [...use, 'records:read'],
    path: ({ connection }) => `/connections/${connection}/operations/people/list`,
    body: () => ({ limit: 1 }),
    wrong: { limit: 0 },
    status: 200,
  },
  {
    title: 'POST /connections/{id}/operations/{object}/find',
    scopes: [...use, 'records:read'],
    path: ({ connection }) => `/connections/${connection}/operations/people/find`,
    body: () => ({ key: 'id', values: ['p0'], options: { find: { path: '/people?id={value}' } } }),
    wrong: { key: 'id' },
    status: 200,
  },
  {
    title: 'POST /connections/{id}/operations/{object}/{operation}',
    scopes: use,
    path: ({ connection }) => `/connections/${connection}/operations/tickets/create`,
    body: () => ({ input: { title: 'Broken' }, ...ticket }),
    wrong: { ...ticket },
    status: 200,
    keyed: true,
  },
  {
    title: 'GET /connections/links',
    scopes: ['connections:read'],
    path: () => '/connections/links',
    status: 200,
    elsewhere: 200,
  },
  {
    title: 'POST /connections/links',
    scopes: ['connections:write'],
    path: () => '/connections/links',
    body: ({ account }) => ({ account_id: account, service_types: ['http'] }),
    wrong: { service_types: ['http'] },
    status: 201,
    elsewhere: 400,
  },
  {
    title: 'GET /connections/links/{id}',
    scopes: ['connections:read'],
    path: async ({ link }) => `/connections/links/${await link()}`,
    status: 200,
  },
  {
    title: 'DELETE /connections/links/{id}',
    scopes: ['connections:write'],
    path: async ({ link }) => `/connections/links/${await link()}`,
    status: 200,
  },
];

/** People in a flow that asks for an approval of each; every fifth has no name, and fails before that. */
export const people = Array.from({ length: 340 }, (_, n) => ({
  id: `p${n}`,
  ...(n % 5 === 0 ? {} : { name: `Name ${n}` }),
}));

/** Items that acts are done to; the others are approved or rejected. */
const actedMax = 115;

/** Makes what deeds are done to: a connection and a run whose items wait or failed, in an account of the API's organization. */
export async function addSupply(
  { api, activities, stub }: { api: TestApi; activities: TestActivities; stub: HttpStub },
  account: string,
): Promise<Supply> {
  const make = async (path: string, body: object): Promise<string> => {
    const { data, error } = await api.request('POST', `/v1${path}`, { body: { account_id: account, ...body } });
    if (error !== undefined) throw new Error(JSON.stringify(error));
    return data.id;
  };
  const http = { name: 'HR', service_type: 'http', credentials: {}, config: { base_url: stub.url } };
  const connection = await make('/connections', http);
  const action = { connection_id: connection, object: '/accounts', operation: 'create', ...ticket };
  const integration = await make('/integrations', {
    name: 'Joiners',
    source: { connection_id: connection, object: '/people', key: ['id'] },
    steps: [
      { id: 'named', transform: { mapping: [{ to: 'name', from: 'record.name', required: true }] } },
      { id: 'ok', wait: { for: 'approval', message: "'Account?'" } },
      {
        id: 'account',
        action: { ...action, delivery: 'at_least_once', mapping: [{ to: 'login', from: 'record.id' }] },
      },
    ],
  });
  const input = await activities.begin(integration);
  const { status } = await activities.runSegment(input);
  if (status !== 'parked') throw new Error(`The run is ${status}.`);
  const runId = toLookup('run', input.runId);
  const items = await api.admin<{ id: string; status: string }[]>`
    select id, status from items where run_id = ${runId} order by id`;
  const waits = await api.admin<
    { id: string; item_id: string }[]
  >`select id, item_id from waits where run_id = ${runId}`;
  const having = (wanted: string): string[] => items.filter((item) => item.status === wanted).map(({ id }) => id);
  // Approvals of the last ones, so that no other act has gone on with their items.
  const [ready, decided] = [having('parked').slice(0, actedMax), new Set(having('parked').slice(actedMax))];
  const asked = waits.filter(({ item_id: item }) => decided.has(item)).map(({ id }) => id);
  return {
    account,
    connection,
    parked: takeFrom('item', ready),
    failed: takeFrom('item', having('failed')),
    approval: takeFrom('approval', asked),
    link: () => make('/connections/links', { service_types: ['http'] }),
  };
}

function takeFrom(kind: 'item' | 'approval', ids: string[]): () => string {
  return () => {
    const id = ids.shift();
    if (id === undefined) throw new Error(`There is no ${kind} left.`);
    return toId(kind, id);
  };
}
