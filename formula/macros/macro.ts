import { anyType } from '../value-type.ts';
import type { Operand } from '../compile/operand.ts';
import type { Scope } from '../compile/scope.ts';
import type { CallNode } from '../syntax/nodes.ts';

/** Compiles a call of a macro. */
export type Macro = (node: CallNode, scope: Scope) => Operand;

/** Reports a call that does not match its macro's syntax. */
export function refuseForm(node: CallNode, scope: Scope, ...forms: readonly string[]): Operand {
  const expected = forms.map((form) => `\`${form}\``).join(' or ');
  scope.report(node, { code: 'wrong_arguments', message: `\`${node.name}\` must be written ${expected}`, expected });
  return { type: anyType, cost: 0, code: () => undefined };
}
