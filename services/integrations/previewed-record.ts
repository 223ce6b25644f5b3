import { z } from 'zod';
import { explanation } from '../../core/explanations.ts';
import type { PreviewedRecord } from '../../engine/preview-records.ts';

/** What would become of one source record. */
export const previewRecord = z
  .object({
    source_key: z.string().optional().meta({ description: 'Absent where the record has no usable key.' }),
    outcome: z.enum(['mapped', 'grouped', 'filtered', 'failed']).meta({
      description: 'Records that are `grouped` are followed by the groups that these sample records make.',
    }),
    group: z
      .string()
      .optional()
      .meta({ description: 'Key of the group that it is part of: the `source_key` of that.' }),
    mapped: z.record(z.string(), z.json()).optional().meta({ description: 'What the target would be given.' }),
    errors: z
      .array(z.object({ code: z.string(), field: z.string().optional(), message: z.string() }))
      .optional()
      .meta({ description: 'Why it would become a failed record.' }),
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
    case 'failed': {
      const { code, field, message } = record.problem;
      return {
        ...key,
        outcome: record.outcome,
        errors: [{ code, ...(field === undefined ? {} : { field }), message }],
      };
    }
  }
}
