import type { FlowStep } from '../../client/operations.data.ts';

/** Members that every step may have, and those that come with the member that tells the kind. */
type OtherMember =
  | ('id' | 'was' | 'name' | 'when' | 'timeout' | 'on_error' | 'retry' | 'only_in' | 'not_in')
  | ('undo' | 'else' | 'as' | 'key' | 'max' | 'collect' | 'steps' | 'join' | 'finally');

/** The kinds of step: a kind that the API gains is one here, too. */
export type FlowStepKind = Exclude<keyof FlowStep, OtherMember>;

/** Steps within a step, and what an item goes through them for. */
export interface FlowBranchView {
  /** Which member of the step it is: `condition 0`. */
  key: string;
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
  const branches: { key: string; words: string; steps: readonly FlowStep[] | undefined }[] = [
    ...condition.map((branch, at) => ({ key: `condition ${at}`, words: `if ${branch.when}`, steps: branch.steps })),
    { key: 'else', words: 'else', steps: rest },
    { key: 'steps', words: `each ${step.as ?? 'element'}`, steps },
    ...parallel.map((branch, at) => ({ key: `parallel ${at}`, words: branch.name, steps: branch.steps })),
    { key: 'scope', words: 'together', steps: scope },
    { key: 'batch', words: 'once for all', steps: batch?.steps },
    { key: 'finally', words: 'finally', steps: last },
    { key: 'on_error', words: 'if it fails', steps: Array.isArray(onError) ? onError : undefined },
  ];
  return branches.flatMap(({ steps: list, ...branch }) =>
    list === undefined || list.length === 0 ? [] : [{ ...branch, steps: list }],
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
