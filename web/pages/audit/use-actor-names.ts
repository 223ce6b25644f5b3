import { useMemo } from 'react';
import { askFirst } from '../../hub.ts';
import { describeActor } from '../../model/audit/audit-filters.ts';
import { askAll, byName } from '../../parts/use-all.ts';
import { useQuery } from '../../parts/use-query.ts';
import { useCan } from '../../shell/session.tsx';

const newest = 100;

/** Who may have done something, by id: members and programs, as far as the person may see them, and who did something lately. */
export function useActorNames(): ReadonlyMap<string, string> {
  const [maySeePeople, maySeePrograms] = [useCan('members:read'), useCan('api_keys:read')];
  const { data: recent } = useQuery(askFirst('listAuditEvents', newest, {}));
  const { data: members } = useQuery({ ...askAll('listMembers', {}), enabled: maySeePeople });
  const { data: keys } = useQuery({ ...askAll('listApiKeys', byName), enabled: maySeePrograms });
  const { data: clients } = useQuery({ ...askAll('listOauthClients', byName), enabled: maySeePrograms });
  return useMemo(() => {
    const known = [members, keys, clients].flatMap((found: readonly { id: string; name: string }[] = []) => found);
    const seen = (recent?.data ?? []).map(({ actor, actor_name: name }) => {
      return { id: actor, name: describeActor(actor, name).name };
    });
    const named = [...seen, ...known].toSorted((one, other) => one.name.localeCompare(other.name));
    return new Map(named.map(({ id, name }) => [id, name]));
  }, [recent, members, keys, clients]);
}
