import { z } from 'zod';
import { sameKeyModes } from '../core/enums.ts';
import { definitionSchema as shortDefinitionSchema, onErrorSchema } from '../engine/definition.ts';
import { runInputSchema } from '../engine/inputs/run-input.ts';
import { whenSchema } from './steps/condition.ts';
import { kindShape, type StepDefinition, stepKinds } from './steps/kinds.ts';
import { findTimeoutProblem, timeoutSchema } from './steps/timeout.ts';

export type { StepDefinition } from './steps/kinds.ts';

const listMax = 1000;

const stepsSchema: z.ZodType<StepDefinition[]> = z.lazy(() => z.array(stepSchema).max(listMax));

const stepId = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9_]{0,63}$/,
    'Must be a word of letters, digits and underscores that begins with a letter: account.',
  );

/** One step of a flow. */
const stepSchema: z.ZodType<StepDefinition> = z
  .strictObject({
    id: stepId.meta({
      description:
        'A word that no other step of the flow has. Later steps read the output as `steps.ID`, and the hub knows what the step wrote by it: keep it, or say what it `was`.',
      example: 'account',
    }),
    was: stepId.optional().meta({
      description:
        'The id that the step had in the revision before. It keeps what it wrote, and items that stand there go on with it.',
      example: 'user',
    }),
    name: z.string().min(1).max(255).optional().meta({ description: 'For people.' }),
    when: whenSchema.optional().meta({
      description: 'A formula. Items for which it is not true skip the step; where it fails, the item fails.',
      example: "record.status == 'active'",
    }),
    timeout: timeoutSchema.optional(),
    ...kindShape(stepsSchema),
    on_error: z
      .union([z.enum(['fail', 'continue', 'undo']), stepsSchema])
      .optional()
      .meta({
        description:
          'If the step fails: fail the item (default), continue with the next step, or go through these steps first, which can read `error.code`, `error.message` and `error.step`. A scope can also `undo` what its steps created; the item fails then.',
      }),
  })
  .superRefine(checkKind)
  .meta({ id: 'FlowStep', description: 'One step of a flow: of exactly one kind.' });

function checkKind(step: StepDefinition, context: z.RefinementCtx): void {
  const untimed = findTimeoutProblem(step);
  if (untimed !== undefined) context.addIssue({ code: 'custom', path: ['timeout'], message: untimed });
  if (step.on_error === 'undo' && step.scope === undefined) {
    const message = 'Only a scope can undo what its steps created. Put the steps into a `scope` with this `on_error`.';
    context.addIssue({ code: 'custom', path: ['on_error'], message });
  }
  const names = stepKinds.map(({ name }) => name);
  const given = names.filter((name) => step[name] !== undefined);
  if (given.length !== 1) {
    const found = given.length === 0 ? 'has none of them' : `has ${listNames(given, 'and')}`;
    const message = `A step has exactly one of ${listNames(names, 'and')}; this one ${found}.`;
    context.addIssue({ code: 'custom', message });
    return;
  }
  const own = stepKinds.find(({ name }) => name === given[0])?.others ?? [];
  const others = new Set(stepKinds.flatMap((kind) => kind.others ?? []));
  for (const stray of others) {
    if (step[stray] === undefined || own.includes(stray)) continue;
    const owners = stepKinds.filter((kind) => kind.others?.includes(stray) === true).map(({ name }) => name);
    const message = `Only a step with ${listNames(owners, 'or')} can have \`${stray}\`.`;
    context.addIssue({ code: 'custom', path: [stray], message });
  }
}

function listNames(names: readonly string[], word: string): string {
  const quoted = names.map((name) => `\`${name}\``);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} ${word} ${quoted.at(-1) ?? ''}`;
}

/** The stored shape of an integration: of one mapping to one target, or of a flow. */
export const definitionSchema = shortDefinitionSchema.extend({
  steps: z.array(stepSchema).min(1).max(listMax).optional().meta({
    description: 'What each change of a record goes through, instead of `target` and `mapping`.',
  }),
  input: runInputSchema.optional().meta({
    description: 'Only with `steps` and without `source`. What runs are given, and formulas read as `input`.',
  }),
  on_error: onErrorSchema
    .extend({
      // oxlint-disable-next-line unicorn/no-thenable -- A list: nothing calls it.
      then: z.array(stepSchema).min(1).max(listMax).optional().meta({
        description: 'Only with `steps`. Steps that a run goes through once at its end if items of it failed.',
      }),
    })
    .meta({ id: 'IntegrationErrorPolicy' })
    .optional()
    .meta({ description: 'What happens to records that cannot be processed.' }),
  finally: z.array(stepSchema).min(1).max(listMax).optional().meta({
    description:
      'Only with `steps`. Steps that each run goes through once at its end, whether items of it failed or not.',
  }),
  same_key: z.enum(sameKeyModes).optional().meta({
    description:
      'Only with `steps`. Of the changes of a record that come while an earlier one is on its way: the newest goes next (`latest`), or all do, one after the other (`all`). Default: `latest`; `all` with `payload` of the source.',
  }),
  label: z.string().min(1).max(10_000).optional().meta({
    description:
      'Only with `steps`. A formula that names items for people, over what an item is made of. Stored in clear text, and shown to all who may see runs: no secrets.',
    example: "record.first_name + ' ' + record.last_name",
  }),
  interrupt: whenSchema.optional().meta({
    description:
      "Only with `steps`. A formula over a newer item of a record that has one on its way: where it is true, the earlier one ends before its next step. Default: `change == 'deleted'`.",
    example: "change == 'deleted' || record.status == 'left'",
  }),
});

export type Definition = z.infer<typeof definitionSchema>;
