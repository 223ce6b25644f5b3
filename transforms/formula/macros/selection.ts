import type { JsonObject } from '../../../core/json.ts';
import { checkCondition, refuseCondition } from '../compile/compile-logic.ts';
import type { Scope } from '../compile/scope.ts';
import type { Node } from '../syntax/nodes.ts';
import type { Run } from '../values/run.ts';
import type { Loop } from './loop.ts';

/** The condition of a macro that leaves turns out. */
export interface Selection {
  readonly cost: number;
  /** A condition that is null counts as not true. */
  includes(record: JsonObject, run: Run): boolean;
}

const everything: Selection = { cost: 0, includes: () => true };

/** Compiles a condition over a loop's variables; without one every turn is included. */
export function compileSelection(node: Node | undefined, loop: Loop, scope: Scope): Selection {
  if (node === undefined) return everything;
  const { code, cost } = checkCondition(node, loop.inner.compile(node), scope);
  const locate = scope.locator(node);
  return {
    cost,
    includes(record, run) {
      const decision = code(record, run);
      if (decision === true) return true;
      if (decision === false || decision === null || decision === undefined) return false;
      throw refuseCondition(decision, locate);
    },
  };
}
