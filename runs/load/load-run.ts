import { type ConnectorColumns, holdConnectors, joinConnector } from '../../catalogue/index.ts';
import type { Connector } from '../../connectors/kit/connector.ts';
import { RunUnusableError } from '../../core/runs/run-unusable-error.ts';
import type { LoadedConnection } from '../../sessions/loaded-connection.ts';
import type { CompleteDefinition } from '../../engine/compile.ts';
import { type FlowDefinition, isFlow, type ItemChange, listSearchedEnds, listWrittenEnds } from '../../flow/index.ts';
import type { ConnectionStatus, RunTrigger } from '../../core/enums.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { Counters } from '../../core/pure/counters.ts';
import type { RunStatus } from '../../core/pure/run-status.ts';
import { toId, toUuid } from '../../core/ids.ts';
import type { Pipeline } from '../../drizzle/index.ts';
import { deadLetterSelection, type DeadLetterSelection } from '../../services/runs/run-options.ts';
import { triggerIdOf } from '../../services/triggers/name-triggers.ts';
import type { DefinitionCache, RunnableDefinition } from './definition-cache.ts';
import type { LookupVersion } from './lookup-cache.ts';
import type { RunInput } from '../../core/pure/run-messages.ts';
import { messages } from '../../core/messages.ts';

/** A run's ids as the database stores them. */
export interface RunAddress {
  orgId: string;
  integrationId: string;
  runId: string;
}

/** @throws {TypeError} when an id is not one of its kind: the input was not made by the relay. */
export function toAddress(input: RunInput): RunAddress {
  const orgId = toUuid('organization', input.orgId);
  const integrationId = toUuid('integration', input.integrationId);
  const runId = toUuid('run', input.runId);
  if (orgId === undefined || integrationId === undefined || runId === undefined)
    throw new TypeError('Not the ids of a run.');
  return { orgId, integrationId, runId };
}

/** Whether a workflow has nothing to do for a run: it waits, or was woken since, and belongs to another workflow. */
export function isResting({ status, wakes }: Pick<RunBase, 'status' | 'wakes'>, { wake = 0 }: RunInput): boolean {
  return status === 'waiting' || wakes !== wake;
}

/** A run's ids as the log of the process shows them: as the API does. */
export function toLogIds({ orgId, integrationId, runId }: RunAddress): Record<string, string> {
  return {
    organization_id: toId('organization', orgId),
    integration_id: toId('integration', integrationId),
    run_id: toId('run', runId),
  };
}

/** Everything that a run needs of the database, read in one round trip. */
export type LoadedRun = MappedRun | FlowRun;

/** A run of one mapping from one source to one target. */
export interface MappedRun extends RunBase {
  definition: CompleteDefinition;
  source: LoadedConnection;
  target: LoadedConnection;
}

/** A run of a flow. */
export interface FlowRun extends RunBase {
  definition: FlowDefinition;
  /** Absent where it reads nothing. */
  source: LoadedConnection | undefined;
  /** What the run is given, sealed where the caller gave it and as its trigger says otherwise; absent where that is nothing. */
  input: { sealed: string } | { given: JsonObject } | undefined;
  /** UUIDs of the runs that it goes on for. */
  resumes: readonly string[];
  /** Of each action that writes, by the id of its step. */
  actions: ReadonlyMap<string, LoadedConnection>;
  /** Of each look-up, the same way. */
  finds: ReadonlyMap<string, LoadedConnection>;
  /** Of each check, the same way. */
  checks: ReadonlyMap<string, LoadedConnection>;
  /** UUIDs of the connections of actions, look-ups and checks that are disabled: items wait at their steps. */
  disabled: readonly string[];
  /** A gate is closed before one of its connections. */
  isGated: boolean;
}

export function isFlowRun(run: LoadedRun): run is FlowRun {
  return 'actions' in run;
}

/** The connections of everything that a run writes to. */
export function listTargets(run: LoadedRun): LoadedConnection[] {
  return isFlowRun(run) ? [...run.actions.values()] : [run.target];
}

/** A run that started another one, by the ids of the API. It is kept less long than what it started. */
export interface StartedBy {
  runId: string;
  integrationId: string | undefined;
  outcome: RunStatus | undefined;
}

