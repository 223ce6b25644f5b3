import type { Database } from './client.ts';

/** Finds a person by the exact address that they sign in with, through a definer function. */
export async function findUser(
  database: Database,
  email: string,
): Promise<{ id: string; passwordHash: string | undefined } | undefined> {
  const [row] = await database.sql<
    { id: string; password_hash: string | null }[]
  >`select * from hub_find_user(${email})`;
  return row && { id: row.id, passwordHash: row.password_hash ?? undefined };
}

/** Finds the person who has a passkey, by what its authenticator calls it, through a definer function. @returns UUID. */
export async function findPasskey(database: Database, credentialId: Buffer): Promise<string | undefined> {
  const [row] = await database.sql<{ user_id: string }[]>`select * from hub_find_passkey(${credentialId})`;
  return row?.user_id;
}

/** Finds an invitation by the HMAC of its token, through a definer function that answers an exact HMAC only. */
export async function findInvitation(
  database: Database,
  tokenHmac: Buffer,
): Promise<{ orgId: string; id: string } | undefined> {
  const [row] = await database.sql<{ org_id: string; id: string }[]>`select * from hub_find_invitation(${tokenHmac})`;
  return row && { orgId: row.org_id, id: row.id };
}
