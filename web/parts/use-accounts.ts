import { useMemo } from 'react';
import type { Account } from '../../client/operations.data.ts';
import { type AccountName, listBounds } from '../model/access/reach.ts';
import { useCan, useMe } from '../shell/session.tsx';
import { askAll, byName } from './use-all.ts';
import { useQuery } from './use-query.ts';

const none: readonly Account[] = [];

/** The accounts that the person sees, by name. */
export function useAccounts(): readonly Account[] {
  const mayRead = useCan('accounts:read');
  return useQuery({ ...askAll('listAccounts', byName), enabled: mayRead }).data ?? none;
}

/** Names of accounts by their ids. */
export function useAccountNames(): ReadonlyMap<string, string> {
  const accounts = useAccounts();
  return useMemo(() => new Map(accounts.map(({ id, name }) => [id, name])), [accounts]);
}

/** Whether it helps to say what belongs to which account: not where there is none, and not to who sees one only. */
export function useTellsAccounts(scope: string): boolean {
  const bounds = listBounds(useMe(), scope);
  const { length } = useAccounts();
  return bounds === undefined ? length > 0 : length > 1;
}

/** Where the person may make something. */
export interface AccountOptions {
  accounts: readonly AccountName[];
  /** They may for some accounts only. */
  isRequired: boolean;
}

/** The accounts in which the person may do something, to choose from. */
export function useAccountOptions(scope: string): AccountOptions {
  const bounds = listBounds(useMe(), scope);
  const all = useAccounts();
  return { accounts: bounds ?? all, isRequired: bounds !== undefined };
}
