import { z } from 'zod';
import type { PureOutcome } from '../flow.ts';
import type { StepKind } from './step-kind.ts';

export const stopSchema = z
  .union([
    z.enum(['succeeded', 'skipped']),
    z.strictObject({
      failed: z.strictObject({
        code: z
          .string()
          .regex(/^[a-z][a-z0-9_]{0,63}$/, 'Must be a word of lower-case letters, digits and underscores.')
          .meta({ description: 'Tells programs what is wrong.', example: 'no_licence' }),
        message: z.string().min(1).max(1000).meta({ description: 'Tells people what is wrong and what to do.' }),
      }),
    }),
  ])
  .meta({ id: 'FlowStop', description: 'Ends the item with this outcome.' });

export type StopDefinition = z.infer<typeof stopSchema>;

export interface StopMembers {
  id: string;
  stop?: StopDefinition | undefined;
}

/** Ends the item. */
export const stop: StepKind<StopMembers> = {
  name: 'stop',
  hasOutput: () => false,
  compile: ({ stop: definition }) => {
    if (definition === undefined) return undefined;
    const outcome = toOutcome(definition);
    return { ends: true, make: () => () => ({ kind: 'stop', run: () => outcome }) };
  },
  summarize: () => undefined,
};

function toOutcome(definition: StopDefinition): PureOutcome {
  return typeof definition === 'string'
    ? { status: 'ended', outcome: definition }
    : { status: 'failed', problem: definition.failed };
}
