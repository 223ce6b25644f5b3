import { z } from 'zod';
import {
  callKinds,
  namedOperations,
  waitKinds,
  workflowTypes,
  type WorkflowType,
  writeOperations,
} from '../../core/enums.ts';
import { triggerSchema } from '../../engine/definition.ts';
import type { Definition } from '../../flow/definition.ts';
import { describeSteps } from '../../flow/describe-steps.ts';
import { describeStages } from '../../engine/stages/describe-stages.ts';
import { triggerIdOf } from './name-triggers.ts';

const stepOf = {
  step: z.string().optional().meta({ description: 'Id of the step that it is, in an integration with `steps`.' }),
};

/** The parts of a workflow, in the order in which a record meets them. @see docs/integrations.md */
export const componentRecord = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('trigger'),
      type: z.enum(workflowTypes),
      definition: triggerSchema
        .optional()
        .meta({ description: 'As the integration has it. Absent where the integration does not list it.' }),
    }),
    z.object({
      kind: z.literal('action'),
      operation: z.enum(['read', 'find', 'list', ...writeOperations, ...namedOperations]),
      connection_id: z.string(),
      object: z.string(),
      ...stepOf,
    }),
    z.object({
      kind: z.literal('transform'),
      type: z.enum(['filter', 'flatten', 'enrich', 'script', 'aggregate', 'mapping']),
      rules: z.number().int().optional(),
      ...stepOf,
    }),
    z.object({
      kind: z.literal('condition'),
      branches: z.number().int().meta({ description: 'How many branches it has, `else` not included.' }),
      ...stepOf,
    }),
    z.object({
      kind: z.literal('for_each'),
      max: z.number().int().meta({ description: 'How many elements it takes at most.' }),
      ...stepOf,
    }),
    z.object({
      kind: z.literal('parallel'),
      branches: z.number().int().meta({ description: 'How many branches it has.' }),
      join: z
        .enum(['all', 'any'])
        .meta({ description: 'Whether items go on behind all branches, or behind the first.' }),
      ...stepOf,
    }),
    z.object({ kind: z.literal('scope'), ...stepOf }),
    z.object({
      kind: z.literal('batch'),
      max: z.number().int().meta({ description: 'How many items a batch has at most.' }),
      ...stepOf,
    }),
    z.object({
      kind: z.literal('wait'),
      for: z
        .enum(waitKinds)
        .exclude(['batch', 'retry', ...callKinds])
        .meta({ description: 'What items wait for.' }),
      ...stepOf,
    }),
    z.object({
      kind: z.literal('call'),
      integration_id: z.string().meta({ description: 'The integration that it gives an input to.' }),
      detached: z.boolean().meta({ description: 'Whether items go on without waiting for the end.' }),
      rules: z.int().meta({ description: 'How many rules make the input.' }),
      ...stepOf,
    }),
    z.object({
      kind: z.literal('sync'),
      integration_id: z.string().meta({ description: 'The integration that it runs.' }),
      ...stepOf,
    }),
    z.object({
      kind: z.literal('respond'),
      status: z.int().meta({ description: 'Status of the answer.' }),
      ...stepOf,
    }),
    z.object({
      kind: z.literal('error_handler'),
      record: z
        .enum(['dead_letter', 'fail'])
        .optional()
        .meta({ description: 'What happens to records that fail. Absent for the handler of one step.' }),
      abort_above_percent: z.number().optional(),
      action: z.enum(['continue', 'steps', 'undo']).optional().meta({
        description:
          'Of the handler of one step: continue, go through steps of its own first, or undo what the steps of the scope created.',
      }),
      ...stepOf,
    }),
  ])
  .meta({ id: 'WorkflowComponent' });

export type ComponentRecord = z.infer<typeof componentRecord>;

/**
 * Tells what a workflow of this type does, step by step; what a draft does not say yet is left out.
 *
 * @param triggerId Of its trigger within the definition.
 */
export function listComponents(type: WorkflowType, triggerId: string, definition: Definition): ComponentRecord[] {
  const { source, target, on_error: onError } = definition;
  const trigger = definition.triggers?.find((listed) => triggerIdOf(listed) === triggerId);
  const components: ComponentRecord[] = [
    { kind: 'trigger', type, ...(trigger === undefined ? {} : { definition: trigger }) },
  ];
  if (source !== undefined) {
    components.push({ kind: 'action', operation: 'read', connection_id: source.connection_id, object: source.object });
  }
  components.push(...describeStages(definition).map((stage) => ({ kind: 'transform' as const, ...stage })));
  components.push(...describeSteps(definition));
  if (target !== undefined) {
    components.push({
      kind: 'action',
      operation: target.operation,
      connection_id: target.connection_id,
      object: target.object,
    });
  }
  components.push({
    kind: 'error_handler',
    record: onError?.record ?? 'dead_letter',
    ...(onError?.abort_above_percent === undefined ? {} : { abort_above_percent: onError.abort_above_percent }),
  });
  return components;
}
