import { checkCondition, refuseCondition } from '../compile/compile-logic.ts';
import type { Code, Operand } from '../compile/operand.ts';
import type { Locator, Scope } from '../compile/scope.ts';
import { booleanType } from '../value-type.ts';
import type { CallNode } from '../syntax/nodes.ts';
import { FormulaError } from '../values/formula-error.ts';
import { type Loop, openLoop } from './loop.ts';
import { type Macro, refuseForm } from './macro.ts';

/** `list.all(x, condition)`. */
export const compileAll: Macro = (node, scope) => compileQuantifier(node, scope, (parts) => decideBy(parts, false));

/** `list.exists(x, condition)`. */
export const compileExists: Macro = (node, scope) => compileQuantifier(node, scope, (parts) => decideBy(parts, true));

/** `list.exists_one(x, condition)`. */
export const compileExistsOne: Macro = (node, scope) => compileQuantifier(node, scope, countOne);

interface Parts {
  loop: Loop;
  test: Code;
  /** Cost of one iteration. */
  cost: number;
  locate: Locator;
}

function compileQuantifier(node: CallNode, scope: Scope, compile: (parts: Parts) => Code): Operand {
  const { length } = node.parameters;
  const body = node.parameters.at(-1);
  const loop = length === 2 || length === 3 ? openLoop(node, scope, length === 2 ? 1 : 2) : undefined;
  if (loop === undefined || body === undefined) {
    return refuseForm(node, scope, `list.${node.name}(x, condition)`, `object.${node.name}(name, x, condition)`);
  }
  const test = checkCondition(body, loop.inner.compile(body), scope);
  const code = compile({ loop, test: test.code, cost: test.cost + 1, locate: scope.locator(body) });
  return { type: booleanType, cost: loop.target.cost + 1, code };
}

/**
 * `&&` (decided by false) or `||` (decided by true) over all iterations: a deciding item decides even if others fail or give null.
 */
function decideBy({ loop, test, cost, locate }: Parts, decisive: boolean): Code {
  return (record, run) => {
    const values = loop.open(record, run);
    if (values === null) return null;
    let failure: FormulaError | undefined;
    let isKnown = true;
    for (let turn = 0; turn < values.length; turn += 1) {
      run.spend(cost);
      loop.set(run, values, turn);
      try {
        const decision = test(record, run);
        if (decision === decisive) return decisive;
        if (decision === null || decision === undefined) isKnown = false;
        else if (decision !== !decisive) failure ??= refuseCondition(decision, locate);
      } catch (error) {
        if (!(error instanceof FormulaError) || error.isFinal) throw error;
        failure ??= error;
      }
    }
    if (failure !== undefined) throw failure;
    return isKnown ? !decisive : null;
  };
}

/** A null condition counts as not true. */
function countOne({ loop, test, cost, locate }: Parts): Code {
  return (record, run) => {
    const values = loop.open(record, run);
    if (values === null) return null;
    let count = 0;
    for (let turn = 0; turn < values.length; turn += 1) {
      run.spend(cost);
      loop.set(run, values, turn);
      const decision = test(record, run);
      if (decision === true) count += 1;
      else if (decision !== false && decision !== null && decision !== undefined)
        throw refuseCondition(decision, locate);
    }
    return count === 1;
  };
}
