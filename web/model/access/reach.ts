import type { Caller } from '../../../client/operations.data.ts';
import { covers } from './describe-scopes.ts';

type Me = Pick<Caller, 'scopes' | 'reach'>;

/**
 * Whether somebody may do something where a connection, an integration or a run belongs.
 *
 * @param accountId `undefined`: it belongs to no account, or concerns the whole organization.
 */
export function mayIn({ scopes, reach }: Me, scope: string, accountId: string | undefined): boolean {
  // What a key may do, it may everywhere.
  if (reach === undefined) return covers(scopes, scope);
  return reach.some(
    ({ account_id: of, scopes: held }) => (of === undefined || of === accountId) && covers(held, scope),
  );
}

/** An account, as forms offer it. */
export interface AccountName {
  id: string;
  name: string;
}

/** The accounts that somebody has to choose from to do something; `undefined` where they may in the whole organization. */
export function listBounds(me: Me, scope: string): readonly AccountName[] | undefined {
  if (mayIn(me, scope, undefined)) return undefined;
  return (me.reach ?? []).flatMap(({ account_id: id, account_name: name, scopes }) =>
    id !== undefined && covers(scopes, scope) ? [{ id, name: name ?? id }] : [],
  );
}
