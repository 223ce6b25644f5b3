import type { Secrets } from '../state/secrets.ts';

/** The logins of the embedded PostgreSQL; none is a superuser or bypasses row-level security. */
export const logins = ['hub_owner', 'hub_app', 'hub_relay', 'hub_demo'] as const;

/** The databases of the embedded PostgreSQL, by the login that each belongs to. */
export const databases = { hub: 'hub_owner', hub_demo: 'hub_demo' } as const;

export type Login = (typeof logins)[number] | 'postgres';

/**
 * The address of a database of the embedded PostgreSQL, as one of its logins.
 *
 * @param socketFolder Reaches it through its socket there.
 */
export function databaseUrl(
  port: number,
  secrets: Secrets,
  login: Login,
  database: string,
  socketFolder?: string,
): string {
  const host = socketFolder === undefined ? '' : `?host=${encodeURIComponent(socketFolder)}`;
  return `postgres://${login}:${secrets[login]}@127.0.0.1:${port}/${database}${host}`;
}
