import { describeObject, type ObjectDescription } from '../../connectors/kit/describe-object.ts';
import { getConnector } from '../../connectors/registry.ts';
import type { JsonObject } from '../../core/json.ts';
import { compilePlan, type PlanFor, type UsablePlan } from '../../engine/compile.ts';
import type { Plan } from '../../engine/plan.ts';
import type { LookupTables } from '../../formula/lookup-tables.ts';
import type { LoadedRun, RunAddress } from './load-run.ts';
import { RunUnusableError } from '../../core/run-unusable-error.ts';
import type { LoadedConnection } from '../../sessions/loaded-connection.ts';
import { messages } from '../../core/messages.ts';

const cacheMax = 200;

/** Compiled plans of recently run revisions. A revision never changes; the configuration of its connections may. */
export class PlanCache {
  readonly #plans = new Map<string, PlanFor>();

  /** @throws {RunUnusableError} when the stored definition does not compile any more. */
  get(address: RunAddress, run: LoadedRun, tables: LookupTables): Plan {
    const connections = [run.source, run.target, ...run.enrich];
    const configs = connections.map(({ id, config }) => `${id} ${JSON.stringify(config)}`);
    const key = [address.integrationId, run.revision, run.fullResync, ...configs].join('|');
    const planFor = this.#plans.get(key) ?? compileRun(address, run).planFor;
    // Re-inserting keeps the most recently used ones at the end.
    this.#plans.delete(key);
    this.#plans.set(key, planFor);
    const [oldest] = this.#plans.keys();
    if (this.#plans.size > cacheMax && oldest !== undefined) this.#plans.delete(oldest);
    const tableVersions = run.lookups.map(({ id, version }) => `${id} ${version}`).join();
    return planFor({ now: run.startedAtMs, tables, tableVersions });
  }
}

/** @throws {RunUnusableError} when the stored definition does not compile any more. */
export function compileRun(
  { integrationId }: RunAddress,
  { definition, source, target, enrich, fullResync }: LoadedRun,
): UsablePlan {
  const compiled = compilePlan({
    definition,
    source: describe(source, {
      object: definition.source.object,
      options: definition.source.options ?? {},
      role: 'source',
    }),
    target: describe(target, {
      object: definition.target.object,
      options: definition.target.options ?? {},
      role: 'target',
      operation: definition.target.operation,
      matchOn: definition.target.match_on,
    }),
    enrich: (definition.enrich ?? []).flatMap(({ object, options = {} }, index) => {
      const connection = enrich[index];
      return connection === undefined ? [] : [describe(connection, { object, options, role: 'source' })];
    }),
    namespace: integrationId,
    ignoreHashes: fullResync,
    sourceIdentity: source.config,
  });
  if (compiled.ok) return compiled;
  const [first] = compiled.problems;
  throw new RunUnusableError(messages.runDefinitionInvalid({ path: first?.path ?? '', reason: first?.message ?? '' }));
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
