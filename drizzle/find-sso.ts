import type { Database, Transaction } from './client.ts';

/** How people of a domain sign in. */
export interface SsoDomainLookup {
  orgId: string;
  ssoConnectionId: string;
  kind: 'oidc' | 'saml';
  /** Of the connection. */
  name: string;
  enforced: boolean;
}

/** Finds the connection in use of a verified domain, through a definer function. */
export async function findSsoDomain({ sql }: Transaction, domain: string): Promise<SsoDomainLookup | undefined> {
  const [row] = await sql<
    { org_id: string; sso_connection_id: string; kind: 'oidc' | 'saml'; name: string; enforced: boolean }[]
  >`select * from hub_find_sso_domain(${domain})`;
  return (
    row && {
      orgId: row.org_id,
      ssoConnectionId: row.sso_connection_id,
      kind: row.kind,
      name: row.name,
      enforced: row.enforced,
    }
  );
}

/** Finds the organization of a connection in use, through a definer function. @param id UUID. */
export async function findSsoConnection(database: Database, id: string): Promise<{ orgId: string } | undefined> {
  const [row] = await database.sql<{ org_id: string }[]>`select * from hub_find_sso_connection(${id})`;
  return row && { orgId: row.org_id };
}

/** Finds the organization of a test of a sign-in, through a definer function. @param id UUID. */
export async function findSsoTest(database: Database, id: string): Promise<{ orgId: string } | undefined> {
  const [row] = await database.sql<{ org_id: string }[]>`select * from hub_find_sso_test(${id})`;
  return row && { orgId: row.org_id };
}
