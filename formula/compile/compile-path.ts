import { compileGetter } from '../../core/path-readers.ts';
import { formatPath, type Segment } from '../../core/paths.ts';
import { Special } from '../values/special.ts';
import { isList, type Maybe, readMember } from '../values/value.ts';
import type { Code, Operand } from './operand.ts';
import { checkSteps, type PathNode, type Step, unwind } from './path-steps.ts';
import type { Scope } from './scope.ts';

/**
 * A field of the record, a variable of a macro or any other value, and the members below it: `a.b[0].c`.
 *
 * A path gives `undefined` if something along it is missing, and null if something is null.
 */
export function compilePath(node: PathNode, scope: Scope): Operand {
  const { base, steps } = unwind(node);
  if (base.kind === 'name') {
    const variable = base.isAbsolute ? undefined : scope.find(base.name);
    if (variable === undefined) return compileRecordPath([{ segment: base.name, node: base }, ...steps], scope);
    const { slot } = variable;
    return follow({ type: variable.type, cost: 1, code: (_, run) => run.slots[slot] }, steps, scope);
  }
  return follow(scope.compile(base), steps, scope);
}

function compileRecordPath(steps: readonly Step[], scope: Scope): Operand {
  const type = checkSteps(scope.compilation.record, steps, scope);
  const segments = steps.map(({ segment }) => segment);
  const text = formatPath(segments);
  scope.compilation.paths.add(text);
  const read: (record: Parameters<Code>[0]) => Maybe = compileGetter({ segments, text });
  return { type, cost: steps.length, code: read };
}

function follow(target: Operand, steps: readonly Step[], scope: Scope): Operand {
  const type = checkSteps(target.type, steps, scope);
  const [first] = steps;
  const read = target.code;
  const cost = target.cost + steps.length;
  if (first === undefined) return target;
  if (steps.length === 1) {
    const { segment } = first;
    return { type, cost, code: compileStep(read, segment) };
  }
  const segments = steps.map(({ segment }) => segment);
  return {
    type,
    cost,
    code(record, run) {
      let value = read(record, run);
      for (const segment of segments) value = readMember(value, segment);
      return value;
    },
  };
}

/** Objects are plain except for specials: a name not in `Object.prototype` is an own member or missing. */
function compileStep(read: Code, segment: Segment): Code {
  if (typeof segment === 'number' || segment in Object.prototype) {
    return (record, run) => readMember(read(record, run), segment);
  }
  return (record, run) => {
    const value = read(record, run);
    if (typeof value !== 'object' || value === null) return value === null ? null : undefined;
    return isList(value) || value instanceof Special ? undefined : value[segment];
  };
}
