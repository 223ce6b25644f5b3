import { z } from 'zod';
import { durationPattern } from '../schedule/duration.ts';

const approversMax = 100;
const remindersMax = 20;

export const duration = z.string().regex(durationPattern, 'Must be a whole number and its unit: 30s, 15m, 2h or 3d.');

const approverForm = 'Must be `role:approver` or another role, `member:usr_…`, `key:key_…`, or `anyone`.';

const approver = z
  .string(approverForm)
  .regex(/^(?:anyone|role:[a-z]+|member:usr_[0-9a-z]{26}|key:(?:key|cli)_[0-9a-z]{26})$/, approverForm);

export const approvers = z.array(approver).min(1).max(approversMax);

export const remindersSchema = z
  .strictObject({
    after: duration.meta({ description: 'How long after it was asked people are reminded first.', example: '1d' }),
    every: duration.optional().meta({ description: 'How long after that they are again. Default: as `after`.' }),
    max: z.int().min(1).max(remindersMax).optional().meta({ description: 'How often in all. Default 3.' }),
  })
  .meta({ id: 'FlowReminders', description: 'When those who may decide are reminded of what is still open.' });

export type RemindersDefinition = z.infer<typeof remindersSchema>;

export const escalateSchema = z
  .strictObject({
    after: duration.meta({ description: 'How long after it was asked.', example: '2d' }),
    of: approvers.meta({
      description: 'Who may decide from then on, besides those in `of` of the step.',
      example: ['role:owner'],
    }),
  })
  .meta({ id: 'FlowEscalation', description: 'Who else is asked of what is still open after a time.' });

export type EscalationDefinition = z.infer<typeof escalateSchema>;
