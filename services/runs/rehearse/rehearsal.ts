import { z } from 'zod';
import { itemStatuses } from '../../../core/enums.ts';
import { toId } from '../../../core/ids.ts';
import { type Rehearsed, rehearsed } from '../../../core/runs/rehearsals.ts';
import { recordError } from '../../../core/runs/previews.ts';
import { idOf } from '../../shared/schemas.ts';
import { unsavedDefinition } from '../../integrations/read-definition.ts';

/** Most that one request rehearses: a worker does it while the caller waits. */
export const rehearsedMax = 20;

const ids = z.array(z.string()).min(1).max(rehearsedMax).optional();

export const rehearseRunInput = z
  .strictObject({
    definition: unsavedDefinition.optional(),
    revision: z.int().min(1).max(2_147_483_647).optional().meta({
      description: 'A revision of the integration. Default: the newest one, whether it is active or not.',
    }),
    draft: z.literal(true).optional().meta({
      description: 'What the person who asks has not saved yet of the integration. Programs have no drafts.',
    }),
    item_ids: ids.meta({ description: 'Of a run with steps: these items of it, whatever their status.' }),
    record_ids: ids.meta({ description: 'Of a run with one mapping: these failed records of it.' }),
    status: z
      .enum([...itemStatuses, 'any'])
      .optional()
      .meta({ description: 'Of a run with steps: items of this status. Default `failed`.' }),
    after: z
      .string()
      .optional()
      .meta({ description: 'Only those behind this item or failed record: the `next` of the answer before.' }),
    limit: z
      .int()
      .min(1)
      .max(rehearsedMax)
      .optional()
      .meta({ description: `At most so many, the oldest first. Default ${rehearsedMax}.` }),
  })
  .meta({
    id: 'RehearsalInput',
    description: 'What is rehearsed: at most one of `definition`, `revision` and `draft`; and with what.',
  });

export type RehearseRunInput = z.infer<typeof rehearseRunInput>;

const rehearsedRecord = rehearsed
  .omit({ id: true })
  .extend({
    item_id: idOf('item').optional().meta({ description: 'The item. Absent for an integration with one mapping.' }),
    record_id: idOf('deadLetter').optional().meta({
      description: 'The failed record. Absent for an integration with steps.',
    }),
    key: z.string().optional().meta({ description: 'The key of the record. Absent where it has no usable one.' }),
    label: z.string().optional().meta({ description: 'What `label` of the integration names it for people.' }),
    was: z
      .object({
        status: z.enum(itemStatuses).meta({ description: 'How it ended, or where it stands.' }),
        step: z.string().optional().meta({ description: 'The step at which it stands, or that failed.' }),
        error: recordError.optional().meta({ description: 'Why it failed there last.' }),
      })
      .meta({ description: 'What became of it in the run.' }),
    outcome: rehearsed.shape.outcome.meta({
      description:
        'How it would end, as far as the hub can tell: `succeeded`, `skipped` or `failed` with steps, else `mapped`, `filtered` or `failed`.',
    }),
    errors: rehearsed.shape.errors.meta({ description: 'Why it would fail.' }),
    mapped: rehearsed.shape.mapped.meta({ description: 'With one mapping: what the target would be given.' }),
    steps: rehearsed.shape.steps.meta({ description: 'With steps: those that it would go through, in their order.' }),
    differences: rehearsed.shape.differences.meta({
      description: 'What would be otherwise than in the run. Empty: the same would happen.',
    }),
    compared: rehearsed.shape.compared.meta({
      description: 'False where the revision of the run does not compile any more: then nothing tells what it writes.',
    }),
    same_as_failed: rehearsed.shape.same_as_failed.meta({
      description:
        'It failed, and the definition does the very same with it as the revision that failed: the reason lies outside, in what a system answered. It fails again unless that has changed.',
    }),
    retry_misses: rehearsed.shape.retry_misses.meta({
      description:
        'A step before the one that failed, which would give something else than it gave in the run. A retry begins at the step that failed and does not go through it again: move the item to this step instead.',
    }),
    masked: rehearsed.shape.masked.meta({ description: 'Some values are shown as their shapes, such as `text(5)`.' }),
    truncated: rehearsed.shape.truncated.meta({
      description: 'Some values or steps are left out: together they are more than is shown at once.',
    }),
  })
  .meta({ id: 'RehearsedItem', description: 'What would become of one input of a run, and what became of it.' });

export type RehearsedRecord = z.infer<typeof rehearsedRecord>;

export const rehearsalRecord = z
  .object({
    run_id: idOf('run'),
    integration_id: idOf('integration'),
    run_revision: z.int().meta({ description: 'The revision that the run carried out.' }),
    rehearsed: z.enum(['revision', 'draft', 'definition']).meta({ description: 'What was rehearsed.' }),
    revision: z.int().optional().meta({ description: 'The revision that was rehearsed; absent for others.' }),
    items: z.array(rehearsedRecord).meta({ description: 'The items, or the failed records, the oldest first.' }),
    next: z.string().optional().meta({ description: 'There are more: send it as `after`.' }),
  })
  .meta({ id: 'Rehearsal', description: 'A definition played against what a run was given, without any effect.' });

export type RehearsalRecord = z.infer<typeof rehearsalRecord>;

/** An input of a run, with what became of it. */
export interface Subject {
  kind: 'item' | 'record';
  /** UUID. */
  id: string;
  key: string | null;
  label: string | null;
  was: RehearsedRecord['was'];
}

export function toRehearsedRecord(
  { kind, id, key, label, was }: Subject,
  { id: _id, ...rest }: Rehearsed,
): RehearsedRecord {
  return {
    ...(kind === 'item' ? { item_id: toId('item', id) } : { record_id: toId('deadLetter', id) }),
    ...(key === null ? {} : { key }),
    ...(label === null ? {} : { label }),
    was,
    ...rest,
  };
}
