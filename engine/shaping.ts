import type { FieldError } from '../core/errors.ts';
import { type Aggregate, compileAggregate } from '../transforms/compile-aggregate.ts';
import { type ObjectType, openObjectType } from '../formula/value-type.ts';
import type { Definition, EnrichmentDefinition } from './definition.ts';
import { compileEnrichments, type Enrichment, type SearchedObject } from './enrichment.ts';

/** What records go through between filter and mapping. */
export interface Shaping {
  enrichments: readonly Enrichment[] | undefined;
  aggregate: Aggregate | undefined;
  /** The type of what the mapping reads. */
  mappedType: ObjectType;
}

/**
 * Compiles what makes other records of those that the filter keeps; what is wrong with it is added to `problems`.
 *
 * @param source.recordType The type of the source's records.
 * @param source.taken Members that an enrichment must not hide.
 * @param searched What the connectors say of the objects that records are completed with.
 */
export function compileShaping(
  { enrich = [], script, aggregate: rules, target }: Pick<Definition, 'enrich' | 'script' | 'aggregate' | 'target'>,
  source: { recordType: ObjectType; taken: readonly string[] },
  searched: readonly SearchedObject[],
  problems: FieldError[],
): Shaping {
  const { enrichments, recordType } = compileEnrichments(enrich, searched, { ...source, problems });
  // What a script makes of a record has any form.
  const scriptedType = script === undefined ? recordType : openObjectType;
  const compiled = rules === undefined ? undefined : compileAggregate(rules, { recordType: scriptedType });
  if (compiled?.ok === false) problems.push(...compiled.problems);
  const aggregate = compiled?.ok === true ? compiled.aggregate : undefined;
  return {
    enrichments: enrichments.length === 0 ? undefined : markReferences(enrichments, { enrich, aggregate, target }),
    aggregate,
    mappedType: aggregate?.recordType ?? scriptedType,
  };
}

/** Groups refer to nothing: what their records were completed with is summed up in them. */
function markReferences(
  enrichments: readonly Enrichment[],
  {
    enrich,
    aggregate,
    target,
  }: Pick<Definition, 'target'> & { enrich: EnrichmentDefinition[]; aggregate: Aggregate | undefined },
): Enrichment[] {
  return enrichments.map((enrichment) => {
    const end = enrich.find(({ as }) => as === enrichment.as);
    const isTarget = end?.connection_id === target?.connection_id && end?.object === target?.object;
    return { ...enrichment, refersToTarget: isTarget && aggregate === undefined };
  });
}