/** The connections of everything that a run looks records up in. */
export function listSearched(run: LoadedRun): LoadedConnection[] {
  return isFlowRun(run) ? [...run.enrich, ...run.finds.values(), ...run.checks.values()] : run.enrich;
}

/** All connections of a run. */
export function listConnections(run: LoadedRun): LoadedConnection[] {
  return [...(run.source === undefined ? [] : [run.source]), ...listTargets(run), ...listSearched(run)];
}

interface RunBase {
  status: RunStatus;
  counters: Counters;
  revision: number;
  trigger: RunTrigger;
  /** It is the first one of its revision. */
  isNew: boolean;
  /** The run of another integration whose end started this one. */
  startedBy: StartedBy | undefined;
  fullResync: boolean;
  /** The run reads what changed since this instant, whatever was read before. */
  since: string | undefined;
  /** So many records may be removed by this run, whatever the integration's guard says. */
  maxDeletes: number | undefined;
  /** So many items may be made by this run, whatever the integration's guard says. */
  maxItems: number | undefined;
  /** The changes that the run makes items of, where its trigger picks some; absent for all of the source. */
  changes: readonly ItemChange[] | undefined;
  /** The run reads these dead letters instead of its source. */
  deadLetters: DeadLetterSelection | undefined;
  /** When the run started, in milliseconds. */
  startedAtMs: number;
  /** What its formulas take for now, in milliseconds: when it started, or was woken last. */
  nowMs: number;
  /** How often it was woken after its items had waited. */
  wakes: number;
  /** The versions of its lookup tables that were the newest when the run started. */
  lookups: LookupVersion[];
  /** Of each enrichment. */
  enrich: LoadedConnection[];
}

/**
 * @returns `undefined` when there is no such run.
 * @throws {RunUnusableError} when its definition or a connection cannot be used.
 */
export async function loadRun(
  tx: Pipeline,
  definitions: DefinitionCache,
  { orgId, integrationId, runId }: RunAddress,
): Promise<LoadedRun | undefined> {
  const [[run], connections] = await Promise.all([selectRun(tx, orgId, runId), selectConnections(tx, orgId, runId)]);
  if (run === undefined) return undefined;
  const {
    status,
    revision,
    trigger,
    is_new: isNew,
    full_resync: fullResync,
    since,
    max_deletes: maxDeletes,
    max_items: maxItems,
    input,
    resumes,
    trigger_key: triggerKey,
    starter,
    started_at_ms: startedAtMs,
    now_ms: nowMs,
    wakes,
    dead_letters: deadLetters,
    definition: stored,
    lookups,
    ...counters
  } = run;
  const definition = definitions.parse(integrationId, revision, stored);
  if (definition === undefined) throw new RunUnusableError(messages.runDefinitionIncomplete);
  // A run that was woken reads nothing any more.
  const readsNothing = isFlow(definition) && wakes > 0;
  const connectionOf = (id: string, end: string) => findConnection(connections, id, end, readsNothing);
  const base: RunBase = {
    status,
    revision,
    trigger,
    isNew,
    startedBy: starter === null ? undefined : toStartedBy(starter),
    fullResync,
    since: since ?? undefined,
    maxDeletes: maxDeletes ?? undefined,
    maxItems: maxItems ?? undefined,
    changes: findChanges(definition, triggerKey),
    deadLetters: deadLetters === null ? undefined : deadLetterSelection.parse(deadLetters),
    startedAtMs,
    nowMs,
    wakes,
    lookups: lookups ?? [],
    counters,
    enrich: (definition.enrich ?? []).map((end) => connectionOf(end.connection_id, `"${end.as}"`)),
  };
  if (isFlow(definition)) {
    const { source } = definition;
    return {
      ...base,
      definition,
      source: source && connectionOf(source.connection_id, 'source'),
      input: input === null ? findInput(definition, triggerKey) : { sealed: input },
      resumes: resumes ?? [],
      ...findStepEnds(connections, definition),
    };
  }
  return {
    ...base,
    definition,
    source: connectionOf(definition.source.connection_id, 'source'),
    target: findConnection(connections, definition.target.connection_id, 'target'),
  };
}

