import { useCallback, useMemo } from 'react';
import type { CodeNames } from '../model/code/manifest.ts';
import type { NameOf } from '../model/revisions/change.ts';
import { useAccounts } from './use-accounts.ts';
import { useCan } from '../shell/session.tsx';
import { askAll, byName } from './use-all.ts';
import { useQuery } from './use-query.ts';

interface Named {
  id: string;
  kind: string;
  name: string;
}

const kinds = ['connection', 'integration', 'calendar', 'lookup-table'];

/**
 * What a definition names by id, as far as the person may see it: connections, other integrations, calendars, lookup tables.
 *
 * @returns nothing until all are there.
 */
function useNamed(): readonly Named[] | undefined {
  const [maySeeConnections, enabled] = [useCan('connections:read'), useCan('integrations:read')];
  const connections = useQuery({ ...askAll('listConnections', byName), enabled: maySeeConnections });
  const integrations = useQuery({
    ...askAll('listIntegrations', byName),
    enabled,
  });
  const calendars = useQuery({ ...askAll('listCalendars', byName), enabled });
  const tables = useQuery({ ...askAll('listLookupTables', byName), enabled });
  const lists = [connections, integrations, calendars, tables];
  const isPending = lists.some((list) => list.isLoading);
  const [one, two, three, four] = lists.map((list) => list.data);
  return useMemo(() => {
    if (isPending) return undefined;
    return [one, two, three, four].flatMap((list: readonly { id: string; name: string }[] = [], index) =>
      list.map(({ id, name }) => ({ id, name, kind: kinds[index] ?? '' })),
    );
  }, [isPending, one, two, three, four]);
}

/** Names by their ids. */
export function useNames(): NameOf {
  const named = useNamed();
  const names = useMemo(() => new Map((named ?? []).map(({ id, name }) => [id, name])), [named]);
  return useCallback((id) => names.get(id), [names]);
}

/** By which names definitions as code refer to others. @returns nothing until they are known. */
export function useCodeNames(): CodeNames | undefined {
  const named = useNamed();
  const accounts = useAccounts();
  return useMemo(() => {
    if (named === undefined) return undefined;
    const all = [...named, ...accounts.map(({ id, name }) => ({ id, name, kind: 'account' }))];
    const byId = new Map(all.map(({ id, kind, name }) => [id, { kind, name }]));
    return {
      nameOf: (id) => byId.get(id),
      idsOf: ({ kind, name }) => all.filter((one) => one.kind === kind && one.name === name).map(({ id }) => id),
    };
  }, [named, accounts]);
}
