import { useEffect, useMemo } from 'react';
import type { Connector, DiscoveredField, FormulaFunction } from '../../../client/operations.data.ts';
import { ask, hub, queries } from '../../hub.ts';
import { useBuilder } from './builder-context.ts';
import { toFunctionNames } from './model/complete-formula.ts';
import { isObject, type JsonObject, type JsonValue } from '../../model/json.ts';
import { refreshObjects, useObjects } from '../../parts/use-objects.ts';
import { useQuery } from '../../parts/use-query.ts';

/** A connection and one of its objects, as a source, a target or an action names them. */
export interface End {
  connectionId: string;
  object: string;
}

export function toEnd(value: JsonValue | undefined): End {
  const { connection_id: connectionId, object } = isObject(value) ? value : {};
  return {
    connectionId: typeof connectionId === 'string' ? connectionId : '',
    object: typeof object === 'string' ? object : '',
  };
}

const asked = new Set<string>();

/**
 * Looks again, once, where a stored integration names an object that was not known when the system was last asked: of
 * objects that are named and not listed, the fields are known only from then on. Whatever was checked before is checked again.
 */
export function useDiscovered({ connectionId, object }: End): void {
  const { objects, isPending, error } = useObjects(connectionId);
  const isKnown = objects.some(({ id }) => id === object);
  const isUnknown = !isKnown && !isPending && error === null && object !== '';
  useEffect(() => {
    const name = `${connectionId} ${object}`;
    if (isKnown && asked.has(name)) void queries.invalidateQueries({ queryKey: ['validateIntegration'] });
    if (!isUnknown || asked.has(name)) return;
    asked.add(name);
    // A system that cannot be asked now keeps nobody from building.
    void refreshObjects(connectionId).catch(() => undefined);
  }, [connectionId, object, isKnown, isUnknown]);
}

/** What is known of the connector of a connection. */
export function useConnector(connectionId: string): Connector | undefined {
  const { connections } = useBuilder();
  const type = connections.find(({ id }) => id === connectionId)?.service_type ?? '';
  const found = useQuery({
    ...ask('getConnector', { params: { id: type } }),
    enabled: type !== '',
    staleTime: Infinity,
  });
  return found.data?.data;
}

const noFields: readonly DiscoveredField[] = [];

export function useFields({ connectionId, object }: End): readonly DiscoveredField[] {
  const { objects } = useObjects(connectionId);
  return objects.find(({ id }) => id === object)?.fields ?? noFields;
}

export type ConnectorOperation = Connector['objects'][number]['operations'][number];

/** What can be done with an object: as the connector lists it, or with any that is named. */
export function useOperations({ connectionId, object }: End): readonly ConnectorOperation[] {
  const connector = useConnector(connectionId);
  return useMemo(
    () =>
      connector?.objects.find(({ id }) => id === object)?.operations ?? connector?.dynamic_objects?.operations ?? [],
    [connector, object],
  );
}

const functionsPerPage = 100;

/** The functions of the formula language, all pages of them. */
export function useFunctions() {
  const found = useQuery({
    queryKey: ['formula-functions'],
    queryFn: async ({ signal }) => {
      const all: FormulaFunction[] = [];
      for await (const item of hub.list('listFormulaFunctions', { query: { per_page: functionsPerPage } }, { signal }))
        all.push(item);
      return toFunctionNames(all);
    },
    staleTime: Infinity,
    gcTime: Infinity,
  });
  return found.data ?? [];
}

const samplesMax = 100;
const noSamples: readonly JsonObject[] = [];

/** A few real records of the source, their sensitive values masked. They stay until somebody asks for others. */
export function useSamples({ connectionId, object }: End, search: string) {
  const found = useQuery({
    ...ask('browseRecords', {
      params: { id: connectionId, object },
      query: { limit: samplesMax, ...(search === '' ? {} : { search }) },
    }),
    enabled: connectionId !== '' && object !== '',
    staleTime: Infinity,
    gcTime: 600_000,
    refetchOnWindowFocus: false,
  });
  return {
    records: found.data?.data ?? noSamples,
    isPending: found.isLoading,
    error: found.error,
    refetch: () => void found.refetch(),
  };
}
