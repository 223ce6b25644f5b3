import { queryOptions } from '@tanstack/react-query';
import type { Operations } from '../../client/operations.data.ts';
import { ask, hub, type PagedName } from '../hub.ts';
import { whileUnreported } from '../live.ts';
import { withChosen } from './fields.tsx';
import { useQuery } from './use-query.ts';

/** So many of a list are read at most. */
const readMax = 1000;

/** In the order in which people look for a name. */
export const byName = { query: { sort: 'name' } } as const;

/** All pages of a list: what can be chosen, or is looked up by its id. */
export function askAll<Name extends PagedName>(
  name: Name,
  input: Operations[Name]['input'],
  everyMs: number | false = false,
) {
  const queryKey: readonly unknown[] = [name, input, 'all'];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<Operations[Name]['item'][]> => {
      const found: Operations[Name]['item'][] = [];
      for await (const item of hub.list(name, input, { signal })) {
        found.push(item);
        if (found.length === readMax) break;
      }
      return found;
    },
    refetchInterval: () => (everyMs === false ? false : whileUnreported(name, everyMs)),
  });
}

/** Integrations to choose from. @param chosen Is among them in any case: a choice that is in force has its name. */
export function useIntegrationOptions(chosen: string | undefined) {
  const all = useQuery(askAll('listIntegrations', byName));
  const isAbsent = chosen !== undefined && all.data?.every(({ id }) => id !== chosen) === true;
  const one = useQuery({ ...ask('getIntegration', { params: { id: chosen ?? '' } }), enabled: isAbsent });
  const found = [...(isAbsent && one.data !== undefined ? [one.data.data] : []), ...(all.data ?? [])];
  const options = found.map(({ id, name }) => [id, name] as const);
  return { all, options: withChosen(options, chosen) };
}
