import type { DiscoveredObject } from '../../client/operations.data.ts';
import { ask, hub, queries } from '../hub.ts';
import { useQuery } from './use-query.ts';

const pendingMs = 1000;
const noObjects: readonly DiscoveredObject[] = [];

/** The objects that a connection can reach. A discovery that is under way is asked for until it has ended. */
export function useObjects(connectionId: string) {
  const found = useQuery({
    ...ask('getConnectionSchema', { params: { id: connectionId } }, (answer) =>
      answer !== undefined && 'state' in answer.data ? pendingMs : false,
    ),
    enabled: connectionId !== '',
    staleTime: 60_000,
  });
  const schema = found.data?.data;
  return {
    isPending: connectionId !== '' && (found.isPending || (schema !== undefined && 'state' in schema)),
    error: found.error,
    objects: schema !== undefined && 'objects' in schema ? schema.objects : noObjects,
  };
}

/** Looks again which objects a system has. */
export async function refreshObjects(connectionId: string): Promise<void> {
  const answer = await hub.request('getConnectionSchema', { params: { id: connectionId }, query: { refresh: 'true' } });
  queries.setQueryData(ask('getConnectionSchema', { params: { id: connectionId } }).queryKey, answer);
}
