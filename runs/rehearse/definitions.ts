import type { JsonObject } from '../../core/json.ts';
import { toPathText } from '../../core/field-errors.ts';
import { messages } from '../../core/messages.ts';
import { RunUnusableError } from '../../core/runs/run-unusable-error.ts';
import type { RunTrigger } from '../../core/enums.ts';
import type { RunStatus } from '../../core/pure/run-status.ts';
import { toId } from '../../core/ids.ts';
import { withTenant } from '../../drizzle/index.ts';
import type { UsablePlan } from '../../engine/compile.ts';
import type { RunEnvironment } from '../../engine/run-environment.ts';
import type { UsableFlow } from '../../flow/index.ts';
import { type Definition, definitionSchema } from '../../flow/definition.ts';
import { inspectDefinition } from '../../services/integrations/validation/check-definition.ts';
import { readLookupTables } from '../../services/lookup-tables/read-lookup-tables.ts';
import type { ActivityDeps } from '../deps.ts';
import { type ConnectionRow, type RunAddress, selectConnectionsById, type StartedBy } from '../load/load-run.ts';

/** A definition that is tried out. */
export interface Tried {
  definition: Definition;
  environment: RunEnvironment;
  connections: readonly ConnectionRow[];
  compiled: UsablePlan | undefined;
  flow: UsableFlow | undefined;
}

/** The run whose input a definition is tried out with. */
export interface RehearsedRun {
  revision: number;
  trigger: RunTrigger;
  startedAtMs: number;
  startedBy: StartedBy | undefined;
  definition: Definition;
}

/**
 * Compiles a definition with its connections and lookup tables as they are now.
 *
 * @param now What formulas take for now, in milliseconds since the epoch.
 * @throws {RunUnusableError} where something is wrong with it.
 */
export async function tryDefinition(
  { database, scripts }: Pick<ActivityDeps, 'database' | 'scripts'>,
  orgId: string,
  sent: JsonObject | Definition,
  now: number,
): Promise<Tried> {
  const parsed = definitionSchema.safeParse(sent);
  if (!parsed.success) {
    const [first] = parsed.error.issues;
    throw unusable(toPathText(first?.path ?? []), first?.message ?? '');
  }
  return withTenant(database, orgId, async (tx) => {
    const checked = await inspectDefinition(tx, { orgId, scripts }, parsed.data);
    const { definition, compiled, flow, problems } = checked;
    const [first] = problems;
    if (first !== undefined) throw unusable(first.path, first.message);
    const [tables, connections] = await Promise.all([
      readLookupTables(tx, orgId, checked.lookupTableIds),
      selectConnectionsById(tx, orgId, checked.connectionIds),
    ]);
    return { definition, environment: { now, zone: definition.timezone, tables }, connections, compiled, flow };
  });
}

function unusable(path: string, reason: string): RunUnusableError {
  return new RunUnusableError(messages.runDefinitionInvalid({ path, reason }));
}

interface RunRow {
  revision: number;
  trigger: RunTrigger;
  started_at_ms: number;
  definition: unknown;
  started_by: string | null;
  starter: string | null;
  outcome: RunStatus | null;
}

/** @returns `undefined` where the run is gone, or its definition is of a version of the hub that this one does not know. */
export async function readRehearsedRun(
  { database }: Pick<ActivityDeps, 'database'>,
  { orgId, runId }: RunAddress,
): Promise<RehearsedRun | undefined> {
  const [run] = await withTenant(
    database,
    orgId,
    ({ sql }) => sql<RunRow[]>`
      select r.revision, r.trigger, v.definition, r.started_by, starter.integration_id as starter, starter.status as outcome,
        floor(extract(epoch from coalesce(r.started_at, r.queued_at)) * 1000)::float8 as started_at_ms
      from runs r
      join integration_revisions v
        on v.org_id = r.org_id and v.integration_id = r.integration_id and v.revision = r.revision
      left join runs as starter on starter.org_id = r.org_id and starter.id = r.started_by
      where r.org_id = ${orgId} and r.id = ${runId}`,
  );
  const { data: definition } = definitionSchema.safeParse(run?.definition);
  if (run === undefined || definition === undefined) return undefined;
  const { revision, trigger, started_at_ms: startedAtMs, started_by: by, starter, outcome } = run;
  const startedBy =
    by === null
      ? undefined
      : {
          runId: toId('run', by),
          integrationId: starter === null ? undefined : toId('integration', starter),
          outcome: outcome ?? undefined,
        };
  return { revision, trigger, startedAtMs, startedBy, definition };
}
