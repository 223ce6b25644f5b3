import { invalidRequest } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { ServiceContext } from '../shared/context.ts';
import { toLookup } from '../shared/schemas.ts';

/**
 * Finds the account that an input names.
 *
 * @returns its UUID; `null` where the input names none.
 * @throws {HubError} `invalid_request` when the organization has no such account, or the caller may not act for it; also when
 *   a caller who acts for some accounts only names none.
 */
export async function requireAccount(
  { sql }: Transaction,
  { orgId, accounts }: Pick<ServiceContext, 'orgId' | 'accounts'>,
  accountId: string | undefined,
): Promise<string | null> {
  if (accountId === undefined && accounts === undefined) return null;
  if (accountId === undefined) {
    throw invalidRequest(messages.bodyInvalid, [
      { path: 'account_id', code: 'required', message: messages.accountRequired },
    ]);
  }
  const id = toLookup('account', accountId);
  const [account] = await sql`select 1 from accounts where org_id = ${orgId} and id = ${id} for key share`;
  if (account !== undefined) return id;
  throw invalidRequest(messages.accountUnknown, [
    { path: 'account_id', code: 'unknown_account', message: messages.accountIdUnknown },
  ]);
}
