import { invalidRequest } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { toLookup } from '../schemas.ts';

/**
 * Finds the account that an input names.
 *
 * @returns its UUID; `null` where the input names none.
 * @throws {HubError} `invalid_request` when the organization has no such account.
 */
export async function requireAccount(
  { sql }: Transaction,
  orgId: string,
  accountId: string | undefined,
): Promise<string | null> {
  if (accountId === undefined) return null;
  const id = toLookup('account', accountId);
  const [account] = await sql`select 1 from accounts where org_id = ${orgId} and id = ${id} for key share`;
  if (account !== undefined) return id;
  throw invalidRequest(messages.accountUnknown, [
    { path: 'account_id', code: 'unknown_account', message: messages.accountIdUnknown },
  ]);
}