function selectRun({ sql }: Pipeline, orgId: string, runId: string) {
  return sql<RunSqlRow[]>`
      select r.status, r.read, r.created, r.updated, r.deleted, r.skipped, r.failed, r.deduplicated, r.filtered, r.revision, r.trigger,
        coalesce((r.options ->> 'full_resync')::boolean, false) as full_resync, r.options -> 'letters' as dead_letters,
        r.revision is distinct from (
          select before.revision from runs as before
          where before.org_id = r.org_id and before.integration_id = r.integration_id and before.id < r.id order by before.id desc limit 1
        ) as is_new, r.options ->> 'since' as since, (r.options ->> 'max_deletes')::int as max_deletes,
        (r.options ->> 'max_items')::int as max_items, r.options ->> 'input' as input, r.options -> 'resumes' as resumes,
        case when r.started_by is not null then
          jsonb_build_object('run', r.started_by, 'integration', starter.integration_id, 'outcome', starter.status) end as starter,
        floor(extract(epoch from coalesce(r.started_at, r.queued_at)) * 1000)::float8 as started_at_ms,
        floor(extract(epoch from coalesce(r.woken_at, r.started_at, r.queued_at)) * 1000)::float8 as now_ms, r.wakes, v.definition,
        (select trigger_key from workflows where org_id = r.org_id and id = r.workflow_id) as trigger_key,
        case when v.lookup_table_ids <> '{}' then ${lookupsOf(sql)} end as lookups
      from runs r
      join integration_revisions v
        on v.org_id = r.org_id and v.integration_id = r.integration_id and v.revision = r.revision
      left join runs as starter on starter.org_id = r.org_id and starter.id = r.started_by
      where r.org_id = ${orgId} and r.id = ${runId}`.execute();
}

interface StarterRow {
  run: string;
  integration: string | null;
  outcome: RunStatus | null;
}

function toStartedBy({ run, integration, outcome }: StarterRow): StartedBy {
  return {
    runId: toId('run', run),
    integrationId: integration === null ? undefined : toId('integration', integration),
    outcome: outcome ?? undefined,
  };
}

/** @param triggerKey Id of the trigger that the run is of. */
function findChanges({ triggers = [] }: RunnableDefinition, triggerKey: string | null): RunBase['changes'] {
  const trigger = triggers.find((one) => one.type === 'event' && triggerIdOf(one) === triggerKey);
  return trigger?.type === 'event' ? trigger.changes : undefined;
}

/** What the trigger of a run gives to it. */
function findInput({ triggers = [] }: RunnableDefinition, triggerKey: string | null): FlowRun['input'] {
  const trigger = triggers.find((one) => triggerIdOf(one) === triggerKey);
  const given = trigger?.type === 'schedule' || trigger?.type === 'after' ? trigger.options?.input : undefined;
  return given && { given };
}

function findStepEnds(
  rows: readonly ConnectionRow[],
  definition: FlowDefinition,
): Pick<FlowRun, 'actions' | 'finds' | 'checks' | 'disabled' | 'isGated'> {
  const find = (step: string, connectionId: string) =>
    [step, findConnection(rows, connectionId, `\`${step}\``, true)] as const;
  const listOf = (isCheck: boolean) => listSearchedEnds(definition).filter((end) => (end.kind === 'check') === isCheck);
  const finds = new Map(listOf(false).map(({ id, search }) => find(id, search.connection_id)));
  const checks = new Map(listOf(true).map(({ id, search }) => find(id, search.connection_id)));
  const actions = new Map(listWrittenEnds(definition).map(({ id, action }) => find(id, action.connection_id)));
  const used = new Set([...actions.values(), ...finds.values(), ...checks.values()].map(({ id }) => id));
  const disabled = rows.filter(({ id, status }) => status === 'disabled' && used.has(id)).map(({ id }) => id);
  return { actions, finds, checks, disabled, isGated: rows.some(({ is_gated: isGated }) => isGated) };
}

interface RunSqlRow extends Counters {
  status: RunStatus;
  revision: number;
  trigger: RunTrigger;
  is_new: boolean;
  full_resync: boolean;
  since: string | null;
  max_deletes: number | null;
  max_items: number | null;
  /** In base64. */
  input: string | null;
  resumes: string[] | null;
  trigger_key: string | null;
  starter: StarterRow | null;
  dead_letters: unknown;
  started_at_ms: number;
  now_ms: number;
  wakes: number;
  definition: unknown;
  lookups: LookupVersion[] | null;
}

