import { z } from 'zod';
import { durationPattern } from '../../../engine/schedule/duration.ts';
import { recordSchemaSchema } from '../../../transforms/validation/index.ts';

const approversMax = 100;
const quorumMax = 20;

const duration = z.string().regex(durationPattern, 'Must be a whole number and its unit: 30s, 15m, 2h or 3d.');
const formula = z.string().min(1).max(10_000);
const approver = z
  .string()
  .regex(
    /^(?:anyone|role:[a-z]+|member:usr_[0-9a-z]{26}|key:(?:key|cli)_[0-9a-z]{26})$/,
    'Must be `role:approver` or another role, `member:usr_…`, `key:key_…`, or `anyone`.',
  );

export const waitSchema = z
  .strictObject({
    for: z
      .string()
      .regex(/^(?:approval|[1-9]\d{0,5}[smhd])$/, 'Must be `approval`, or a length of time: 30s, 15m, 2h or 3d.')
      .optional()
      .meta({
        description: 'How long to wait (`3d`), or `approval`: until somebody has decided.',
        example: '3d',
      }),
    until: formula.optional().meta({
      description: 'A formula that gives the time to wait for: a timestamp, or text with its offset.',
      example: "timestampIn(record.start_date, 'Europe/Berlin')",
    }),
    of: z
      .array(approver)
      .min(1)
      .max(approversMax)
      .optional()
      .meta({
        description:
          'With `approval`: who may decide. Whoever may needs the scope `runs:approve` too. Default: `anyone` who has it.',
        example: ['role:approver'],
      }),
    message: formula.optional().meta({
      description: 'With `approval`: a formula that gives what is asked. It is shown to everybody who may read runs.',
      example: "'Account for ' + record.name + '?'",
    }),
    form: recordSchemaSchema.optional().meta({
      description:
        'With `approval`: a JSON Schema of the values that come with it, which later steps read as `steps.ID.form`.',
    }),
    quorum: z.int().min(1).max(quorumMax).optional().meta({
      description: 'With `approval`: how many have to approve; the first who rejects decides alone. Default 1.',
    }),
    not_by: z.enum(['requester']).optional().meta({
      description: 'With `approval`: `requester` keeps who started the run from deciding.',
    }),
    timeout: duration.optional().meta({
      description: 'How long to wait for an answer at most. Default: without end.',
      example: '3d',
    }),
    on_timeout: z.enum(['reject', 'approve', 'continue', 'fail']).optional().meta({
      description:
        'What the end of that time counts as. For an approval `reject` (default), `approve`, `continue` or `fail`; otherwise `fail` (default) or `continue`.',
    }),
    on_reject: z.enum(['skip', 'continue', 'fail']).optional().meta({
      description:
        'With `approval`: what becomes of an item that is rejected. `skip` (default) ends it as skipped, `continue` goes on to the next step, `fail` fails the step.',
    }),
    release: z.boolean().optional().meta({
      description: 'Whether newer items of the record pass while this one waits. Default: they wait behind it.',
    }),
  })
  .meta({ id: 'FlowWait', description: 'Lets items wait, for a time or for an answer.' });

export type WaitDefinition = z.infer<typeof waitSchema>;
