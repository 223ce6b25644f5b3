import { queryOptions } from '@tanstack/react-query';
import type { Operations } from '../../client/operations.data.ts';
import { ask, hub } from '../hub.ts';
import { withChosen } from './fields.tsx';
import { useQuery } from './use-query.ts';

/** So many are offered by their names. */
const offeredMax = 1000;

const byName = { query: { per_page: 100, sort: 'name' } } as const;

/** A list of what can be chosen, by name: all pages of it. */
export function askAll<
  Name extends 'listAccounts' | 'listCalendars' | 'listConnections' | 'listIntegrations' | 'listLookupTables',
>(name: Name) {
  return queryOptions({
    queryKey: [name, 'by name'],
    queryFn: async ({ signal }): Promise<Operations[Name]['item'][]> => {
      const found: Operations[Name]['item'][] = [];
      for await (const item of hub.list(name, byName, { signal })) {
        found.push(item);
        if (found.length === offeredMax) break;
      }
      return found;
    },
  });
}

/** Integrations to choose from. @param chosen Is among them in any case: a choice that is in force has its name. */
export function useIntegrationOptions(chosen: string | undefined) {
  const all = useQuery(askAll('listIntegrations'));
  const isAbsent = chosen !== undefined && all.data?.every(({ id }) => id !== chosen) === true;
  const one = useQuery({ ...ask('getIntegration', { params: { id: chosen ?? '' } }), enabled: isAbsent });
  const found = [...(isAbsent && one.data !== undefined ? [one.data.data] : []), ...(all.data ?? [])];
  const options = found.map(({ id, name }) => [id, name] as const);
  return { all, options: withChosen(options, chosen) };
}
