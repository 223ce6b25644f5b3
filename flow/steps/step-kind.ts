import type { Findings } from '../../engine/compile/findings.ts';
import type { OperationName } from '../../core/records.ts';
import type { RunEnvironment } from '../../engine/run-environment.ts';
import type { MappingRule } from '../../transforms/rules.ts';
import type { FieldType } from '../../transforms/schema/field-type.ts';
import type { FlowParts } from '../compile/flow-parts.ts';
import type { CallKind, WaitKind } from '../../core/enums.ts';
import type { Names, Output } from '../compile/names.ts';
import type { ActionStep, FindStep, ListStep, PureStep, SplitStep, WaitStep } from '../flow.ts';

/** Where a step stands while it is compiled. */
export interface StepSite {
  id: string;
  /** Path of the step in the definition: `steps[2].condition[0].steps[1]`. */
  at: string;
  /** What its formulas and paths may read. */
  names: Names;
  /** What the whole flow has in common. */
  flow: FlowParts;
  findings: Findings;
  /** Children of items go through the step. */
  isOfChild: boolean;
}

/** Where an item may go on behind a step: ids of steps; `undefined` where the flow ends. */
export interface Links {
  next: string | undefined;
  /** The first step of each of its lists, or what follows an empty one: nothing, where children go through it. */
  lists: readonly (string | undefined)[];
}

type Own<Step> = Omit<Step, 'id' | 'order' | 'next' | 'within' | 'when' | 'onError' | 'retry' | 'timeoutMs'>;
/** What a step of a flow is, apart from what all have. */
export type StepBody = Own<PureStep> | Own<ActionStep> | Own<FindStep> | Own<ListStep> | Own<SplitStep> | Own<WaitStep>;

type Outputs = Names['outputs'];

export interface CompiledStep {
  /** Type of what it leaves as `steps.ID`; absent where that is nothing. */
  output?: FieldType | undefined;
  /** No item goes on behind it. */
  ends?: true;
  /** Gives the step of a run; absent where something is wrong with it. */
  make?: ((links: Links) => ((environment: RunEnvironment) => StepBody) | undefined) | undefined;
  /** Gives the step that undoes it, where it has one. */
  undo?: ((environment: RunEnvironment) => StepBody) | undefined;
  /** Given for a step whose lists are gone through by children of the item. */
  children?: Children | undefined;
}

export interface Children {
  /** What those may read that go through the next list. @param ends As of `join`, of the lists before. */
  names(ends: readonly (Outputs | undefined)[]): Names;
  /**
   * The outputs that there may be behind the step.
   *
   * @param ends The outputs that there may be at the end of each list; `undefined` where no child comes to it.
   */
  join(ends: readonly (Outputs | undefined)[]): Outputs | undefined;
  /** The same where the step failed. */
  failed(ends: readonly (Outputs | undefined)[]): Outputs;
}

/** The outputs behind lists all of which were gone through to the end. */
export function withAll(outputs: Outputs, ends: readonly (Outputs | undefined)[]): Outputs {
  return new Map([...outputs, ...ends.flatMap((end) => [...(end ?? [])])]);
}

/** The outputs behind lists of which nobody knows how far they were gone through. */
export function joinUncertain(outputs: Outputs, ends: readonly (Outputs | undefined)[]): Outputs {
  const joined = new Map(outputs);
  for (const [id, output] of withAll(new Map(), ends)) {
    if (!outputs.has(id)) joined.set(id, { ...output, isCertain: false });
  }
  return joined;
}

/** An output that every item has behind its step. */
export function withCertain(outputs: Outputs, id: string, field: FieldType): ReadonlyMap<string, Output> {
  return new Map(outputs).set(id, { field, isCertain: true });
}

/** A list of steps within a step. */
export interface StepList<Step> {
  /** Relative to the step: `condition[0].steps`. */
  at: string;
  steps: readonly Step[];
}

/** Changes steps, those within them included. */
export interface Rewrite<Step> {
  rules(rules: MappingRule[]): MappingRule[];
  steps(steps: Step[]): Step[];
  /** Gives the id of an integration that is named. */
  integration(named: string): string;
  /** Gives the id of a calendar that is named. */
  calendar(named: string): string;
}

/** A part of a workflow as `GET /workflows` shows it. */
export type StepSummary =
  | {
      kind: 'action';
      operation: 'find' | 'list' | OperationName;
      connection_id: string;
      object: string;
    }
  | { kind: 'transform'; type: 'mapping'; rules: number }
  | { kind: 'condition'; branches: number }
  | { kind: 'for_each'; max: number }
  | { kind: 'parallel'; branches: number; join: 'all' | 'any' }
  | { kind: 'scope' }
  | { kind: 'batch'; max: number }
  | { kind: 'wait'; for: Exclude<WaitKind, CallKind | 'batch' | 'retry'> }
  | { kind: 'call'; integration_id: string; detached: boolean; rules: number }
  | { kind: 'sync'; integration_id: string }
  | { kind: 'respond'; status: number };

/** One kind of step. `Members` are those that a step of this kind has, `Step` the steps within it. */
export interface StepKind<Members, Step = Members> {
  /** The member that tells the kind. */
  name: keyof Members & string;
  /** Members that it may have besides. */
  others?: readonly (keyof Members & string)[];
  /** Whether it leaves something as `steps.ID`. */
  hasOutput(step: Members): boolean;
  /** @returns `undefined` for a step of another kind. */
  compile(step: Members, site: StepSite): CompiledStep | undefined;
  /** Lists of steps that it has: an item goes through one of them, or its children do. */
  lists?(step: Members): readonly StepList<Step>[];
  /** The same step, with what `by` makes of its mapping rules and of its lists of steps: of its own members, those that change. */
  rewrite?(step: Members, by: Rewrite<Step>): Partial<Members>;
  /** What `GET /workflows` shows of it; `undefined` for nothing, and for a step of another kind. */
  summarize(step: Members): StepSummary | undefined;
}
