import { z } from 'zod';
import { explanation } from '../../../core/explanations.ts';
import { previewedStep, recordError } from '../../../core/runs/previews.ts';
import type { PreviewedRecord } from '../../../engine/preview-records.ts';
import type { PreviewedItem } from '../../../flow/preview-item.ts';
import type { RecordProblem } from '../../../transforms/problem.ts';

/** What would become of one source record. */
export const previewRecord = z
  .object({
    source_key: z.string().optional().meta({ description: 'Absent where the record has no usable key.' }),
    outcome: z.enum(['mapped', 'grouped', 'filtered', 'failed', 'succeeded', 'skipped']).meta({
      description:
        'Records that are `grouped` are followed by the groups that these sample records make. With steps: `succeeded`, `skipped` or `failed`, as the item would end.',
    }),
    group: z
      .string()
      .optional()
      .meta({ description: 'Key of the group that it is part of: the `source_key` of that.' }),
    mapped: z.record(z.string(), z.json()).optional().meta({ description: 'What the target would be given.' }),
    errors: z.array(recordError).optional().meta({ description: 'Why it would become a failed record.' }),
    steps: z
      .array(previewedStep)
      .optional()
      .meta({ description: 'With steps: those that the item would go through, in their order.' }),
    explanation: explanation.optional(),
  })
  .meta({ id: 'PreviewedRecord' });

export type PreviewRecord = z.infer<typeof previewRecord>;

export function toPreviewRecord(record: PreviewedRecord): PreviewRecord {
  const key = record.sourceKey === undefined ? {} : { source_key: record.sourceKey };
  switch (record.outcome) {
    case 'mapped':
      return { ...key, outcome: record.outcome, mapped: record.mapped };
    case 'grouped':
      return { ...key, outcome: record.outcome, group: record.group };
    case 'filtered':
      return { ...key, outcome: record.outcome };
    case 'failed':
      return { ...key, outcome: record.outcome, errors: [toError(record.problem)] };
  }
}

export function toPreviewedItem(
  sourceKey: string | undefined,
  { outcome, problem, steps }: PreviewedItem,
): PreviewRecord {
  return {
    ...(sourceKey === undefined ? {} : { source_key: sourceKey }),
    outcome,
    ...(problem === undefined ? {} : { errors: [toError(problem)] }),
    steps: steps.map(({ problem: error, elements, ...step }) => ({
      ...step,
      ...(elements === undefined ? {} : { elements: [...elements] }),
      ...(error === undefined ? {} : { error: toError(error) }),
    })),
  };
}

export function toError({ code, field, message }: RecordProblem): z.infer<typeof recordError> {
  return { code, ...(field === undefined ? {} : { field }), message };
}
