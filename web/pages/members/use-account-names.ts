import { useMemo } from 'react';
import { ask } from '../../hub.ts';
import { useQuery } from '../../parts/use-query.ts';

/** Names of accounts by their ids, of the first hundred. */
export function useAccountNames(): ReadonlyMap<string, string> {
  const { data } = useQuery(ask('listAccounts', { query: { per_page: 100, sort: 'name' } }));
  return useMemo(() => new Map((data?.data ?? []).map(({ id, name }) => [id, name])), [data]);
}
