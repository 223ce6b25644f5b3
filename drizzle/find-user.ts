import type { Database, Transaction } from './client.ts';

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

/** Finds a link for a new password by the HMAC of its token, through a definer function that answers an exact HMAC only. */
export async function findResetLink(
  database: Database,
  tokenHmac: Buffer,
): Promise<{ userId: string; orgId: string | undefined } | undefined> {
  const [row] = await database.sql<
    { user_id: string; org_id: string | null }[]
  >`select * from hub_find_reset_link(${tokenHmac})`;
  return row && { userId: row.user_id, orgId: row.org_id ?? undefined };
}

/** Whether a person also belongs to another organization, through a definer function that does not say to which. */
export async function isMemberElsewhere({ sql }: Transaction, userId: string, orgId: string): Promise<boolean> {
  const [row] = await sql<{ elsewhere: boolean }[]>`select hub_is_member_elsewhere(${userId}, ${orgId}) as elsewhere`;
  return row?.elsewhere !== false;
}

/** Finds an invitation by the HMAC of its token, through a definer function that answers an exact HMAC only. */
export async function findInvitation(
  database: Database,
  tokenHmac: Buffer,
): Promise<{ orgId: string; id: string } | undefined> {
  const [row] = await database.sql<{ org_id: string; id: string }[]>`select * from hub_find_invitation(${tokenHmac})`;
  return row && { orgId: row.org_id, id: row.id };
}
