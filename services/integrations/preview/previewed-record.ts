import { z } from 'zod';
import { explanation } from '../../../core/explanations.ts';
import { waitKinds } from '../../../core/enums.ts';
import { freeJson } from '../../../core/json/free-json.ts';
import type { PreviewedRecord } from '../../../engine/preview-records.ts';
import type { PreviewedItem } from '../../../flow/preview-item.ts';
import type { RecordProblem } from '../../../transforms/problem.ts';

const recordError = z.object({ code: z.string(), field: z.string().optional(), message: z.string() });

/** What would become of an item in one step. */
const previewedStep = z
  .object({
    step: z.string().meta({ description: 'Id of the step.' }),
    elements: z
      .array(z.string())
      .optional()
      .meta({
        description:
          'Keys of the elements that the step is gone through for, those of outer loops first; absent outside of loops. Of a list, the first 20 elements are shown.',
        example: ['admins'],
      }),
    outcome: z.enum(['passed', 'skipped', 'failed']).meta({ description: '`skipped`: its `when` is not true.' }),
    output: freeJson.optional().meta({ description: 'What later steps read as `steps.ID`.' }),
    writes: z.record(z.string(), z.json()).optional().meta({ description: 'What an action would write.' }),
    asks: z
      .object({
        object: z.string().meta({ description: 'The object that is searched.' }),
        key: z.string().meta({ description: 'The field that it is searched by.' }),
        by: z.string().nullable().meta({
          description: 'The value to find; null where the item has none, and nothing is asked.',
        }),
      })
      .optional()
      .meta({ description: 'What a look-up would ask.' }),
    lists: z
      .object({
        object: z.string().meta({ description: 'The object that is read.' }),
        limit: z.number().meta({ description: 'Most records that are given.' }),
        where: z.record(z.string(), z.json()).nullable().meta({
          description: 'The values of the fields; null where the item lacks one, and nothing is asked.',
        }),
        options: z.record(z.string(), z.json()).optional().meta({ description: 'The options of the item, by paths.' }),
      })
      .optional()
      .meta({ description: 'Which records a list would ask for.' }),
    waits: z
      .object({
        for: z
          .enum(waitKinds)
          .meta({ description: 'What ends it: a time, an answer, its batch, or another integration.' }),
        seconds: z.number().optional().meta({ description: 'How long at most.' }),
        until: z.string().optional().meta({ description: 'Until when.' }),
        message: z.string().optional().meta({ description: 'What approvers are asked.' }),
        integration_id: z.string().optional().meta({ description: 'Of `call` and `sync`: the other integration.' }),
        input: z
          .record(z.string(), z.json())
          .optional()
          .meta({ description: 'Of `call`: what the other integration would be given.' }),
      })
      .optional()
      .meta({ description: 'What a wait would wait for.' }),
    error: recordError.optional().meta({ description: 'Why it fails.' }),
  })
  .meta({ id: 'PreviewedStep', description: 'A step, and what it would do.' });

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

function toError({ code, field, message }: RecordProblem): z.infer<typeof recordError> {
  return { code, ...(field === undefined ? {} : { field }), message };
}
