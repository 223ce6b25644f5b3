import type { FlowStep } from '../../client/operations.data.ts';

/** Members that every step may have, and those that come with the member that tells the kind. */
type OtherMember =
  | ('id' | 'name' | 'when' | 'on_error')
  | ('undo' | 'else' | 'as' | 'key' | 'max' | 'collect' | 'steps' | 'join' | 'finally');

/** The kinds of step: a kind that the API gains is one here, too. */
export type FlowStepKind = Exclude<keyof FlowStep, OtherMember>;

/** Steps within a step, and what an item goes through them for. */
export interface FlowBranchView {
  words: string;
  steps: readonly FlowStep[];
}

/** What each kind of step is called. A step of a kind that came later than this page has none of them. */
export const flowStepKinds: readonly { kind: FlowStepKind; words: string }[] = [
  { kind: 'action', words: 'Write' },
  { kind: 'transform', words: 'Transform' },
  { kind: 'condition', words: 'Condition' },
  { kind: 'for_each', words: 'For each' },
  { kind: 'parallel', words: 'Side by side' },
  { kind: 'scope', words: 'Together' },
  { kind: 'batch', words: 'Collect' },
  { kind: 'wait', words: 'Wait' },
  { kind: 'call', words: 'Call' },
  { kind: 'sync', words: 'Run' },
  { kind: 'respond', words: 'Answer' },
  { kind: 'stop', words: 'Stop' },
];

/** What a step is called, and the icon it has: an action that only reads is called by what it does. */
export function describeFlowStep(step: FlowStep): { kind: FlowStepKind | 'find' | ''; words: string } {
  if (step.action?.operation === 'find') return { kind: 'find', words: 'Look up' };
  if (step.action?.operation === 'list') return { kind: 'find', words: 'Read' };
  return flowStepKinds.find(({ kind }) => step[kind] !== undefined) ?? { kind: '', words: 'Step' };
}

/** The lists of steps within a step, in the order in which items come to them. */
export function listFlowBranches(step: FlowStep): FlowBranchView[] {
  const { condition = [], else: rest, steps, parallel = [], scope, batch, finally: last, on_error: onError } = step;
  const branches: { words: string; steps: readonly FlowStep[] | undefined }[] = [
    ...condition.map((branch) => ({ words: `if ${branch.when}`, steps: branch.steps })),
    { words: 'else', steps: rest },
    { words: `each ${step.as ?? 'element'}`, steps },
    ...parallel.map((branch) => ({ words: branch.name, steps: branch.steps })),
    { words: 'together', steps: scope },
    { words: 'once for all', steps: batch?.steps },
    { words: 'finally', steps: last },
    { words: 'if it fails', steps: Array.isArray(onError) ? onError : undefined },
  ];
  return branches.flatMap(({ words: text, steps: list }) =>
    list === undefined || list.length === 0 ? [] : [{ words: text, steps: list }],
  );
}

/** All steps of a flow, those within others included. */
export function countFlowSteps(steps: readonly FlowStep[]): number {
  return steps.reduce(
    (sum, step) =>
      sum + 1 + listFlowBranches(step).reduce((within, branch) => within + countFlowSteps(branch.steps), 0),
    0,
  );
}
