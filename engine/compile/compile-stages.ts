import type { JsonObject } from '../../core/json.ts';
import { typeOfRecord } from '../../formula/json-schema-type.ts';
import { openObjectType, type ObjectType } from '../../formula/value-type.ts';
import type { Mapping, MappingResult } from '../../transforms/compile-mapping.ts';
import { compileFilterExplainer, compileMappingExplainer } from '../../transforms/explain/index.ts';
import type { Definition } from '../definition.ts';
import type { Explainer } from '../explain-record.ts';
import type { RunEnvironment } from '../run-environment.ts';
import { type AggregateStage, compileAggregateStage } from '../stages/aggregate.ts';
import { compileEnrichStage } from '../stages/enrich.ts';
import type { SearchedObject } from '../stages/enrichment.ts';
import { compileFlatten } from '../stages/flatten.ts';
import { compileFilterStage } from '../stages/filter.ts';
import { compileRules, createMap } from '../stages/map.ts';
import { createScriptStage } from '../stages/script.ts';
import type { Stage } from '../stages/stage.ts';
import { compileValidation } from '../stages/validate.ts';
import type { Plan } from '../plan.ts';
import type { Findings } from './findings.ts';

/** What a definition does with records, as far as it says. */
export interface CompiledStages {
  aggregate: AggregateStage | undefined;
  /** Absent where the definition has none, or a wrong one. */
  mapping: Mapping | undefined;
  /** The stages of a run, in their order. @param map Maps a record to one that can be identified. */
  stagesFor(environment: RunEnvironment, map: (record: JsonObject) => MappingResult): Stage[];
  compileExplainer(): Explainer;
}

/**
 * Compiles the stages of a definition; what is wrong with them is added to the findings.
 *
 * @param source.schema Of the source's records, where it is known.
 * @param source.taken Members that nothing may hide.
 * @param source.readKey Identifies a record as it was read; absent where nobody needs to know.
 * @param searched What the connectors say of the objects that records are completed with.
 */
export function compileStages(
  definition: Definition,
  source: { schema: JsonObject | undefined; taken: readonly string[]; readKey?: Plan['readKey'] | undefined },
  searched: readonly SearchedObject[],
  findings: Findings,
): CompiledStages {
  const recordType = typeOfRecord(source.schema);
  const filter = definition.source && compileFilterStage(definition.source, recordType, findings);
  const rules = definition.source?.flatten;
  const flatten = rules && compileFlatten(rules, { recordType, taken: source.taken }, findings);
  const readType = flatten?.recordType ?? recordType;
  const enrich = compileEnrichStage(definition, { recordType: readType, taken: source.taken }, searched, findings);
  const script = definition.script && createScriptStage(definition.script);
  // What a script makes of a record has any form.
  const shapedType = script === undefined ? enrich.recordType : openObjectType;
  const aggregate = compileAggregateStage(definition, shapedType, findings);
  const mappedType = aggregate?.aggregate.recordType ?? shapedType;
  const mapping = compileRules(definition, mappedType, findings);
  const validation = compileValidation(definition, findings.problems);
  return {
    aggregate,
    mapping,
    stagesFor: (environment, map) =>
      [
        filter?.(environment),
        ...validation.source,
        flatten?.stageFor(environment, source.readKey),
        enrich.stage,
        script,
        aggregate,
        createMap(map),
        ...validation.target,
      ].filter((stage) => stage !== undefined),
    compileExplainer: () => compileExplainer(definition, { recordType, mappedType }),
  };
}

function compileExplainer(
  { source, mapping = [], mapping_defaults: defaults }: Definition,
  { recordType, mappedType }: { recordType: ObjectType; mappedType: ObjectType },
): Explainer {
  const filter = source?.filter;
  return {
    filter: filter === undefined ? undefined : compileFilterExplainer(filter, 'source.filter', { recordType }),
    fields: compileMappingExplainer(mapping, { recordType: mappedType, defaults }),
  };
}
