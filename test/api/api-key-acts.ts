import { expect } from 'vitest';
import { toUuid } from '../../core/ids.ts';
import type { CredentialListener } from '../../services/access/credentials/credential-listener.ts';
import type { Answer, Item, RequestOptions, TestApi } from './harness.ts';

export interface MadeKey extends Item {
  secret: string;
}

/** Makes a key through the API: one that may list accounts, unless `body` says otherwise. */
export async function makeKey(
  api: TestApi,
  body: Record<string, unknown> = {},
  options: Pick<RequestOptions, 'key'> = {},
): Promise<MadeKey> {
  const { status, data, error } = await api.request('POST', '/v1/api-keys', {
    ...options,
    body: { name: 'Made', scopes: ['accounts:read'], ...body },
  });
  expect([status, error]).toEqual([201, undefined]);
  return { ...data, secret: String(data['secret']) };
}

/** Resolves when a listener has rung for a key: whoever listened before has forgotten it by then. */
export function rung(credentialListener: CredentialListener, { id }: { id: string }): Promise<void> {
  return new Promise((resolve) => {
    credentialListener.onChange((uuid) => {
      if (uuid === toUuid('apiKey', id)) resolve();
    });
  });
}

/** Disables a key behind the back of every listener: no trigger fires. */
export async function disableUnheard(api: TestApi, id: string): Promise<void> {
  await api.admin.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`update api_keys set disabled_at = now() where id = ${toUuid('apiKey', id) ?? ''}`;
  });
}

export function patchKey(
  api: TestApi,
  { id }: { id: string },
  body: unknown,
  as?: { key?: string; from?: string },
): Promise<Answer> {
  return api.request('PATCH', `/v1/api-keys/${id}`, { ...as, body });
}

export function rotateKey(
  api: TestApi,
  { id }: { id: string },
  body: unknown = {},
  as?: { key?: string },
): Promise<Answer> {
  return api.request('POST', `/v1/api-keys/${id}/rotate`, { ...as, body });
}

export async function readKey(api: TestApi, { id }: { id: string }): Promise<Answer['data']> {
  return (await api.request('GET', `/v1/api-keys/${id}`)).data;
}

/** How the API takes a key itself. */
export async function tryKey(api: TestApi, secret: string): Promise<unknown[]> {
  const { status, error } = await api.request('GET', '/v1/accounts', { key: secret });
  return status === 200 ? [200] : [status, error.details['reason']];
}

export const dayMs = 24 * 60 * 60 * 1000;

export function inDays(days: number): string {
  return new Date(Date.now() + days * dayMs).toISOString();
}
