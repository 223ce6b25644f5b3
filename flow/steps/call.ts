import { z } from 'zod';
import { anyField, fieldOf, type FieldType } from '../../transforms/schema/field-type.ts';
import { compileMembers, countMembers, memberShape } from '../compile/compile-members.ts';
import type { CalledIntegration } from '../compile/flow-parts.ts';
import type { WaitEnding, WaitOutcome, WaitStep } from '../flow.ts';
import { describeFailure } from './calls/call-ending.ts';
import type { retrySchema } from './retry.ts';
import type { CompiledStep, StepKind, StepSite } from './step-kind.ts';

export const callSchema = z
  .strictObject({
    integration_id: z.string().min(1).max(255).meta({
      description: 'Id or name of the other integration. It has a `payload`, and is active when it is called.',
    }),
    ...memberShape,
    detached: z.boolean().optional().meta({
      description:
        'Whether the item goes on as soon as a run is made, and the other one goes its own way. Default: it waits for the end.',
    }),
  })
  .refine(({ mapping, set }) => mapping !== undefined || set !== undefined, 'Give `mapping`, `set`, or both.')
  .meta({
    id: 'FlowCall',
    description: 'Sends a record, which `mapping` and `set` make, through the steps of another integration.',
  });

export type CallDefinition = z.infer<typeof callSchema>;

export interface CallMembers {
  id: string;
  call?: CallDefinition | undefined;
  retry?: z.infer<typeof retrySchema> | undefined;
}

/** Gives another integration an input, and waits for what becomes of it. Its output is `{ status, item_id, run_id, response }`. */
export const call: StepKind<CallMembers> = {
  name: 'call',
  others: ['retry'],
  hasOutput: () => true,
  compile: ({ call: definition }, site) => definition && compileCall(definition, site),
  rewrite: ({ call: definition }, { rules, integration }) => {
    if (definition === undefined) return {};
    const { integration_id: named, mapping } = definition;
    return { call: { ...definition, integration_id: integration(named), ...(mapping && { mapping: rules(mapping) }) } };
  },
  summarize: ({ call: definition }) =>
    definition && {
      kind: 'call',
      integration_id: definition.integration_id,
      detached: definition.detached ?? false,
      rules: countMembers(definition),
    },
};

function compileCall(
  { integration_id: integration, detached = false, ...members }: CallDefinition,
  site: StepSite,
): CompiledStep {
  const { id, at, flow, findings } = site;
  const called = flow.calls.get(id);
  if (called !== undefined && called.key === undefined) {
    const message =
      'This integration reads its source and takes no input. Give its source a `payload`, or run it with `sync`.';
    findings.problems.push({ path: `${at}.call.integration_id`, code: 'takes_no_input', message });
  }
  const review = flow.review && {
    target: flow.review.get(id),
    write: called?.key && { operation: 'create' as const, needs: called.key },
  };
  const { mapping } = compileMembers(members, `${at}.call`, site, review);
  const output = outputOf(detached, called);
  if (mapping === undefined) return { output };
  const begin: WaitStep['begin'] = (context, environment) => {
    const made = mapping.apply(context, environment);
    if (!made.ok) return made;
    return { ok: true, request: { kind: 'call', call: { integration, detached, input: made.value } } };
  };
  return {
    output,
    make: () => () => ({ kind: 'wait', release: false, begin, end: (ending) => endCall(ending, detached) }),
  };
}

/** An ending without an outcome is that of a preview: all went well. */
function endCall({ answer }: WaitEnding, detached: boolean): WaitOutcome {
  const {
    outcome = detached ? 'started' : 'succeeded',
    item_id: itemId = null,
    run_id: runId = null,
    response = null,
  } = answer;
  if (outcome === 'succeeded' || outcome === 'skipped' || outcome === 'started') {
    return { status: 'passed', output: { status: outcome, item_id: itemId, run_id: runId, response } };
  }
  return { status: 'failed', problem: describeFailure(answer) };
}

/** Nobody can say that the item comes to a step which responds. */
function outputOf(detached: boolean, called: CalledIntegration | undefined) {
  const nothing = fieldOf([], { mayBeNull: true });
  const { response = nothing } = called ?? { response: anyField };
  const members: [string, FieldType][] = [
    ['status', fieldOf(['string'], { values: detached ? ['started'] : ['succeeded', 'skipped'] })],
    ['item_id', fieldOf(['string'])],
    ['run_id', fieldOf(['string'])],
    ['response', detached ? nothing : { ...response, mayBeNull: true, mayLack: false }],
  ];
  return fieldOf(['object'], { members: new Map(members), isClosed: true });
}
