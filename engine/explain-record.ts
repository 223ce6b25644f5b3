import type { ExplainedField, ExplainedFilter, Explanation } from '../core/explanations.ts';
import type { JsonObject } from '../core/json.ts';
import type { FormulaEnvironment } from '../formula/index.ts';
import type { Plan } from './plan.ts';
import { type PreviewedRecord, type PreviewPorts, previewRecords } from './preview-records.ts';
import { findStage } from './stages/stage.ts';
import type { StageBase } from './stages/stage-base.ts';

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

/** How far a record came, and what it was then. */
interface Reached {
  /** The last stage that it came to with nothing wrong; absent where it came to none. */
  stage?: StageBase;
  /** What the mapping read. */
  input?: JsonObject | undefined;
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
  const reached: Reached = {};
  const [previewed] = await previewRecords(plan, [record], ports, (stage, [subject]) => {
    // What a stage before found wrong is told only when the record's key is read.
    if (subject?.problem === undefined) reached.stage = stage;
    if (stage.kind === 'map') reached.input = subject?.input;
  });
  if (previewed === undefined) throw new Error('A preview of one record gave none.');
  // The filter saw the record that had the list.
  const isElement = findStage(plan, 'flatten')?.isElement(record) === true;
  const filter = isElement ? undefined : explainer.filter?.(record, environment);
  const fields = reached.input === undefined ? undefined : explainer.fields(reached.input, environment);
  return {
    record: previewed,
    isRewritten: reached.input !== undefined && reached.input !== record,
    explanation: {
      ...decide(previewed, reached),
      ...(filter === undefined ? {} : { filter }),
      ...(fields === undefined ? {} : { fields }),
    },
  };
}

function decide(previewed: PreviewedRecord, { stage }: Reached): Pick<Explanation, 'decided_by' | 'message'> {
  if (previewed.outcome === 'mapped') return { decided_by: 'mapping', message: 'Every rule of the mapping holds.' };
  if (previewed.outcome === 'grouped') return { decided_by: 'aggregate', message: 'The record is part of a group.' };
  if (previewed.outcome === 'filtered') {
    if (stage?.kind === 'filter') return { decided_by: 'filter', message: 'The filter is not true of the record.' };
    if (stage?.kind === 'flatten') return { decided_by: 'flatten', message: 'The list of the record is empty.' };
    return { decided_by: 'script', message: 'The script left the record out.' };
  }
  const { message } = previewed.problem;
  return { decided_by: previewed.sourceKey === undefined || stage === undefined ? 'key' : stage.decides, message };
}
