import { useMemo } from 'react';
import { ask } from '../hub.ts';
import { useCan } from '../shell/session.tsx';
import { useQuery } from './use-query.ts';

/** What a connector is called, by its id; one that is not known is called by its id. */
export function useConnectorNames(): (id: string) => string {
  const mayRead = useCan('connectors:read');
  const { data: found } = useQuery({ ...ask('listConnectors', {}), enabled: mayRead, staleTime: Infinity });
  return useMemo(() => {
    const names = new Map((found?.data ?? []).map(({ id, name }) => [id, name]));
    return (id) => names.get(id) ?? id;
  }, [found]);
}