/**
 * Of each lookup table of a revision, the version that was the newest when the run started, or was woken: every segment finds the same,
 * whatever was changed since. A version that is not kept any more is stood in for by the oldest that is.
 */
function lookupsOf(sql: Pipeline['sql']) {
  return sql`(
    select jsonb_agg(jsonb_build_object('id', newest.table_id, 'version', newest.version) order by newest.table_id) from (
      select table_id, coalesce(
        max(version) filter (where created_at <= coalesce(r.woken_at, r.started_at, r.queued_at)), min(version)
      ) as version
      from lookup_table_versions
      where org_id = r.org_id and table_id = any(v.lookup_table_ids) group by table_id
    ) as newest
  )`;
}

interface ConnectionSqlRow extends ConnectorColumns {
  id: string;
  name: string;
  status: ConnectionStatus;
  config: unknown;
  credential_version: number;
  auth_method: string;
  sealed: Buffer;
  is_gated: boolean;
}

/** Connections that are there still, with their newest connectors. @param ids UUIDs. */
export async function selectConnectionsById(
  tx: Pipeline,
  orgId: string,
  ids: readonly string[],
): Promise<ConnectionRow[]> {
  const held = holdConnectors(orgId);
  const rows = await tx.sql<ConnectionSqlRow[]>`
    select c.id, c.name, c.status, c.service_type, c.config, c.credential_version, k.auth_method, k.sealed, false as is_gated, own.*
    from connections c
    ${joinConnector(tx, held)}
    join connection_credentials k
      on k.org_id = c.org_id and k.connection_id = c.id and k.version = c.credential_version
    where c.org_id = ${orgId} and c.id = any(${[...ids]}::uuid[]) and c.deleted_at is null`.execute();
  return rows.map((row) => ({ ...row, connector: held.read(row) }));
}

/** The connections of a run's revision that are there still, with their connectors as they were when it began. */
export async function selectConnections(tx: Pipeline, orgId: string, runId: string): Promise<ConnectionRow[]> {
  const held = holdConnectors(orgId);
  const rows = await tx.sql<ConnectionSqlRow[]>`
    select c.id, c.name, c.status, c.service_type, c.config, c.credential_version, k.auth_method, k.sealed,
      exists (select 1 from connection_gates where org_id = c.org_id and connection_id = c.id) as is_gated, own.*
    from runs r
    join integration_revisions v
      on v.org_id = r.org_id and v.integration_id = r.integration_id and v.revision = r.revision
    join connections c on c.org_id = r.org_id and c.id = any(v.connection_ids) and c.deleted_at is null
    ${joinConnector(tx, held, tx.sql`coalesce(r.woken_at, r.started_at, r.queued_at)`)}
    join connection_credentials k
      on k.org_id = c.org_id and k.connection_id = c.id and k.version = c.credential_version
    where r.org_id = ${orgId} and r.id = ${runId}`.execute();
  return rows.map((row) => ({ ...row, connector: held.read(row) }));
}

export interface ConnectionRow extends ConnectionSqlRow {
  connector: Connector | undefined;
}

/** @param isGated One that is disabled is no fault: nothing uses it before it is enabled. */
function findConnection(
  rows: readonly ConnectionRow[],
  connectionId: string,
  end: string,
  isGated = false,
): LoadedConnection {
  const uuid = toUuid('connection', connectionId);
  const row = rows.find((candidate) => candidate.id === uuid);
  if (row === undefined) throw new RunUnusableError(messages.runConnectionGone({ end }));
  if (row.status === 'disabled' && !isGated) {
    throw new RunUnusableError(messages.runConnectionDisabled({ end, name: row.name }), 'connection_disabled');
  }
  return toLoadedConnection(row);
}

export function toLoadedConnection(row: ConnectionRow): LoadedConnection {
  return {
    id: row.id,
    serviceType: row.service_type,
    connector: row.connector,
    config: isJsonObject(row.config) ? row.config : {},
    credentialVersion: row.credential_version,
    authMethod: row.auth_method,
    sealed: row.sealed,
  };
}
