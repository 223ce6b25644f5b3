import { expect } from 'vitest';
import type { Item } from '../api/harness.ts';
import type { HttpStub } from './http.ts';
import type { StubbedHub } from './stubbed-hub.ts';

/** A target whose users are put under their logins. */
export const putUsers = {
  object: 'users',
  operation: 'upsert',
  options: { path: '/users/{login}', method: 'PUT', idempotency: { kind: 'put_by_key' } },
} as const;

/** A target whose accounts get ids of their own, and are found by their logins. */
export const foundAccounts = {
  object: '/accounts',
  operation: 'upsert',
  match_on: ['login'],
  options: {
    idempotency: { kind: 'find', path: '/accounts?login={login}' },
    update: { path: '/accounts/{$target_id}' },
    target_id_path: 'id',
  },
} as const;

/** A source that is read two records a page; `servePairs` answers it. */
export const inPairs = { options: { pagination: { kind: 'page', parameter: 'page' }, page_size: 2 } };

export function servePairs(stub: HttpStub, list: () => readonly object[]): void {
  stub.always('GET /people', ({ url }) => {
    const page = Number(new URL(url, 'http://stub').searchParams.get('page'));
    return { json: list().slice(2 * page - 2, 2 * page) };
  });
}

/** The connection to the system at the other end. */
export async function connectStub({ api, stub }: StubbedHub): Promise<{ connection_id: string }> {
  const { data } = await api.request('POST', '/v1/connections', {
    body: { name: 'HR system', service_type: 'http', credentials: {}, config: { base_url: stub.url } },
  });
  return { connection_id: data.id };
}

/**
 * Adds an integration from the people of the system at the other end to something else of it.
 *
 * @param flow Members of the definition; those of `source` and `target` are added to the usual ones.
 * @param connection Of `connectStub`, where the flow names it elsewhere, too. Default: one of its own.
 */
export async function addPeopleFlow(
  hub: StubbedHub,
  { source = {}, target = putUsers, ...more }: { source?: object; target?: object; [member: string]: unknown } = {},
  connection?: { connection_id: string },
): Promise<string> {
  const end = connection ?? (await connectStub(hub));
  const { data, error } = await hub.api.request('POST', '/v1/integrations', {
    body: {
      name: 'Accounts',
      source: { ...end, object: '/people', key: ['login'], ...source },
      target: { ...end, ...target },
      mapping: [{ to: 'login', from: 'login' }],
      ...more,
    },
  });
  expect(error).toBeUndefined();
  return data.id;
}

/** What a run left behind. */
export interface EndedRun {
  record: Item;
  /** Its failed records. */
  failed: Item[];
  logs: Item[];
}

/** Runs an integration from begin to end in one segment. */
export async function runToEnd(
  { api, activities }: StubbedHub,
  integrationId: string,
  options = {},
): Promise<EndedRun> {
  const input = await activities.begin(integrationId, options);
  expect(await activities.runSegment(input)).toMatchObject({ status: 'done' });
  await activities.finishRun({ ...input, outcome: 'succeeded' });
  const path = `/v1/runs/${input.runId}`;
  return {
    record: (await api.request('GET', path)).data,
    failed: (await api.request('GET', `${path}/records`)).list,
    logs: (await api.request('GET', `${path}/logs`)).list,
  };
}
