import { describeObject, type ObjectDescription } from '../../connectors/kit/describe-object.ts';
import { getConnector } from '../../connectors/registry.ts';
import type { JsonObject } from '../../core/json.ts';
import { compilePlan, type DescribedObject, type UsablePlan } from '../../engine/compile.ts';
import { describePayload } from '../../engine/payload-source.ts';
import type { Plan } from '../../engine/plan.ts';
import type { RunEnvironment } from '../../engine/run-environment.ts';
import { compileFlow, type Flow, listSteps } from '../../flow/index.ts';
import type { LookupTables } from '../../formula/lookup-tables.ts';
import { type FlowRun, listTargets, type LoadedRun, type MappedRun, type RunAddress } from './load-run.ts';
import type { Findings } from '../../engine/compile/findings.ts';
import type { RunnableDefinition } from './definition-cache.ts';
import { RunUnusableError } from '../../core/runs/run-unusable-error.ts';
import type { LoadedConnection } from '../../sessions/loaded-connection.ts';
import { messages } from '../../core/messages.ts';

const cacheMax = 200;

/** Compiled plans of recently run revisions. A revision never changes; the configuration of its connections may. */
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
export function toEnvironment({ lookups, nowMs }: LoadedRun, tables: LookupTables): RunEnvironment {
  return { now: nowMs, tables, tableVersions: lookups.map(({ id, version }) => `${id} ${version}`).join() };
}

type Make<Compiled> = (environment: RunEnvironment) => Compiled;

class RunCache<Compiled> {
  readonly #made = new Map<string, Make<Compiled>>();

  get(address: RunAddress, run: LoadedRun, compile: () => Make<Compiled>): Make<Compiled> {
    const connections = [run.source, ...listTargets(run), ...run.enrich];
    const configs = connections.map(({ id, config }) => `${id} ${JSON.stringify(config)}`);
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
  const { definition, source, actions, enrich, fullResync } = run;
  const targets = new Map<string, DescribedObject>();
  for (const { step } of listSteps(definition.steps)) {
    const connection = actions.get(step.id);
    if (step.action === undefined || connection === undefined) continue;
    const { object, options = {}, operation, match_on: matchOn } = step.action;
    targets.set(step.id, describe(connection, { object, options, role: 'target', operation, matchOn }));
  }
  const compiled = compileFlow({
    definition,
    source: describeSource(source, definition),
    targets,
    enrich: describeSearched(definition, enrich),
    namespace: integrationId,
    ignoreHashes: fullResync,
    sourceIdentity: source.config,
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
    source: describeSource(source, definition),
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
  { source: { object, options = {}, payload } }: RunnableDefinition,
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
  const connector = getConnector(connection.serviceType);
  if (connector === undefined) throw new RunUnusableError(messages.connectorRemoved(connection));
  const described = describeObject(connector, { ...request, config: connection.config });
  if (described.ok) return described.description;
  throw new RunUnusableError(
    messages.runObjectUnusable({ end: request.role, reason: described.problems[0]?.message ?? '' }),
  );
}
