import { type Macro, refuseForm } from './macro.ts';

/**
 * `cel.bind(x, value, expression)`: gives a value a name, so that it is computed once.
 *
 * @see https://github.com/google/cel-go/tree/master/ext#bindings
 */
export const compileBind: Macro = (node, scope) => {
  const [name, init, body, ...rest] = node.parameters;
  const isComplete = init !== undefined && body !== undefined && rest.length === 0;
  if (!isComplete || name?.kind !== 'name' || name.isAbsolute) {
    return refuseForm(node, scope, 'cel.bind(x, value, expression)');
  }
  const value = scope.compile(init);
  const { inner, variables } = scope.with([{ name: name.name, type: value.type }]);
  const result = inner.compile(body);
  const slot = variables[0]?.slot ?? 0;
  const [read, evaluate] = [value.code, result.code];
  return {
    type: result.type,
    cost: value.cost + result.cost + 1,
    code(record, run) {
      run.slots[slot] = read(record, run);
      return evaluate(record, run);
    },
  };
};
