import { describeObject, type ObjectDescription } from '../../connectors/kit/describe-object.ts';
import type { JsonObject } from '../../core/json.ts';
import { compilePlan, type DescribedObject, type UsablePlan } from '../../engine/compile.ts';
import type { SourceDefinition } from '../../engine/definition.ts';
import { describePayload } from '../../engine/payload-source.ts';
import type { Plan } from '../../engine/plan.ts';
import type { RunEnvironment } from '../../engine/run-environment.ts';
import { compileFlow, type Flow, listSearchedEnds, listWrittenEnds } from '../../flow/index.ts';
import type { LookupTables } from '../../formula/lookup-tables.ts';
import { type FlowRun, listConnections, type LoadedRun, type MappedRun, type RunAddress } from './load-run.ts';
import type { Findings } from '../../engine/compile/findings.ts';
import type { RunnableDefinition } from './definition-cache.ts';
import { RunUnusableError } from '../../core/runs/run-unusable-error.ts';
import type { LoadedConnection } from '../../sessions/loaded-connection.ts';
import { messages } from '../../core/messages.ts';

const cacheMax = 200;

/** Compiled plans of recently run revisions. A revision never changes; the configuration of its connections may, and their connectors. */
export class PlanCache {
  readonly #plans = new RunCache<Plan>();
  readonly #flows = new RunCache<Flow>();

  /** @throws {RunUnusableError} when the stored definition does not compile any more. */
  get(address: RunAddress, run: MappedRun, tables: LookupTables): Plan {
    return this.#plans.get(address, run, () => compileRun(address, run).planFor)(toEnvironment(run, tables));
  }

  /** @throws {RunUnusableError} when the stored definition does not compile any more. */
  getFlow(address: RunAddress, run: FlowRun, environment: RunEnvironment): Flow {
    return this.#flows.get(address, run, () => compileFlowRun(address, run))(environment);
  }
}

/** What the formulas of a run work with. */
export function toEnvironment({ lookups, nowMs, definition }: LoadedRun, tables: LookupTables): RunEnvironment {
  const tableVersions = lookups.map(({ id, version }) => `${id} ${version}`).join();
  return { now: nowMs, zone: definition.timezone, tables, tableVersions };
}

type Make<Compiled> = (environment: RunEnvironment) => Compiled;

class RunCache<Compiled> {
  readonly #made = new Map<string, Make<Compiled>>();

  get(address: RunAddress, run: LoadedRun, compile: () => Make<Compiled>): Make<Compiled> {
    const configs = listConnections(run).map(
      ({ id, connector, config }) => `${id} ${connector?.version} ${JSON.stringify(config)}`,
    );
    const key = [address.integrationId, run.revision, run.fullResync, ...configs].join('|');
    const made = this.#made.get(key) ?? compile();
    // Re-inserting keeps the most recently used ones at the end.
    this.#made.delete(key);
    this.#made.set(key, made);
    const [oldest] = this.#made.keys();
    if (this.#made.size > cacheMax && oldest !== undefined) this.#made.delete(oldest);
    return made;
  }
}

function compileFlowRun({ integrationId }: RunAddress, run: FlowRun): Make<Flow> {
  const { definition, source, actions, finds, checks, enrich, fullResync } = run;
  const targets = new Map<string, DescribedObject>();
  const searched = new Map<string, ObjectDescription>();
  for (const { id, search } of listSearchedEnds(definition)) {
    const { object, options = {} } = search;
    const connection = finds.get(id) ?? checks.get(id);
    if (connection !== undefined) searched.set(id, describe(connection, { object, options, role: 'source' }));
  }
  for (const { id, action } of listWrittenEnds(definition)) {
    const { object, options = {}, operation, match_on: matchOn, target_id: targetId } = action;
    const connection = actions.get(id);
    const byId = targetId !== undefined;
    if (connection !== undefined)
      targets.set(id, describe(connection, { object, options, role: 'target', operation, matchOn, byId }));
  }
  const compiled = compileFlow({
    definition,
    source: source && definition.source && describeSource(source, definition.source),
    targets,
    searched,
    enrich: describeSearched(definition, enrich),
    namespace: integrationId,
    ignoreHashes: fullResync,
    sourceIdentity: source?.config ?? {},
  });
  if (compiled.ok) return compiled.flowFor;
  throw unusable(compiled);
}

/** @throws {RunUnusableError} when the stored definition does not compile any more. */
export function compileRun(
  { integrationId }: RunAddress,
  { definition, source, target, enrich, fullResync }: MappedRun,
): UsablePlan {
  const compiled = compilePlan({
    definition,
    source: describeSource(source, definition.source),
    target: describe(target, {
      object: definition.target.object,
      options: definition.target.options ?? {},
      role: 'target',
      operation: definition.target.operation,
      matchOn: definition.target.match_on,
    }),
    enrich: describeSearched(definition, enrich),
    namespace: integrationId,
    ignoreHashes: fullResync,
    sourceIdentity: source.config,
  });
  if (compiled.ok) return compiled;
  throw unusable(compiled);
}

function unusable({ problems: [first] }: Findings): RunUnusableError {
  return new RunUnusableError(messages.runDefinitionInvalid({ path: first?.path ?? '', reason: first?.message ?? '' }));
}

function describeSource(
  source: LoadedConnection,
  { object, options = {}, payload }: SourceDefinition,
): DescribedObject {
  if (payload !== undefined) return describePayload(payload);
  return describe(source, { object, options, role: 'source' });
}

function describeSearched(
  { enrich = [] }: RunnableDefinition,
  connections: readonly LoadedConnection[],
): ObjectDescription[] {
  return enrich.flatMap(({ object, options = {} }, index) => {
    const connection = connections[index];
    return connection === undefined ? [] : [describe(connection, { object, options, role: 'source' })];
  });
}

function describe(
  connection: LoadedConnection,
  request: Omit<Parameters<typeof describeObject>[1], 'config'> & { options: JsonObject },
): ObjectDescription {
  const { connector } = connection;
  if (connector === undefined) throw new RunUnusableError(messages.connectorRemoved(connection));
  const described = describeObject(connector, { ...request, config: connection.config });
  if (described.ok) return described.description;
  throw new RunUnusableError(
    messages.runObjectUnusable({ end: request.role, reason: described.problems[0]?.message ?? '' }),
  );
}
