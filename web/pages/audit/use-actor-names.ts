import { useMemo } from 'react';
import { ask } from '../../hub.ts';
import { describeActor } from '../../model/audit/audit-filters.ts';
import { useQuery } from '../../parts/use-query.ts';
import { useCan } from '../../shell/session.tsx';

const most = { query: { per_page: 100 } };

/** Who may have done something, by id: members and programs, as far as the person may see them, and who did something lately. */
export function useActorNames(): ReadonlyMap<string, string> {
  const [maySeePeople, maySeePrograms] = [useCan('members:read'), useCan('api_keys:read')];
  const { data: recent } = useQuery(ask('listAuditEvents', most));
  const { data: members } = useQuery({ ...ask('listMembers', most), enabled: maySeePeople });
  const { data: keys } = useQuery({ ...ask('listApiKeys', most), enabled: maySeePrograms });
  const { data: clients } = useQuery({ ...ask('listOauthClients', most), enabled: maySeePrograms });
  return useMemo(() => {
    const known = [members, keys, clients].flatMap((found): { id: string; name: string }[] => found?.data ?? []);
    const seen = (recent?.data ?? []).map(({ actor, actor_name: name }) => {
      return { id: actor, name: describeActor(actor, name).name };
    });
    const byName = [...seen, ...known].toSorted((one, other) => one.name.localeCompare(other.name));
    return new Map(byName.map(({ id, name }) => [id, name]));
  }, [recent, members, keys, clients]);
}
