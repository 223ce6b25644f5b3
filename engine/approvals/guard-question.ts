import { z } from 'zod';
import type { FieldError } from '../../core/errors.ts';
import type { ApprovalNotice } from '../../core/pure/approval-notice.ts';
import { approvers, escalateSchema, remindersSchema } from './approver-schemas.ts';
import { checkNotices, planNotices } from './notices.ts';

/** Who decides on what a guard holds back. */
export const guardApprovalSchema = z
  .strictObject({
    of: approvers.optional().meta({
      description: 'Who may decide. All of them need the scope `runs:approve` too. Default: `anyone` who has it.',
      example: ['role:approver'],
    }),
    not_by: z
      .enum(['requester'])
      .optional()
      .meta({ description: '`requester` keeps who started the run from deciding.' }),
    reminders: remindersSchema.optional(),
    escalate: escalateSchema.optional(),
  })
  .meta({ id: 'GuardApproval', description: 'Who decides on what a run holds back, and when they are reminded.' });

/** What people are asked where a guard holds changes back. */
export interface GuardQuestion {
  /** `{count}` stands for how many records it is about. */
  message: string;
  approvers: readonly string[];
  notByRequester: boolean;
  notices: readonly ApprovalNotice[];
}

/** Compiles the question of a guard; what is wrong with its times is added to `problems`. @param at Path of the guard. */
export function compileGuardQuestion(
  definition: z.infer<typeof guardApprovalSchema> = {},
  message: string,
  { at, problems }: { at: string; problems: FieldError[] },
): GuardQuestion {
  checkNotices(definition, `${at}.approval`, problems);
  const { of = ['anyone'], not_by: notBy } = definition;
  return { message, approvers: of, notByRequester: notBy === 'requester', notices: planNotices(definition) };
}
