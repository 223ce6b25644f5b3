import type { ObjectType } from '../../formula/value-type.ts';
import type { Findings } from '../compile/findings.ts';
import type { Definition } from '../definition.ts';
import { enrichRecords } from './enrich-records.ts';
import { compileEnrichments, type Enrichment, type SearchedObject } from './enrichment.ts';
import { fail } from './page.ts';
import type { DescribeStage, StageBase, StageWork, Subject } from './stage-base.ts';

/** Completes records with those of other objects. */
export interface EnrichStage extends StageBase {
  kind: 'enrich';
  enrichments: readonly Enrichment[];
}

export function createEnrichStage(enrichments: readonly Enrichment[]): EnrichStage {
  return {
    kind: 'enrich',
    decides: 'enrich',
    enrichments,
    run: (subjects, work) => complete(enrichments, subjects, work),
  };
}

/** Completes records; one that has to be complete and is not fails. @throws {ConnectorError} */
async function complete(
  enrichments: readonly Enrichment[],
  subjects: readonly Subject[],
  { ports: { searched = [] }, page, signal }: StageWork,
): Promise<Subject[]> {
  const inputs = subjects.map(({ input }) => input);
  const completed = await enrichRecords(enrichments, searched, inputs, signal);
  return subjects.filter((subject, index) => {
    const { sourceKey, record } = subject;
    const result = completed[index];
    if (result?.unresolved === true && sourceKey !== undefined) page.unresolved?.add(sourceKey);
    if (result?.ok === true) {
      subject.input = result.value;
      return true;
    }
    const isHeld = result?.unresolved === true && sourceKey !== undefined && page.held !== undefined;
    if (isHeld) page.held?.push({ sourceKey, record, counted: false });
    else if (result !== undefined) fail(page, { sourceKey, field: undefined, ...result.problem, record });
    return false;
  });
}

/**
 * Compiles what completes records, where there is something.
 *
 * @param source.recordType The type of the source's records.
 * @param source.taken Members that an enrichment must not hide.
 * @param objects What the connectors say of the objects that are searched.
 * @returns also the type of the records when they are complete.
 */
export function compileEnrichStage(
  { enrich: definitions = [], aggregate, target }: Pick<Definition, 'enrich' | 'aggregate' | 'target'>,
  source: { recordType: ObjectType; taken: readonly string[] },
  objects: readonly SearchedObject[],
  { problems, warnings }: Findings,
): { stage: EnrichStage | undefined; recordType: ObjectType } {
  const { enrichments, recordType } = compileEnrichments(definitions, objects, { ...source, problems, warnings });
  const marked = enrichments.map((enrichment) => {
    const end = definitions.find(({ as }) => as === enrichment.as);
    const isTarget = end?.connection_id === target?.connection_id && end?.object === target?.object;
    // Groups refer to nothing: what their records were completed with is summed up in them.
    return { ...enrichment, refersToTarget: isTarget && aggregate === undefined };
  });
  return { stage: marked.length === 0 ? undefined : createEnrichStage(marked), recordType };
}

export const describeEnrich: DescribeStage = ({ enrich }) =>
  enrich === undefined ? undefined : { type: 'enrich', rules: enrich.length };
