import { toId, toUuid } from '../../core/ids.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Pipeline } from '../../drizzle/index.ts';
import type { StateName } from '../../flow/compile/states.ts';
import { readOpenings } from '../calendars/read-openings.ts';
import { fromTime } from '../shared/rows.ts';

/** What each kind of state is of. */
export const stateWords = { connections: 'connection', integrations: 'integration', calendars: 'calendar' } as const;

/** What conditions read of the hub, as `connections`, `integrations` and `calendars`; `missing` are names that nothing has, or several. */
interface ReadStates {
  states: JsonObject;
  missing: StateName[];
}

/**
 * Reads the states of connections and integrations that conditions name, by names or ids.
 *
 * The last run of an integration is the last one that came to an end.
 */
export async function readStates(tx: Pipeline, orgId: string, names: readonly StateName[]): Promise<ReadStates> {
  if (names.length === 0) return { states: {}, missing: [] };
  const wanted = (kind: StateName['kind']): string[] =>
    names.flatMap((state) => (state.kind === kind ? [state.name] : []));
  const [connections, integrations, calendars] = await Promise.all([
    selectConnections(tx, orgId, wanted('connections')),
    selectIntegrations(tx, orgId, wanted('integrations')),
    readOpenings(tx, orgId, wanted('calendars')),
  ]);
  const found: Record<StateName['kind'], Map<string, JsonObject[]>> = {
    connections: new Map(),
    integrations: new Map(),
    calendars: new Map(),
  };
  const note = (kind: StateName['kind'], name: string, state: JsonObject): void => {
    found[kind].set(name, [...(found[kind].get(name) ?? []), state]);
  };
  for (const { id, name, status } of connections) {
    for (const one of [name, toId('connection', id)]) note('connections', one, { status });
  }
  for (const { id, name, status, last_run: last } of integrations) {
    const lastRun = last && { ...last, finished_at: fromTime(last.finished_at) };
    for (const one of [name, toId('integration', id)]) note('integrations', one, { status, last_run: lastRun });
  }
  for (const { id, name, open } of calendars) {
    for (const one of [name, toId('calendar', id)]) note('calendars', one, { open });
  }
  const statesOf = (kind: StateName['kind']): JsonObject =>
    Object.fromEntries(wanted(kind).map((name) => [name, found[kind].get(name)?.[0] ?? null]));
  return {
    states: {
      connections: statesOf('connections'),
      integrations: statesOf('integrations'),
      calendars: statesOf('calendars'),
    },
    missing: names.filter(({ kind, name }) => found[kind].get(name)?.length !== 1),
  };
}

const uuidsOf = (kind: 'connection' | 'integration', names: readonly string[]): string[] =>
  names.flatMap((name) => toUuid(kind, name) ?? []);

function selectConnections({ sql }: Pipeline, orgId: string, names: readonly string[]) {
  return sql<{ id: string; name: string; status: string }[]>`
    select id, name, status from connections
    where org_id = ${orgId} and deleted_at is null
      and (name = any(${[...names]}::text[]) or id = any(${uuidsOf('connection', names)}::uuid[]))`.execute();
}

type LastRun = JsonObject & { finished_at: string };

function selectIntegrations({ sql }: Pipeline, orgId: string, names: readonly string[]) {
  return sql<{ id: string; name: string; status: string; last_run: LastRun | null }[]>`
    select id, name, status, (
      select jsonb_build_object('status', ended.status, 'finished_at', ended.finished_at::text, 'counters', jsonb_build_object(
        'read', ended.read, 'created', ended.created, 'updated', ended.updated, 'deleted', ended.deleted,
        'skipped', ended.skipped, 'failed', ended.failed))
      from runs as ended where ended.org_id = ${orgId} and ended.integration_id = integrations.id and ended.finished_at is not null
      order by ended.id desc limit 1
    ) as last_run
    from integrations
    where org_id = ${orgId} and deleted_at is null
      and (name = any(${[...names]}::text[]) or id = any(${uuidsOf('integration', names)}::uuid[]))`.execute();
}
