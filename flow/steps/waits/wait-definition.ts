import { z } from 'zod';
import { freeJson } from '../../../core/json/free-json.ts';
import { durationPattern } from '../../../engine/schedule/duration.ts';
import { searchShape } from '../searches/search.ts';
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

/** How often a check asks. */
export const checkEveryDefault = '15m';
export const checkEveryMin = '1m';

const checkSchema = z
  .strictObject({
    connection_id: z.string().min(1).max(64),
    object: z.string().min(1).max(255),
    operation: z.literal('find').optional().meta({ description: 'What is asked: `find` (default).' }),
    options: z
      .record(z.string(), freeJson)
      .optional()
      .meta({ description: 'Options of the object, as a source has them.' }),
    ...searchShape,
  })
  .meta({
    id: 'FlowCheck',
    description:
      'A record that is looked up again and again, until `until` is true of it: there it is `result`, null where none is found.',
  });

export type CheckDefinition = z.infer<typeof checkSchema>;

export const waitSchema = z
  .strictObject({
    for: z
      .string()
      .regex(
        /^(?:approval|callback|[1-9]\d{0,5}[smhd])$/,
        'Must be `approval`, `callback`, or a length of time: 30s, 15m, 2h or 3d.',
      )
      .optional()
      .meta({
        description:
          'How long to wait (`3d`), `approval`: until somebody has decided, or `callback`: until another system has posted to `callbacks.ID`.',
        example: '3d',
      }),
    until: formula.optional().meta({
      description:
        'A formula that gives the time to wait for: a timestamp, or text with its offset. With `check`: a condition over `result`, what was found.',
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
    schema: recordSchemaSchema.optional().meta({
      description:
        'With `callback`: a JSON Schema that the body has to satisfy. Another body is refused, and the item waits on.',
    }),
    quorum: z.int().min(1).max(quorumMax).optional().meta({
      description: 'With `approval`: how many have to approve; the first who rejects decides alone. Default 1.',
    }),
    not_by: z.enum(['requester']).optional().meta({
      description: 'With `approval`: `requester` keeps who started the run from deciding.',
    }),
    check: checkSchema.optional(),
    every: duration.optional().meta({
      description: `With \`check\`: how often it is asked, once in ${checkEveryMin} at most. Default: ${checkEveryDefault}.`,
      example: '30m',
    }),
    timeout: duration.optional().meta({
      description: 'How long to wait for an answer at most. Required with `check`. Default: without end.',
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
