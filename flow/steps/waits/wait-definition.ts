import { z } from 'zod';
import { freeJson } from '../../../core/json/free-json.ts';
import { approvers, duration, escalateSchema, remindersSchema } from '../../../engine/approvals/approver-schemas.ts';
import { searchShape } from '../searches/search.ts';
import { recordSchemaSchema } from '../../../transforms/validation/index.ts';

const quorumMax = 20;

const formula = z.string().min(1).max(10_000);

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

export const lookBackDefault = '5m';

const eventSchema = z
  .strictObject({
    integration_id: z.string().min(1).max(255).optional().meta({
      description:
        'Id or name of the integration that takes what is delivered: its source has a `payload`. Default: this integration.',
    }),
    key: formula.meta({
      description:
        'A formula that gives the key of what is waited for, as `key` of the source of that integration makes it: the value of its field, or a list of the values of its fields.',
      example: 'string(steps.order.id)',
    }),
    look_back: duration.optional().meta({
      description: `What was delivered so long before the item came to the wait counts as well. Default: ${lookBackDefault}.`,
      example: '1h',
    }),
  })
  .meta({ id: 'FlowEvent', description: 'A delivery that items wait for, by its key.' });

export const waitSchema = z
  .strictObject({
    for: z
      .string()
      .regex(
        /^(?:approval|callback|event|[1-9]\d{0,5}[smhd])$/,
        'Must be `approval`, `callback`, `event`, or a length of time: 30s, 15m, 2h or 3d.',
      )
      .optional()
      .meta({
        description:
          'How long to wait (`3d`), `approval`: until somebody has decided, `callback`: until another system has posted to `callbacks.ID`, or `event`: until something was delivered.',
        example: '3d',
      }),
    until: formula.optional().meta({
      description:
        'A formula that gives the time to wait for: a timestamp, or text with its offset. With `check`: a condition over `result`, what was found.',
      example: "timestampIn(record.start_date, 'Europe/Berlin')",
    }),
    of: approvers.optional().meta({
      description:
        'With `approval`: who may decide. All of them need the scope `runs:approve` too. Default: `anyone` who has it.',
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
    scope: z.enum(['item', 'run']).optional().meta({
      description:
        'With `approval`: whether each item is decided on by itself (`item`, default), or all items of the run that wait at the step at once (`run`).',
    }),
    reminders: remindersSchema.optional(),
    escalate: escalateSchema.optional(),
    check: checkSchema.optional(),
    event: eventSchema.optional(),
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
