import type { ExplainedField, ExplainedFilter, Explanation } from '../core/explanations.ts';
import type { JsonObject } from '../core/json.ts';
import type { FormulaEnvironment } from '../formula/index.ts';
import type { RecordProblem } from '../transforms/problem.ts';
import type { Plan } from './plan.ts';
import { type PreviewedRecord, type PreviewPorts, previewRecords } from './preview-records.ts';
import { invalidSource } from './validators.ts';

/** What explains records, beside the plan that makes them. */
export interface Explainer {
  filter?: ((record: JsonObject, environment: FormulaEnvironment) => ExplainedFilter) | undefined;
  fields(input: JsonObject, environment: FormulaEnvironment): ExplainedField[];
}

export interface ExplainedRecord {
  record: PreviewedRecord;
  explanation: Explanation;
  /** What the mapping read is not the record as it was read. */
  isRewritten: boolean;
}

/** What of a record's way is seen from outside of the plan. */
interface Seen {
  kept?: boolean | RecordProblem;
  input?: JsonObject;
}

/**
 * Carries a record through the plan as a run would, and tells why it became what it became.
 *
 * @param environment As in the run, or as it would be in one now.
 */
export async function explainRecord(
  plan: Plan,
  explainer: Explainer,
  { record, environment }: { record: JsonObject; environment: FormulaEnvironment },
  ports: PreviewPorts = {},
): Promise<ExplainedRecord> {
  const seen: Seen = {};
  const [previewed] = await previewRecords(watch(plan, seen), [record], ports);
  if (previewed === undefined) throw new Error('A preview of one record gave none.');
  const filter = explainer.filter?.(record, environment);
  const fields = seen.input === undefined ? undefined : explainer.fields(seen.input, environment);
  return {
    record: previewed,
    isRewritten: seen.input !== undefined && seen.input !== record,
    explanation: {
      ...decide(previewed, seen),
      ...(filter === undefined ? {} : { filter }),
      ...(fields === undefined ? {} : { fields }),
    },
  };
}

function watch(plan: Plan, seen: Seen): Plan {
  return {
    ...plan,
    keeps: (record) => (seen.kept = plan.keeps(record)),
    map: (input) => {
      seen.input = input;
      return plan.map(input);
    },
  };
}

function decide(previewed: PreviewedRecord, { kept, input }: Seen): Pick<Explanation, 'decided_by' | 'message'> {
  if (previewed.outcome === 'mapped') return { decided_by: 'mapping', message: 'Every rule of the mapping holds.' };
  if (previewed.outcome === 'filtered') {
    return kept === false
      ? { decided_by: 'filter', message: 'The filter is not true of the record.' }
      : { decided_by: 'script', message: 'The script left the record out.' };
  }
  if (previewed.outcome === 'grouped') return { decided_by: 'aggregate', message: 'The record is part of a group.' };
  const { message, code } = previewed.problem;
  if (code === 'enrichment_missing') return { decided_by: 'enrich', message };
  if (previewed.sourceKey === undefined) return { decided_by: 'key', message };
  if (input !== undefined) return { decided_by: 'mapping', message };
  if (previewed.problem.code === invalidSource) return { decided_by: 'validation', message };
  return { decided_by: kept === true ? 'script' : 'filter', message };
}
