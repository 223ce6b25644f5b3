import { checkCondition, refuseCondition } from '../compile/compile-logic.ts';
import type { Code } from '../compile/operand.ts';
import type { Locator, Scope } from '../compile/scope.ts';
import type { Node } from '../syntax/nodes.ts';
import type { Maybe } from '../values/value.ts';
import type { Loop } from './loop.ts';

/** The condition by which a macro skips items. */
export interface Selection {
  readonly cost: number;
  readonly test: Code;
  readonly locate: Locator;
}

/** Compiles a condition over a loop's variables; without one every item is included. */
export function compileSelection(node: Node | undefined, loop: Loop, scope: Scope): Selection {
  if (node === undefined) return { cost: 0, test: () => true, locate: () => ({ line: 1, column: 1, offset: 0 }) };
  const { code, cost } = checkCondition(node, loop.inner.compile(node), scope);
  return { cost, test: code, locate: scope.locator(node) };
}

/** A condition that is null counts as not true. @throws {FormulaError} for a condition that is not a boolean. */
export function isIncluded(decision: Maybe, locate: Locator): boolean {
  if (typeof decision === 'boolean') return decision;
  if (decision === null || decision === undefined) return false;
  throw refuseCondition(decision, locate);
}
