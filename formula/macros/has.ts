import { compileGetter } from '../../core/path-readers.ts';
import { formatPath } from '../../core/paths.ts';
import { booleanType } from '../value-type.ts';
import type { Code } from '../compile/operand.ts';
import { checkSteps, unwind } from '../compile/path-steps.ts';
import { type Maybe, readMember } from '../values/value.ts';
import { type Macro, refuseForm } from './macro.ts';

/** `has(a.b)`: whether the member exists, even if null. False if something along the path is missing. */
export const compileHas: Macro = (node, scope) => {
  const [path] = node.parameters;
  const isPath = path?.kind === 'name' || path?.kind === 'select' || path?.kind === 'index';
  if (node.target !== undefined || node.parameters.length !== 1 || !isPath) return refuseForm(node, scope, 'has(a.b)');
  const { base, steps } = unwind(path);
  const last = steps.at(-1);
  const variable = base.kind === 'name' && !base.isAbsolute ? scope.find(base.name) : undefined;
  if (base.kind === 'name' && variable === undefined) {
    const all = [{ segment: base.name, node: base }, ...steps];
    checkSteps(scope.compilation.record, all, scope, true);
    const segments = all.map(({ segment }) => segment);
    scope.compilation.paths.add(formatPath(segments));
    const parent = segments.slice(0, -1);
    const read: (...args: Parameters<Code>) => Maybe =
      parent.length === 0 ? (record) => record : compileGetter({ segments: parent, text: formatPath(parent) });
    return { type: booleanType, cost: all.length, code: testMember(read, segments.at(-1) ?? '') };
  }
  if (last === undefined) return refuseForm(node, scope, 'has(a.b)');
  const start = scope.compile(base);
  checkSteps(start.type, steps, scope, true);
  const between = steps.slice(0, -1).map(({ segment }) => segment);
  const read: Code = (record, run) => between.reduce<Maybe>(readMember, start.code(record, run));
  return { type: booleanType, cost: start.cost + steps.length, code: testMember(read, last.segment) };
};

function testMember(read: Code, segment: string | number): Code {
  return (record, run) => {
    const parent = read(record, run);
    return parent !== null && readMember(parent, segment) !== undefined;
  };
}
