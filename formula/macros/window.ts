import { anyType } from '../value-type.ts';
import type { Node } from '../syntax/nodes.ts';
import { type Macro, refuseForm } from './macro.ts';

/** The record that conditions read says of calendars, by their names, whether they are open. */
const calendars = 'calendars';

/**
 * `window('NAME')`: whether a calendar contains this moment.
 *
 * A macro, because the calendar must be a constant: which ones a definition asks is known before any record is read.
 */
export const compileWindow: Macro = (node, scope) => {
  const [index, ...rest] = node.parameters;
  if (node.target !== undefined || index?.kind !== 'constant' || typeof index.value !== 'string' || rest.length > 0) {
    return refuseForm(node, scope, "window('NAME')");
  }
  const { members, others } = scope.compilation.record;
  if (!members.has(calendars) && others === undefined) {
    const message = 'Only conditions of flows can ask for a window: `when` of steps and of branches.';
    scope.report(node, { code: 'unsupported', message });
    return { type: anyType, cost: 0, code: () => undefined };
  }
  const { offset, depth } = node;
  const name: Node = { kind: 'name', name: calendars, isAbsolute: true, offset, depth };
  const target: Node = { kind: 'index', target: name, index, offset, depth };
  return scope.compile({ kind: 'select', target, name: 'open', offset, depth });
};
